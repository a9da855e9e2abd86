package import APICallBase
package import APICallExternal
package import APICallPluginKit

/// Checks that a plugin meets the requirements of apicall.
package struct Conformance {
  private let rehearsal: Rehearsal
  private let transcripts: [PluginTranscript]
  private let writes: Bool

  package init(
    of plugin: InstalledPlugin, _ transcripts: [PluginTranscript], writes: Bool,
    variable: @escaping (String) -> String?
  ) {
    rehearsal = Rehearsal(of: plugin, variable: variable)
    self.transcripts = transcripts
    self.writes = writes
  }

  package var questions: [(rule: ConformanceRule, role: PluginRole)] {
    rehearsal.plugin.manifest.roles.flatMap { role in
      ConformanceRule.allCases
        .filter { $0.roles.contains(role.kind) && ($0 != .keeping || writes) }
        .map { ($0, role) }
    }
  }

  package func problem(_ rule: ConformanceRule, of role: PluginRole) -> Message? {
    let reason: String?
    do throws(RehearsalProcess.Fault) {
      reason =
        role.kind.isFilter
        ? try FilterConformance(rehearsal: rehearsal, role: role, transcripts: transcripts)
          .problem(rule)
        : try FrameConformance(rehearsal: rehearsal, role: role).problem(rule)
    } catch {
      reason = "it \(error.reason)"
    }
    return reason.map { reason in
      Message(
        "the \(role.kind.rawValue) '\(role.names.first ?? "")' fails '\(rule.rawValue)': \(reason)",
        hint: rule.text)
    }
  }
}

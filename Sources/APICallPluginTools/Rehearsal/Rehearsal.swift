package import APICallBase
package import APICallExternal
import APICallPluginKit

/// Runs a transcript with a plugin and reports the lines that differ.
package struct Rehearsal {
  /// The longest silence of a plugin without a value in its manifest, and of any plugin.
  private static let patience = (usual: Duration.seconds(10), most: Duration.seconds(60))

  let plugin: InstalledPlugin
  let variable: (String) -> String?

  package init(of plugin: InstalledPlugin, variable: @escaping (String) -> String?) {
    self.plugin = plugin
    self.variable = variable
  }

  /// Returns the differences; empty without one.
  package func play(_ transcript: PluginTranscript) -> [Message] {
    switch transcript.content {
    case .frames(let steps): converse(steps, transcript)
    case .filter(let filtering): filter(filtering, transcript)
    }
  }

  var patience: Duration {
    min(plugin.manifest.silence ?? Self.patience.usual, Self.patience.most)
  }

  // MARK: Filters

  private func filter(
    _ filtering: PluginTranscript.Filtering, _ transcript: PluginTranscript
  ) -> [Message] {
    guard let role = plugin.manifest.roles.first(where: { $0.kind.isFilter }) else {
      let problem = "is not a filter, but the transcript is for a filter"
      return [Message("the plugin '\(plugin.name)' \(problem)", at: transcript.mark(1))]
    }
    do {
      let (process, ending) = try run(filtering, as: role)
      var problems: [Message] = []
      if let output = filtering.output, output != process.output {
        problems.append(difference(output, process.output, filtering.outputLine, transcript))
      }
      if ending != .status(filtering.status) {
        var problem = Message(
          "'\(plugin.name)' \(ending.reason), not \(filtering.status)", at: transcript.mark(1))
        problem.details = process.words
        problems.append(problem)
      }
      return problems
    } catch {
      return [Message("'\(plugin.name)' \(error.reason)", at: transcript.mark(1))]
    }
  }

  /// Starts a filter, passes all of its input to it, and waits for its end.
  func run(
    _ filtering: PluginTranscript.Filtering, as role: PluginRole, hasContext: Bool = true,
    cut: Int = .max
  ) throws(RehearsalProcess.Fault) -> (process: RehearsalProcess, ending: ChildProcess.Ending) {
    var environment = PluginEnvironment(of: plugin.manifest, from: variable)
    environment["APICALL_PLUGIN_PROTOCOL"] = String(HostProtocol.version)
    environment["APICALL_ROLE"] = role.kind.rawValue
    environment["APICALL_NAME"] = role.names.first
    if hasContext {
      environment["APICALL_TTY"] = "0"
      environment["APICALL_COLOR"] = "0"
      environment["APICALL_METHOD"] = "GET"
      if role.start == .response { environment["APICALL_STATUS"] = "200" }
    }
    for option in plugin.manifest.options { environment[option.variable] = option.defaultValue }
    for (name, value) in filtering.options {
      environment[PluginOption(name).variable] = value
    }
    for (name, value) in filtering.variables { environment[name] = value }
    let process = try RehearsalProcess(plugin, [], environment: environment, readsFrames: false)
    process.piece = cut
    process.say(filtering.input)
    process.closeInput()
    return (process, try process.end(within: patience))
  }

  private func difference(
    _ wanted: [UInt8], _ got: [UInt8], _ line: Int?, _ transcript: PluginTranscript
  ) -> Message {
    let same = zip(wanted, got).prefix { $0 == $1 }.count
    // From the beginning of the line that contains the first difference.
    let start = (wanted[..<same].lastIndex(of: 0x0A) ?? -1) + 1
    var problem = Message(
      "the output of '\(plugin.name)' differs from byte \(same) on", at: transcript.mark(line ?? 1)
    )
    problem.details = [
      "expected: \(ByteText.escaped(wanted[start...]))",
      "     got: \(ByteText.escaped(got[min(start, got.count)...]))",
    ]
    return problem
  }

  // MARK: Frames

  private func converse(
    _ steps: [PluginTranscript.Step], _ transcript: PluginTranscript
  ) -> [Message] {
    guard plugin.manifest.roles.contains(where: { !$0.kind.isFilter }) else {
      let problem = "is a filter, but the transcript is for frames"
      return [Message("the plugin '\(plugin.name)' \(problem)", at: transcript.mark(1))]
    }
    var talk: FrameTalk?
    var problem: Message?
    do {
      let process = try conversation()
      let begun = FrameTalk(process, patience)
      talk = begun
      if let reason = try begun.play(steps) {
        problem = Message("'\(plugin.name)' responds differently: \(reason)")
      } else if let reason = try begun.end(within: PluginLimits.greeting) {
        problem = Message("'\(plugin.name)' \(reason)")
      }
      problem?.details += process.words
    } catch {
      problem = Message("'\(plugin.name)' \(error.reason)")
    }
    problem?.mark = transcript.mark(talk?.line ?? 1)
    return problem.map { [$0] } ?? []
  }

  func conversation(
    _ arguments: [String] = ["--apicall-plugin"]
  ) throws(RehearsalProcess.Fault) -> RehearsalProcess {
    try RehearsalProcess(
      plugin, arguments, environment: PluginEnvironment(of: plugin.manifest, from: variable),
      readsFrames: true)
  }
}

import APICallBase
import APICallExternal
import APICallPluginKit
import APICallSafety
import APICallSystem
import APICallText

/// Checks all plugins and the folders that contain them.
struct PluginDoctor {
  private let installed: InstalledPlugins
  private let findings: [PluginFinding]

  init(_ installed: InstalledPlugins) {
    self.installed = installed
    findings = installed.catalog.all()
  }

  var report: [String] {
    installed.catalog.roots.folders.flatMap(lines(of:)) + notInstalled
  }

  var problems: [Message] {
    installed.catalog.roots.folders.flatMap(problems(of:))
      + findings.flatMap { $0.failure?.diagnostics ?? [] }
  }

  private func lines(of root: String) -> [String] {
    guard installed.files.status(of: root) != nil else { return ["\(root): does not exist"] }
    let here = findings.filter { FilePath.folder(of: $0.folder) == root }
    var lines = ["\(root): \(here.count.counted("plugin"))"]
    for finding in here {
      let state = finding.isShadowed ? "shadowed" : finding.plugin == nil ? "broken" : "ok"
      lines.append("  \(finding.title): \(state)" + (finding.isLink ? ", a link" : ""))
      lines += finding.remarks.map { "    note: \($0.line)" }
      if !finding.isShadowed { lines += clashes(of: finding).map { "    note: \($0)" } }
    }
    return lines
  }

  private func clashes(of finding: PluginFinding) -> [String] {
    finding.roles.flatMap { role in
      role.names.compactMap { name in
        if installed.builtinNames(of: role.kind).contains(name) {
          return "the \(role.kind.rawValue) '\(name)' is built in, so this one is never used"
        }
        guard
          let first = try? installed.catalog.provider(of: role.kind, named: name),
          first.plugin.name != finding.name
        else { return nil }
        return "the \(role.kind.rawValue) '\(name)' comes from the plugin '\(first.plugin.name)'"
      }
    }
  }

  private func problems(of root: String) -> [Message] {
    guard let status = installed.files.status(of: root) else { return [] }
    guard status.kind == .folder else {
      return [Message("'\(root)' is not a folder, so it contains no plugins")]
    }
    let names: [String]
    do {
      names = try installed.files.names(in: root)
    } catch {
      return [Message("cannot read '\(root)': \(error.reason)")]
    }
    var problems: [Message] = []
    if let fault = status.trustFault {
      problems.append(
        Message(
          "\(fault.words(for: root)), so no plugin in it is run",
          hint: fault.remedy(for: root, owning: "install plugins in a folder of your own")))
    }
    for name in names where !name.hasPrefix(".") && !PluginManifest.isName(name) {
      let manifest = FilePath.join(FilePath.join(root, name), PluginManifest.fileName)
      guard installed.files.status(of: manifest) != nil else { continue }
      problems.append(
        Message(
          "'\(name)' in '\(root)' is not a valid plugin name, so it is never found",
          hint: "a name has at most 32 of a-z, 0-9 and '-', and begins with a letter"))
    }
    return problems
  }

  private var notInstalled: [String] {
    BundledPlugin.all.filter { bundled in !findings.contains { $0.name == bundled.name } }
      .map { bundled in
        let library = bundled.package.map { "; building it needs the Debian package \($0)" }
        return "not installed: \(bundled.name), \(bundled.summary)\(library ?? "")"
      }
  }
}

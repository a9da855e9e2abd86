import APICallBase
import APICallExternal
import APICallPluginKit
import APICallSystem

/// Looks at all plugins and at the folders they are in.
struct PluginDoctor {
  private let shelf: InstalledPlugins
  private let findings: [PluginFinding]

  init(_ shelf: InstalledPlugins) {
    self.shelf = shelf
    findings = shelf.catalog.all()
  }

  /// What there is, what may be a mistake, and what is not there; a line each.
  var report: [String] {
    shelf.catalog.roots.folders.flatMap(lines(of:)) + notInstalled
  }

  /// What is wrong.
  var problems: [Diagnostic] {
    shelf.catalog.roots.folders.flatMap(problems(of:))
      + findings.flatMap { $0.failure?.diagnostics ?? [] }
  }

  private func lines(of root: String) -> [String] {
    guard shelf.files.status(of: root) != nil else { return ["\(root): no such folder"] }
    let here = findings.filter { FilePath.folder(of: $0.folder) == root }
    var lines = ["\(root): \(here.count) plugin\(here.count == 1 ? "" : "s")"]
    for finding in here {
      let state = finding.isShadowed ? "shadowed" : finding.plugin == nil ? "broken" : "ok"
      lines.append("  \(finding.title): \(state)" + (finding.isLink ? ", a link" : ""))
      lines += finding.remarks.map { "    note: \($0.line)" }
      if !finding.isShadowed { lines += clashes(of: finding).map { "    note: \($0)" } }
    }
    return lines
  }

  /// The names of a plugin that lead to something else.
  private func clashes(of finding: PluginFinding) -> [String] {
    finding.roles.flatMap { role in
      role.names.compactMap { name in
        if shelf.builtinNames(of: role.kind).contains(name) {
          return "the \(role.kind.rawValue) '\(name)' is built in, and so is never this one"
        }
        guard
          let first = try? shelf.catalog.provider(of: role.kind, named: name),
          first.plugin.name != finding.name
        else { return nil }
        return "the \(role.kind.rawValue) '\(name)' is that of the plugin '\(first.plugin.name)'"
      }
    }
  }

  private func problems(of root: String) -> [Diagnostic] {
    guard let status = shelf.files.status(of: root) else { return [] }
    guard status.kind == .folder else {
      return [Diagnostic("'\(root)' is no folder, and so holds no plugins")]
    }
    let names: [String]
    do {
      names = try shelf.files.names(in: root)
    } catch {
      return [Diagnostic("cannot read '\(root)': \(error.reason)")]
    }
    var problems: [Diagnostic] = []
    if let fault = status.trustFault {
      problems.append(
        Diagnostic(
          "\(fault.words(for: root)), so no plugin in it is run",
          hint: fault.remedy(for: root, owning: "install plugins in a folder of your own")))
    }
    for name in names where !name.hasPrefix(".") && !PluginManifest.isName(name) {
      let manifest = FilePath.join(FilePath.join(root, name), PluginManifest.fileName)
      guard shelf.files.status(of: manifest) != nil else { continue }
      problems.append(
        Diagnostic(
          "'\(name)' in '\(root)' is no name of a plugin, and so is never found",
          hint: "small letters, digits and '-', a letter first, 32 at most"))
    }
    return problems
  }

  /// The plugins that come with apicall and are not there.
  private var notInstalled: [String] {
    BundledPlugin.all.filter { bundled in !findings.contains { $0.name == bundled.name } }
      .map { bundled in
        let library = bundled.package.map { "; it is built where the Debian package \($0) is" }
        return "not installed: \(bundled.name), \(bundled.summary)\(library ?? "")"
      }
  }
}

import APICallPluginKit

/// Manifests of plugins: each is read or refused, and every message points into the file.
enum ManifestAttempt {
  static func run(_ bytes: [UInt8]) {
    let reading = ManifestReading(bytes)
    require((reading.manifest == nil) == !reading.problems.isEmpty, "\(bytes.shown): both")
    for problem in reading.problems + reading.remarks {
      require(
        problem.range.upperBound <= bytes.count && !problem.message.isEmpty,
        "\(bytes.shown): \(problem)")
      _ = (problem.hint, problem.guess)
    }
    guard let manifest = reading.manifest else { return }
    require(PluginManifest.isName(manifest.name), "a name \(manifest.name.debugDescription)")
    require(!manifest.program.hasPrefix("/"), "a program \(manifest.program.debugDescription)")
    require(!manifest.program.split(separator: "/").contains(".."), "\(manifest.program)")
    require(!manifest.roles.isEmpty, "no roles")
    for role in manifest.roles {
      require(!role.names.isEmpty && role.names.allSatisfy(PluginRole.isName), "\(role.names)")
    }
  }
}

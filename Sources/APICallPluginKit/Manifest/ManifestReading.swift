/// The result of reading a `plugin.json`: the manifest, or all problems.
public struct ManifestReading: Sendable {
  /// The manifest; nil if there is any problem.
  public let manifest: PluginManifest?
  /// The problems, in the order of the file; at most ``ManifestReader/mostProblems``.
  public let problems: [ManifestProblem]
  /// Unknown members.
  ///
  /// They are ignored, because a newer apicall may know them.
  public let remarks: [ManifestProblem]
  /// The roles that could be read, even if there are problems.
  public let roles: [PluginRole]

  /// Reads a file.
  ///
  /// - Parameter bytes: the file, at most ``PluginManifest/longestFile`` bytes.
  public init(_ bytes: [UInt8]) {
    var reader = ManifestReader()
    let manifest = reader.read(bytes)
    problems = reader.problems.inOrder
    remarks = reader.remarks.inOrder
    roles = manifest?.roles ?? []
    self.manifest = problems.isEmpty ? manifest : nil
  }
}

extension PluginManifest {
  /// Reads a file.
  ///
  /// - Parameter bytes: the file, at most ``longestFile`` bytes.
  /// - Returns: the manifest.
  /// - Throws: ``ManifestProblems`` with all problems.
  public static func read(_ bytes: [UInt8]) throws(ManifestProblems) -> PluginManifest {
    let reading = ManifestReading(bytes)
    guard let manifest = reading.manifest else {
      throw ManifestProblems(problems: reading.problems)
    }
    return manifest
  }
}

extension [ManifestProblem] {
  fileprivate var inOrder: [ManifestProblem] {
    enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }
}

/// The members of the objects in a manifest.
///
/// All other members have no effect.
public enum ManifestMembers {
  /// The members of the file.
  public static let manifest = [
    "schema", "name", "version", "description", "exec", "protocol", "requires_features", "roles",
    "options", "environment", "hosts", "timeout_ms", "man", "license", "homepage",
  ]

  /// The members of an option.
  public static let option = [
    "name", "type", "default", "enum", "required", "secret", "help",
  ]

  /// The members of every role.
  public static let role = ["role", "names", "mode"]

  /// The members that only some roles have.
  ///
  /// - Parameter kind: the role.
  /// - Returns: the names of its additional members.
  public static func role(_ kind: PluginRole.Kind) -> [String] {
    switch kind {
    case .requester: ["lifetime", "schemes"]
    case .auth: ["lifetime", "needs"]
    case .decoder: ["accepts", "produces"]
    case .formatter: ["accepts", "produces", "layout", "start"]
    case .secret: ["lifetime"]
    case .limiter: []
    }
  }

  /// The members of all roles.
  public static let roles: [String] = {
    var names = role
    for kind in PluginRole.Kind.allCases {
      for name in role(kind) where !names.contains(name) { names.append(name) }
    }
    return names
  }()
}

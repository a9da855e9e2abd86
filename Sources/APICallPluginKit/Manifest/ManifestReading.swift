import JSONText

/// What comes of reading a `plugin.json`: the manifest, or all that is wrong with it at once.
public struct ManifestReading: Sendable {
  /// The manifest; nil where anything is wrong.
  public let manifest: PluginManifest?
  /// What is wrong, in the order of the file; at most ``ManifestReader/mostProblems``.
  public let problems: [ManifestProblem]
  /// Members that mean nothing: they are passed over, since a newer apicall may know them.
  public let remarks: [ManifestProblem]
  /// The roles as far as they could be read, whatever else is wrong.
  public let roles: [PluginRole]

  /// Reads a file.
  ///
  /// - Parameter octets: the file, ``PluginManifest/longestFile`` octets at most.
  public init(_ octets: [UInt8]) {
    var reader = ManifestReader()
    let manifest = reader.read(octets)
    problems = reader.problems.inOrder
    remarks = reader.remarks.inOrder
    roles = manifest?.roles ?? []
    self.manifest = problems.isEmpty ? manifest : nil
  }
}

extension PluginManifest {
  /// Reads a file.
  ///
  /// - Parameter octets: the file, ``longestFile`` octets at most.
  /// - Returns: the manifest.
  /// - Throws: ``ManifestProblems``, with all that is wrong.
  public static func read(_ octets: [UInt8]) throws(ManifestProblems) -> PluginManifest {
    let reading = ManifestReading(octets)
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

/// The members that the objects of a manifest have: what is not here means nothing.
public enum ManifestMembers {
  /// Those of the file.
  public static let manifest = [
    "schema", "name", "version", "description", "exec", "protocol", "requires_features", "roles",
    "options", "environment", "hosts", "timeout_ms", "man", "license", "homepage",
  ]

  /// Those of an option.
  public static let option = [
    "name", "type", "default", "enum", "required", "secret", "help",
  ]

  /// Those of any role, whatever it is.
  public static let role = ["role", "names", "mode"]

  /// Those that a role has besides.
  ///
  /// - Parameter kind: the role.
  /// - Returns: their names.
  public static func role(_ kind: PluginRole.Kind) -> [String] {
    switch kind {
    case .requester: ["lifetime", "schemes"]
    case .auth: ["lifetime", "needs"]
    case .decoder: ["accepts", "produces"]
    case .formatter: ["accepts", "produces", "layout"]
    case .secret: ["lifetime"]
    }
  }

  /// Those that some role has.
  public static let roles: [String] = {
    var names = role
    for kind in PluginRole.Kind.allCases {
      for name in role(kind) where !names.contains(name) { names.append(name) }
    }
    return names
  }()
}

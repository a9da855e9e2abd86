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

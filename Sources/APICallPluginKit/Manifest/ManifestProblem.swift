/// One thing that is wrong with a `plugin.json`, and where it stands there.
public struct ManifestProblem: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// The file is longer than so many octets.
    case tooLong(limit: Int)
    /// It is no JSON: why, in words.
    case notJSON(reason: String)
    /// A member holds what it does not take; without a name it is the file itself.
    case wrongType(member: String?, takes: String, got: String)
    /// Something has no member that it needs.
    case missing(member: String, of: Owner)
    /// A member stands twice in one object.
    case repeated(member: String)
    /// A word that is none of those that a member takes.
    case unknownWord(String, member: String, known: [String])
    /// A text that is none of the names that a member takes.
    case notName(String, member: String, Name)
    /// The file is written for another version of it.
    case unknownSchema(String)
    /// The program is given by an absolute path.
    case absoluteProgram(String)
    /// The program's path leads out of the folder, or to no file.
    case programOutside(String)
    /// A list that needs an item is empty.
    case empty(member: String)
    /// A member that does not go with a role.
    case notForRole(member: String, PluginRole.Kind, known: [String])
    /// Roles have a mode that is fixed.
    case wrongMode(String, PluginRole.Kind)
    /// Two roles of one kind have the same name.
    case repeatedRole(PluginRole.Kind, name: String)
    /// Two options have the same name, or share a variable.
    case repeatedOption(String, variable: String?)
    /// A filter has no way to be told a secret.
    case secretOfFilter(String)
    /// A value that is none of an option's choices, or not of its type.
    case wrongDefault(String, takes: String)
    /// An option that has to be given has a value without it.
    case needlessDefault(String)
    /// Hosts without a role that they hold for.
    case uselessHosts
    /// A member that means nothing.
    case unknownMember(String, of: Owner, known: [String])
  }

  /// Whose members a problem speaks of.
  public enum Owner: String, Sendable, Hashable {
    /// The file as a whole.
    case manifest = "a manifest"
    /// An item of `roles`.
    case role = "a role"
    /// An item of `options`.
    case option = "an option"
  }

  /// What is a name where.
  public enum Name: Sendable, Hashable {
    /// A plugin, or what a role is asked for by.
    case plugin, role
    /// An option.
    case option
    /// A variable of the environment.
    case variable
    /// A variable that apicall keeps for itself.
    case reservedVariable
    /// A host, or `*.` and one.
    case host
    /// A media type or a pattern for some.
    case mediaType
    /// A file of the folder itself.
    case page
  }

  /// What is wrong.
  public let kind: Kind
  /// The octets of the file that it is about.
  public let range: Range<Int>

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - kind: what is wrong.
  ///   - range: the octets of the file that it is about.
  public init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// All that is wrong with a `plugin.json`.
public struct ManifestProblems: Error, Sendable, Hashable {
  /// The problems, in the order of the file; at least one.
  public let problems: [ManifestProblem]
}

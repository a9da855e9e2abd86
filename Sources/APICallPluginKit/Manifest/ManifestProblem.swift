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

extension ManifestProblem.Name {
  /// The most octets of the names of plugins, roles and options.
  private static let longest = 32

  /// Whether a text is such a name.
  func admits(_ text: String) -> Bool {
    switch self {
    case .plugin: Self.isWord(text, with: "-")
    case .role, .option: Self.isWord(text, with: "-_")
    case .variable:
      text.utf8.first?.isDigit == false && text.utf8.count <= 100
        && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    case .reservedVariable: false
    case .host: Self.isHost(text)
    case .mediaType: Self.isMediaType(text)
    case .page:
      text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
        && !text.hasPrefix(".")
    }
  }

  private static func isWord(_ text: String, with others: String) -> Bool {
    guard let first = text.utf8.first, first.isSmallLetter, text.utf8.count <= longest else {
      return false
    }
    return text.utf8.allSatisfy { $0.isSmallLetter || $0.isDigit || others.utf8.contains($0) }
  }

  /// Whether a text is a name of labels (RFC 1123, section 2.1), with `*.` before it or not, or an
  /// address.
  private static func isHost(_ text: String) -> Bool {
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    guard 1...253 ~= name.utf8.count else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      1...63 ~= label.utf8.count
        && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_:[]".utf8.contains($0) }
    }
  }

  /// Whether a text is a type and a subtype of tokens (RFC 9110, sections 5.6.2 and 8.3.1).
  private static func isMediaType(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy {
            $0.isSmallLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0)
          }
      }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  fileprivate var isSmallLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  fileprivate var isLetter: Bool { isSmallLetter || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
}

extension PluginManifest {
  /// Whether a text can be the name of a plugin: small letters, digits and hyphens, a letter first,
  /// 32 at most.
  public static func isName(_ text: String) -> Bool { ManifestProblem.Name.plugin.admits(text) }
}

extension PluginRole {
  /// Whether a text can be what a role is asked for by: as a plugin's name, or with underscores.
  public static func isName(_ text: String) -> Bool { ManifestProblem.Name.role.admits(text) }
}

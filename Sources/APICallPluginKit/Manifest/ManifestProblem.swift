/// A problem in a `plugin.json`, and its place there.
public struct ManifestProblem: Error, Sendable, Hashable {
  /// The kinds of problems.
  public enum Kind: Sendable, Hashable {
    /// The file is longer than the limit in bytes.
    case tooLong(limit: Int)
    /// The file is not JSON.
    ///
    /// The value is the error in words.
    case notJSON(reason: String)
    /// A member has a value of the wrong type; without a member, the file itself has.
    case wrongType(member: String?, takes: String, got: String)
    /// An object lacks a required member.
    case missing(member: String, of: Owner)
    /// A member is set twice in one object.
    case repeated(member: String)
    /// A word is not one of the words that a member accepts.
    case unknownWord(String, member: String, known: [String])
    /// A string is not one of the names that a member accepts.
    case notName(String, member: String, Name)
    /// The file is written for another version of the format.
    case unknownSchema(String)
    /// The program is an absolute path.
    case absoluteProgram(String)
    /// The program's path leads out of the folder, or is not the path of a file.
    case programOutside(String)
    /// A list that needs an item is empty.
    case empty(member: String)
    /// A role does not have the member.
    case notForRole(member: String, PluginRole.Kind, known: [String])
    /// The mode is not the fixed mode of the role.
    case wrongMode(String, PluginRole.Kind)
    /// Two roles of one kind have the same name.
    case repeatedRole(PluginRole.Kind, name: String)
    /// Two options have the same name, or share a variable.
    case repeatedOption(String, variable: String?)
    /// A filter has a secret option, but cannot receive secrets.
    case secretOfFilter(String)
    /// A default value is not of its option's type.
    case wrongDefault(String, takes: String)
    /// A required option has a default value.
    case needlessDefault(String)
    /// `hosts` is set without a role that uses it.
    case uselessHosts
    /// The member is unknown and has no effect.
    case unknownMember(String, of: Owner, known: [String])
  }

  /// The object that a problem's member belongs to.
  public enum Owner: String, Sendable, Hashable {
    /// The whole file.
    case manifest = "a manifest"
    /// An item of `roles`.
    case role = "a role"
    /// An item of `options`.
    case option = "an option"
  }

  /// The kinds of names.
  public enum Name: Sendable, Hashable {
    /// The name of a plugin or of a role.
    case plugin, role
    /// The name of an option.
    case option
    /// The name of an environment variable.
    case variable
    /// A variable name that is reserved for apicall.
    case reservedVariable
    /// A host, or `*.` followed by a host.
    case host
    /// A media type or a pattern for media types.
    case mediaType
    /// A file of the plugin's folder itself.
    case page
  }

  /// The kind of problem.
  public let kind: Kind
  /// The bytes of the file that the problem is about.
  public let range: Range<Int>

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - kind: the kind of problem.
  ///   - range: the bytes of the file that the problem is about.
  public init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// All problems in a `plugin.json`.
public struct ManifestProblems: Error, Sendable, Hashable {
  /// The problems, in the order of the file; at least one.
  public let problems: [ManifestProblem]
}

extension ManifestProblem.Name {
  private static let longest = 32

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

  /// Whether a text is an address or a name of labels (RFC 1123, section 2.1), with or without a
  /// leading `*.`.
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
  /// Whether a text is a valid plugin name: at most 32 lower-case letters, digits and hyphens,
  /// starting with a letter.
  public static func isName(_ text: String) -> Bool { ManifestProblem.Name.plugin.admits(text) }
}

extension PluginRole {
  /// Whether a text is a valid role name: like a plugin name, but underscores are allowed.
  public static func isName(_ text: String) -> Bool { ManifestProblem.Name.role.admits(text) }
}

package import APICallBase
import APICallText

/// The identity of a session: that of a project, or one with a name.
package struct SessionName: Sendable, Hashable {
  package static let longest = 64

  /// The name of its folder in the folder of all sessions.
  package let folderName: String
  /// The name that the user gave it; nil for the session of a project.
  package let name: String?
  /// The canonical path of the project's root; nil for a session with a name, or if not known.
  package let project: String?
  /// What its files keep.
  package var contents = Contents.outputs
  /// The file that the user named for a state; nil if it is kept in folders.
  package private(set) var file: String?

  /// What the files of a folder keep.
  package enum Contents: String, Sendable, Hashable {
    /// The outputs of calls that others need, which can be made again.
    case outputs = "session"
    /// The state of files, which nothing replaces.
    case state
    /// The tokens of auth types.
    case logins = "login"

    /// The folder of all of its folders, in that of apicall's state.
    package var folder: String {
      switch self {
      case .outputs: "sessions"
      case .state: "kept"
      case .logins: "logins"
      }
    }

    /// The most bytes of an entry.
    package var longest: Int { self == .state ? 64 << 20 : SessionEntry.longest }

    /// What happens after a file of it is removed.
    var afterRemoval: String {
      switch self {
      case .outputs: "its calls are then made again"
      case .state: "the next run then begins with the first values"
      case .logins: "log in again after that"
      }
    }
  }

  /// The identity of a session that no folder stores.
  package static let inMemory = SessionName(folderName: "", name: nil, project: nil)
}

extension SessionName {
  /// The identity of the state in a file that the user named.
  package init(stateIn file: String) {
    self.init(folderName: "", name: nil, project: nil)
    contents = .state
    self.file = file
  }

  package init(_ name: String) throws(Failure) {
    guard name.utf8.count <= Self.longest, Identifier.isValid(name) else {
      throw Failure(
        .usage, "'\(name)' cannot be the name of a session",
        hint: "a name is at most \(Self.longest) letters, digits, _ and -, and begins with a letter"
          + " or _")
    }
    self.init(folderName: name, name: name, project: nil)
  }

  package init(project root: String, digests: World.Digests) throws(Failure) {
    guard let digest = digests.sha256(Array(root.utf8)) else { throw SessionProblem.noDigest }
    // A name has no dot, so it cannot be that of the folder of a project.
    let folderName = "\(Self.readable(root)).\(Hexadecimal.encode(Array(digest.prefix(8))))"
    self.init(folderName: folderName, name: nil, project: root)
  }

  /// Creates the identity of the session in a folder; nil if the folder is not that of a session.
  package init?(folderName: String) {
    let parts = folderName.split(separator: ".", omittingEmptySubsequences: false)
    let isNamed = parts.count == 1 && Identifier.isValid(folderName)
    guard folderName.utf8.count <= Self.longest,
      isNamed || parts.count == 2 && !parts[0].isEmpty && parts[1].utf8.count == 16
    else { return nil }
    self.init(folderName: folderName, name: isNamed ? folderName : nil, project: nil)
  }

  package var clearing: String {
    if let name { return "apicall session clear --session \(name)" }
    if contents == .logins { return "apicall auth logout --all" }
    if let file { return "apicall state clear --state \(ShellWord.path(file))" }
    return "apicall \(contents.rawValue) clear\(project == nil ? " --all" : "")"
  }

  /// The readable part of a project's folder name: at most 32 bytes, without a dot.
  private static func readable(_ root: String) -> String {
    var bytes: [UInt8] = []
    for byte in FilePath.name(of: root).utf8.prefix(32) {
      bytes.append(Identifier.allows(byte, first: false) ? byte : UInt8(ascii: "_"))
    }
    return bytes.isEmpty ? "project" : String(decoding: bytes, as: UTF8.self)
  }
}

package import APICallBase

/// Which session is meant: that of a project, or one that has a name.
package struct SessionName: Sendable, Hashable {
  /// The most bytes of a name.
  package static let longest = 64

  /// The name of its folder, in that of all sessions.
  package let folderName: String
  /// The name that somebody gave it; nil for that of a project.
  package let name: String?
  /// The canonical path of the project's root; nil for one with a name, and where it is not known.
  package let project: String?

  /// The session that somebody names.
  ///
  /// - Parameter name: letters, digits, `_` and `-`, ``longest`` at most, beginning with a letter or
  ///   `_`.
  /// - Throws: a ``Failure`` with exit status 64 where it is none.
  package init(_ name: String) throws(Failure) {
    guard name.utf8.count <= Self.longest, Identifier.isValid(name) else {
      throw Failure(
        .usage, "'\(name)' cannot be the name of a session",
        hint: "a name is letters, digits, _ and -, begins with a letter or _, and has"
          + " \(Self.longest) at most")
    }
    self.name = name
    project = nil
    folderName = name
  }

  /// The session of a project.
  ///
  /// - Parameters:
  ///   - root: the canonical path of the project's root.
  ///   - digests: digest the path.
  /// - Throws: a ``Failure`` where the machine cannot make it.
  package init(project root: String, digests: World.Digests) throws(Failure) {
    guard let digest = digests.sha256(Array(root.utf8)) else { throw SessionProblem.noDigest }
    name = nil
    project = root
    // No name has a dot, so none leads to the folder of a project.
    folderName = "\(Self.readable(root)).\(Hexadecimal.encode(Array(digest.prefix(8))))"
  }

  /// The session that a folder keeps.
  ///
  /// - Parameter folderName: the name of the folder; nil comes of one that is no session's.
  package init?(folderName: String) {
    let parts = folderName.split(separator: ".", omittingEmptySubsequences: false)
    let isNamed = parts.count == 1 && Identifier.isValid(folderName)
    guard folderName.utf8.count <= Self.longest,
      isNamed || parts.count == 2 && !parts[0].isEmpty && parts[1].utf8.count == 16
    else { return nil }
    name = isNamed ? folderName : nil
    project = nil
    self.folderName = folderName
  }

  /// The command that removes it, for hints.
  package var clearing: String {
    if let name { return "apicall session clear --session \(name)" }
    return project == nil ? "apicall session clear --all" : "apicall session clear"
  }

  /// What can be read of a project in the name of its folder: 32 bytes at most, without a dot.
  private static func readable(_ root: String) -> String {
    var bytes: [UInt8] = []
    for byte in FilePath.name(of: root).utf8.prefix(32) {
      bytes.append(Identifier.allows(byte, first: false) ? byte : UInt8(ascii: "_"))
    }
    return bytes.isEmpty ? "project" : String(decoding: bytes, as: UTF8.self)
  }
}

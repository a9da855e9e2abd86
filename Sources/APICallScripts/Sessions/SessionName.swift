package import APICallBase

/// Which session is meant: that of a project, or one that has a name.
package struct SessionName: Sendable, Hashable {
  /// The most octets of a name.
  package static let longest = 64
  /// How the names of all files of sessions end.
  private static let suffix = ".json"

  /// The name of its file, without a folder.
  package let fileName: String
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
    fileName = name + Self.suffix
  }

  /// The session of a project.
  ///
  /// - Parameters:
  ///   - root: the canonical path of the project's root.
  ///   - digests: digest the path.
  /// - Throws: ``SessionProblem/noDigest``.
  package init(project root: String, digests: World.Digests) throws(SessionProblem) {
    guard let digest = digests.sha256(Array(root.utf8)) else { throw .noDigest }
    name = nil
    project = root
    // No name has a dot, so none leads to the file of a project.
    fileName = "\(Self.readable(root)).\(Hexadecimal.encode(Array(digest.prefix(8))))\(Self.suffix)"
  }

  /// The session that a file keeps.
  ///
  /// - Parameter fileName: the name of the file; nil comes of one that is no session's.
  package init?(fileName: String) {
    guard fileName.hasSuffix(Self.suffix) else { return nil }
    let stem = fileName.dropLast(Self.suffix.count)
    let parts = stem.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, stem.utf8.count <= Self.longest else {
      return nil
    }
    guard parts.count == 1 || (parts.count == 2 && parts[1].utf8.count == 16) else { return nil }
    if parts.count == 1, !Identifier.isValid(first) { return nil }
    name = parts.count == 1 ? String(first) : nil
    project = nil
    self.fileName = fileName
  }

  /// The command that removes it, for hints.
  package var clearing: String {
    if let name { return "apicall session clear --session \(name)" }
    return project == nil ? "apicall session clear --all" : "apicall session clear"
  }

  /// What can be read of a project in the name of its file: 32 octets at most, without a dot.
  private static func readable(_ root: String) -> String {
    var octets: [UInt8] = []
    for octet in FilePath.name(of: root).utf8.prefix(32) {
      octets.append(Identifier.allows(octet, first: false) ? octet : UInt8(ascii: "_"))
    }
    return octets.isEmpty ? "project" : String(decoding: octets, as: UTF8.self)
  }
}

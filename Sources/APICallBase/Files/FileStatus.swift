/// What stands at a path.
package struct FileStatus: Sendable, Hashable {
  /// The kinds of file that matter here.
  package enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A device, a pipe or a socket.
    case other
  }

  /// What it is, symbolic links followed.
  package var kind: Kind
  /// The length in octets; nil where it is not known, as of a pipe.
  package var size: Int?
  /// When it was last written to; nil where that is not known.
  package var modified: Timestamp?
  /// Whether the path itself is a symbolic link.
  package var isLink: Bool
  /// Whether it belongs to the user who runs the program, or to root.
  package var isOwnedByUserOrRoot: Bool
  /// Whether it belongs to the user alone: nobody else owns it, may read it or write to it.
  package var isPrivate: Bool
  /// Whether anyone at all may write to it.
  package var isWorldWritable: Bool
  /// Whether a group may write to it that is not the user's own.
  package var isGroupWritable: Bool
  /// Whether it is a folder in which nobody can remove what belongs to another.
  package var isSticky: Bool
  /// Whether it is a program that somebody may run, or a folder that somebody may go into.
  package var isExecutable: Bool

  /// Creates a status.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - size: the length in octets, or nil.
  ///   - modified: when it was last written to, or nil.
  ///   - isLink: whether the path is a symbolic link to it.
  ///   - isOwnedByUserOrRoot: whether it belongs to the user or to root.
  ///   - isWorldWritable: whether anyone may write to it.
  ///   - isGroupWritable: whether a group may write to it that is not the user's own.
  ///   - isSticky: whether nobody can remove from it what belongs to another.
  ///   - isPrivate: whether it belongs to the user alone.
  ///   - isExecutable: whether somebody may run it.
  package init(
    kind: Kind, size: Int? = nil, modified: Timestamp? = nil, isLink: Bool = false,
    isOwnedByUserOrRoot: Bool = true, isWorldWritable: Bool = false,
    isGroupWritable: Bool = false, isSticky: Bool = false, isPrivate: Bool = true,
    isExecutable: Bool = true
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.isLink = isLink
    self.isOwnedByUserOrRoot = isOwnedByUserOrRoot
    self.isWorldWritable = isWorldWritable
    self.isGroupWritable = isGroupWritable
    self.isSticky = isSticky
    self.isPrivate = isPrivate
    self.isExecutable = isExecutable
  }

  /// Why it is not trusted; nil where it is.
  package var trustFault: TrustFault? {
    guard ReadRule.trustedOwner.holds else { return nil }
    if !isOwnedByUserOrRoot { return .foreign }
    guard isWorldWritable || isGroupWritable else { return nil }
    return kind == .folder && isSticky ? nil : .writable
  }

  /// Why the user cannot trust all that lies below a folder; nil where that can be.
  package var faultAsTrustedFolder: TrustFault? {
    trustFault ?? (isWorldWritable ? .shared : nil)
  }
}

extension FileSystem {
  /// Finds out whether a file can be trusted, and each folder from its own up to another one.
  ///
  /// - Parameters:
  ///   - path: a canonical path.
  ///   - top: a folder that holds it: the last one that is looked at.
  /// - Returns: the first that cannot be trusted, and why; nil where all can.
  package func trustFault(
    of path: String, upTo top: String
  ) -> (path: String, fault: TrustFault)? {
    var place = path
    while true {
      if let fault = status(of: place)?.trustFault { return (place, fault) }
      if place == top || place == "/" || place == "." { return nil }
      place = FilePath.folder(of: place)
    }
  }
}

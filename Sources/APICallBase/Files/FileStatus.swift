package import APICallSafety
package import APICallText

/// The status of a file at a path.
package struct FileStatus: Sendable, Hashable {
  /// The kinds of file that matter here.
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    /// A device, a pipe or a socket.
    case other
  }

  /// The kind of the file, symbolic links followed.
  package var kind: Kind
  /// The length in bytes; nil if it is not known, as for a pipe.
  package var size: Int?
  /// The time of the last modification; nil if it is not known.
  package var modified: UTCTimestamp?
  /// Whether the path itself is a symbolic link.
  package var isLink: Bool
  package var isOwnedByUserOrRoot: Bool
  /// Whether the current user owns it and no other user may read it or write to it.
  package var isPrivate: Bool
  package var isWorldWritable: Bool
  /// Whether a group other than the user's own may write to it.
  package var isGroupWritable: Bool
  /// Whether it is a folder with the sticky bit: users can remove only their own files from it.
  package var isSticky: Bool
  /// Whether some user may run it as a program, or enter it as a folder.
  package var isExecutable: Bool

  package init(
    kind: Kind, size: Int? = nil, modified: UTCTimestamp? = nil, isLink: Bool = false,
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

  /// Why it is not trusted; nil if it is trusted.
  package var trustFault: TrustFault? {
    guard ReadRule.trustedOwner.holds else { return nil }
    if !isOwnedByUserOrRoot { return .foreign }
    guard isWorldWritable || isGroupWritable else { return nil }
    return kind == .folder && isSticky ? nil : .writable
  }

  /// Why the user cannot trust everything below this folder; nil if that is possible.
  package var faultAsTrustedFolder: TrustFault? {
    trustFault ?? (isWorldWritable ? .shared : nil)
  }
}

extension FileSystem {
  /// Returns the first path that cannot be trusted, and why; nil if all can be trusted.
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

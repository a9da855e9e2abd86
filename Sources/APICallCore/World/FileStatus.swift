/// What stands at a path.
public struct FileStatus: Sendable, Hashable {
  /// The kinds of file that matter here.
  public enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A device, a pipe or a socket.
    case other
  }

  /// What it is, symbolic links followed.
  public var kind: Kind
  /// The length in octets; nil where it is not known, as of a pipe.
  public var size: Int?
  /// When it was last written to; nil where that is not known.
  public var modified: Timestamp?
  /// Whether the path itself is a symbolic link.
  public var isLink: Bool
  /// Whether it belongs to the user who runs the program, or to root.
  public var isOwnedByUserOrRoot: Bool
  /// Whether it belongs to the user alone: nobody else owns it, may read it or write to it.
  public var isPrivate: Bool
  /// Whether anyone at all may write to it.
  public var isWorldWritable: Bool
  /// Whether a group may write to it that is not the user's own.
  public var isGroupWritable: Bool
  /// Whether it is a folder in which nobody can remove what belongs to another.
  public var isSticky: Bool
  /// Whether it is a program that somebody may run, or a folder that somebody may go into.
  public var isExecutable: Bool

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
  public init(
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
}

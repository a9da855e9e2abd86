/// A file that a user named as the value of an input; it is read, or streamed, where it is needed.
public struct InputFile: Sendable, Hashable {
  /// The path, absolute or relative to the working directory; `-` is standard input.
  public var path: String
  /// Whether a file named it, and not the user: its path is canonical, and opened as such.
  public var isConfined: Bool

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: the path, absolute or relative to the working directory.
  ///   - isConfined: whether a file named it; its path is canonical then.
  public init(path: String, isConfined: Bool = false) {
    self.path = path
    self.isConfined = isConfined
  }
}

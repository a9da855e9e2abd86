/// A file that a user named as the value of an input; it is read, or streamed, where it is needed.
public struct InputFile: Sendable, Hashable {
  /// The path, absolute or relative to the working directory; `-` is standard input.
  public var path: String

  /// Creates a file.
  ///
  /// - Parameter path: the path, absolute or relative to the working directory.
  public init(path: String) { self.path = path }
}

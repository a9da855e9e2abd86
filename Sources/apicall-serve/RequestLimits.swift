/// How much of a request the server takes.
enum RequestLimits {
  /// The most bytes of a request line.
  static let longestRequestLine = 8 << 10
  /// The most bytes of a head, and of the trailers after a body in chunks.
  static let longestHead = 64 << 10
  /// The most header fields of a request, and the most trailers.
  static let mostFields = 100
  /// The most bytes of a body.
  static let longestBody = 16 << 20
  /// The most bytes of the line before a chunk, extensions included.
  static let longestChunkLine = 1 << 10
  /// How long a head may take, from its first byte.
  static let longestHeadTime = Duration.seconds(10)
}

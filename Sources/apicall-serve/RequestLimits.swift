/// The limits of a request.
enum RequestLimits {
  /// The largest number of bytes in a request line.
  static let longestRequestLine = 8 << 10
  /// The largest number of bytes in a head, and in the trailers after a chunked body.
  static let longestHead = 64 << 10
  /// The largest number of header fields of a request, and of trailers.
  static let mostFields = 100
  /// The largest number of bytes in a body.
  static let longestBody = 16 << 20
  /// The largest number of bytes in the line before a chunk, extensions included.
  static let longestChunkLine = 1 << 10
  /// How long a head may take, from its first byte.
  static let longestHeadTime = Duration.seconds(10)
}

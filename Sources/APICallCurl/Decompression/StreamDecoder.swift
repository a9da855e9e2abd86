/// Decodes one content coding, piece by piece.
protocol StreamDecoder: AnyObject {
  var place: CodedPlace { get }

  /// Decodes some of the input: until it is used up, the output is full, or a part of the data ends.
  ///
  /// Returns the number of decoded bytes. Throws the problem if the input cannot be decoded.
  func decode(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionProblem) -> Int
}

/// A place in coded data.
enum CodedPlace {
  case start
  case middle
  /// After the last byte; in some codings, another part may follow.
  case end
}

extension ContentCoding {
  func makeDecoder() throws(DecompressionProblem) -> any StreamDecoder {
    switch self {
    case .gzip, .deflate: InflateDecoder(self)
    case .br: try BrotliDecoder()
    case .zstd: try ZstdDecoder()
    }
  }
}

/// Decodes one content coding, piece by piece.
protocol StreamDecoder: AnyObject {
  /// Where the decoder is in the coded data.
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
  /// Before the first byte.
  case start
  /// Between the first byte and the last one.
  case middle
  /// After the last byte; in some codings, another part may follow.
  case end
}

extension ContentCoding {
  /// Creates a decoder.
  func makeDecoder() throws(DecompressionProblem) -> any StreamDecoder {
    switch self {
    case .gzip, .deflate: InflateDecoder(self)
    case .br: try BrotliDecoder()
    case .zstd: try ZstdDecoder()
    }
  }
}

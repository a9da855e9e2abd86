import APICallHTTP

/// The text that a body is.
enum BodyText {
  /// Turns a body into text.
  ///
  /// - Parameters:
  ///   - octets: the body.
  ///   - settings: what is known of it: its charset.
  /// - Returns: the text; what has no place in its charset is replaced by U+FFFD.
  static func text(of octets: [UInt8], _ settings: DecodeSettings) -> String {
    let charset = settings.mediaType?.parameter("charset").flatMap { Charset(named: $0) }
    var converter = CharsetConverter(charset ?? .utf8, isStrict: false)
    var text: [UInt8] = []
    let take: (Span<UInt8>) -> Void = { piece in
      piece.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }
    // Nothing is thrown by one that is not strict.
    try? converter.convert(octets.span, take)
    try? converter.finish(take)
    return String(decoding: text, as: UTF8.self)
  }
}

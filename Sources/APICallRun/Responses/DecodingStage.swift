package import APICallBase
package import APICallHTTP

/// A decoder, and before it the conversion from the charset of the response to UTF-8.
package struct DecodingStage {
  private let entry: DecoderEntry
  private var decoder: any BodyDecoding
  private let charsetName: String
  private let isStrict: Bool
  private var converter: CharsetConverter?

  /// Creates a stage for one body.
  ///
  /// - Parameters:
  ///   - entry: the decoder.
  ///   - settings: what is known about the body, such as its charset.
  ///   - isStrict: whether text that is invalid in its charset is an error.
  package init(_ entry: DecoderEntry, _ settings: DecodeSettings, isStrict: Bool) {
    self.entry = entry
    self.isStrict = isStrict
    decoder = entry.make(settings)
    charsetName = settings.mediaType?.parameter("charset") ?? Charset.utf8.rawValue
  }

  /// Prepares for the first piece; called once.
  ///
  /// - Throws: ``DeliveryError/malformed(_:)`` for an unknown charset.
  package mutating func begin(_ values: any ValueReceiver) throws(DeliveryError) {
    if entry.usesCharset {
      guard let charset = Charset(named: charsetName) else {
        let known = Charset.allCases.map(\.rawValue).joined(separator: ", ")
        throw .malformed("unknown charset '\(charsetName)'; the known ones are \(known)")
      }
      converter = CharsetConverter(charset, isStrict: isStrict)
    }
    if entry.isStream { try values.beginStream() }
    try decoder.begin(values)
  }

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    guard converter != nil else { return try decoder.decode(bytes, to: values) }
    try converter?.convert(bytes) { (text) throws(DeliveryError) in
      if text.count > 0 { try decoder.decode(text, to: values) }
    }
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    try converter?.finish { (text) throws(DeliveryError) in
      if text.count > 0 { try decoder.decode(text, to: values) }
    }
    try decoder.end(values)
  }
}

/// A decoder with what comes before it: the charset of the answer turned into UTF-8.
struct DecodingStage {
  private let type: any ResponseDecoder.Type
  private var decoder: any ResponseDecoder
  private let charsetName: String
  private let isStrict: Bool
  private var converter: CharsetConverter?

  /// Creates a stage for one body.
  ///
  /// - Parameters:
  ///   - type: the decoder.
  ///   - settings: what is known of the body, its charset for one.
  ///   - isStrict: whether text that is not in its charset is an error.
  init(_ type: any ResponseDecoder.Type, _ settings: DecodeSettings, isStrict: Bool) {
    self.type = type
    self.isStrict = isStrict
    decoder = type.init(settings)
    charsetName = settings.mediaType?.parameter("charset") ?? Charset.utf8.rawValue
  }

  /// Called once before the first piece.
  ///
  /// - Throws: ``DeliveryError/malformed(_:)`` for a charset that nobody knows.
  mutating func begin(_ values: any ValueReceiver) throws(DeliveryError) {
    if type.usesCharset {
      guard let charset = Charset(named: charsetName) else {
        let known = Charset.allCases.map(\.rawValue).joined(separator: ", ")
        throw .malformed("unknown charset '\(charsetName)'; known are \(known)")
      }
      converter = CharsetConverter(charset, isStrict: isStrict)
    }
    if type.isStream { try values.beginStream() }
    try decoder.begin(values)
  }

  mutating func decode(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    guard converter != nil else { return try decoder.decode(octets, to: values) }
    try converter?.convert(octets) { (text) throws(DeliveryError) in
      if text.count > 0 { try decoder.decode(text, to: values) }
    }
  }

  mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    try converter?.finish { (text) throws(DeliveryError) in
      if text.count > 0 { try decoder.decode(text, to: values) }
    }
    try decoder.end(values)
  }
}

package import APICallBase
package import APICallHTTP
package import APICallSpec
package import JSONText

/// A response that is held in memory so that parts of it can be taken.
package struct BufferedResponse: Sendable {
  package let head: ResponseHead
  /// The trailer fields.
  let trailers: [ResponseHead.Field]
  /// The values of the body as JSON.
  ///
  /// There is one, or those of a stream; none if the body is empty or its media type is not JSON.
  package let values: [JSONValue]
  /// The body as it was received.
  let bytes: [UInt8]
  /// The media type of the body, for its charset.
  let mediaType: MediaType?
  let contents: ResponseContents

  /// The value of the body; of a stream the first one.
  package var body: JSONValue? { values.first }

  /// The document of that value, with the white space around it.
  var document: JSONDocument? { values.first?.document }

  /// Decodes a body.
  ///
  /// - Parameters:
  ///   - response: the response.
  ///   - decoder: the decoder for its media type, if there is one.
  ///   - settings: the settings of the decoder, and the maximum size of its values in bytes.
  /// - Throws: an error if the body does not match its media type.
  package init(
    _ response: Response, decoder: DecoderEntry?, _ settings: DecodeSettings = DecodeSettings()
  ) throws(DeliveryError) {
    head = response.head
    trailers = response.trailers
    bytes = response.body
    mediaType = settings.mediaType
    contents = ResponseContents(response.head, readBy: decoder?.name)
    guard !response.body.isEmpty, let decoder else {
      values = []
      return
    }
    values =
      decoder.isVerbatim && decoder.kind == .json && !decoder.usesCharset
      ? [try JSONValue(delivered: response.body)]
      : try Self.values(of: response.body, by: decoder, settings)
  }

  /// Decodes a body into one JSON text: its value, or the array of its values.
  ///
  /// - Parameters:
  ///   - bytes: the body.
  ///   - entry: the decoder.
  ///   - settings: the settings of the decoder, and the maximum size of its values in bytes.
  /// - Returns: the text; nil if there is no value.
  /// - Throws: an error if the body does not match its media type.
  package static func json(
    of bytes: [UInt8], by entry: DecoderEntry, _ settings: DecodeSettings
  ) throws(DeliveryError) -> [UInt8]? {
    var decoder = DecodingStage(entry, settings, isStrict: true)
    let joiner = Joiner(limit: settings.limit)
    try decoder.begin(joiner)
    try decoder.decode(bytes.span, to: joiner)
    try decoder.end(joiner)
    return joiner.json(asArray: entry.isStream)
  }

  /// Joins the values that a decoder finds, as long as they are JSON.
  private final class Joiner: ValueReceiver {
    private var text: [UInt8] = []
    private var count = 0
    private var kind: ValueKind?
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func json(asArray isArray: Bool) -> [UInt8]? {
      guard isArray || count > 1 else { return count == 1 ? text : nil }
      return [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
    }

    func beginStream() {}
    func begin(_ kind: ValueKind) {
      self.kind = kind
      guard kind == .json else { return }
      if count > 0 { text.append(UInt8(ascii: ",")) }
      count += 1
    }
    func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
      guard kind == .json else { return }
      guard bytes.count <= limit - text.count else { throw .tooLarge(limit: limit) }
      bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }
    func end() {}
  }

  private static func values(
    of bytes: [UInt8], by entry: DecoderEntry, _ settings: DecodeSettings
  ) throws(DeliveryError) -> [JSONValue] {
    var decoder = DecodingStage(entry, settings, isStrict: true)
    let collector = Collector(limit: settings.limit)
    try decoder.begin(collector)
    try decoder.decode(bytes.span, to: collector)
    try decoder.end(collector)
    return collector.values
  }

  /// Keeps the values that a decoder finds, as long as they are JSON.
  private final class Collector: ValueReceiver {
    var values: [JSONValue] = []
    private var kind: ValueKind?
    private let limit: Int
    private let held: BufferSink
    private var count = 0

    init(limit: Int) {
      self.limit = limit
      held = BufferSink(limit: limit)
    }

    func beginStream() {}
    func begin(_ kind: ValueKind) { self.kind = kind }
    func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
      guard kind == .json else { return }
      count += bytes.count
      guard count <= limit else { throw .tooLarge(limit: limit) }
      try held.write(bytes)
    }
    func end() throws(DeliveryError) {
      guard kind == .json else { return }
      values.append(try JSONValue(delivered: held.take()))
    }
  }
}

extension BufferedResponse {
  /// Takes a part of the response.
  ///
  /// - Parameters:
  ///   - selection: the part.
  ///   - endpoint: the call that declares the outputs.
  /// - Returns: the value.
  /// - Throws: a ``Failure`` with exit status 8 if the response has no such part.
  package func value(
    of selection: Selection, in endpoint: Endpoint
  ) throws(Failure) -> Value {
    switch selection {
    case .status: return try Self.number(head.status)
    case .header(let name):
      guard let value = head.header(name) else {
        throw Failure(.decoding, "the response has no header field '\(name)'")
      }
      return .text(value)
    case .output(let name):
      guard let output = endpoint.outputs.first(where: { $0.name == name }) else {
        throw Failure(.bug, "the output '\(name)' is not declared")
      }
      return try value(of: output)
    }
  }

  private static func number(_ number: Int) throws(Failure) -> Value {
    do {
      return try Value(json: String(number))
    } catch {
      throw Failure(.bug, "\(number) is not JSON")
    }
  }
}

extension JSONValue {
  /// Reads a body, or one value of it, that is a single JSON text.
  ///
  /// - Parameter bytes: the text.
  /// - Throws: ``DeliveryError/malformed(_:)`` if it is not JSON.
  init(delivered bytes: [UInt8]) throws(DeliveryError) {
    do {
      self = try JSONDocument(bytes).root
    } catch {
      throw .malformed(error.description)
    }
  }
}

/// Converts bodies to text.
enum BodyText {
  /// Converts a body to text.
  ///
  /// - Parameters:
  ///   - bytes: the body.
  ///   - settings: what is known about it: its charset.
  /// - Returns: the text; bytes that are invalid in the charset are replaced with U+FFFD.
  static func text(of bytes: [UInt8], _ settings: DecodeSettings) -> String {
    let charset = settings.mediaType?.parameter("charset").flatMap { Charset(named: $0) }
    var converter = CharsetConverter(charset ?? .utf8, isStrict: false)
    var text: [UInt8] = []
    let take: (Span<UInt8>) -> Void = { piece in
      piece.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }
    // A converter that is not strict does not throw.
    try? converter.convert(bytes.span, take)
    try? converter.finish(take)
    return String(decoding: text, as: UTF8.self)
  }
}

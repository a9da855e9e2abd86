package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallModel
package import APICallRequests
package import APICallText
package import JSONText

/// A response that is held in memory so that parts of it can be taken.
///
/// A class, since checks, outputs and formats pass it on, and it has a dozen parts.
package final class BufferedResponse: Sendable {
  package let head: ResponseHead
  let trailers: [ResponseHead.Field]
  /// There is one, or those of a stream; none if the body is empty or not JSON.
  package let values: [JSONNode]
  /// Whether its media type is not JSON, although its body is.
  let isUnlabelled: Bool
  /// Why there is nothing to select a value from; nil if there is, or if an empty body has no value.
  let fault: OtherKind?
  let bytes: [UInt8]
  let settings: DecodeSettings
  let contents: ResponseContents
  private let isStream: Bool

  /// The value of the body; of a stream the first one.
  package var body: JSONNode? { values.first }

  /// The values of a stream; none of a document.
  var streamValues: [JSONNode] { isStream || values.count > 1 ? values : [] }

  /// The document of that value, with the white space around it.
  var document: JSONDocument? { values.first?.document }

  /// Throws an error if the body does not match its media type.
  package init(
    _ response: ReceivedResponse, decoder: DecoderEntry?,
    _ settings: DecodeSettings = DecodeSettings(),
    of call: Call? = nil
  ) throws(DeliveryError) {
    head = response.head
    trailers = response.trailers
    bytes = response.body
    self.settings = settings
    isStream = decoder?.isStream == true
    contents = ResponseContents(response.head, readBy: decoder?.name, of: call)
    let body = response.body
    let isBlank = BodyOpening.visible(body[...]).isEmpty
    if let decoder, decoder.kind == .json {
      isUnlabelled = false
      fault = isBlank ? BodyOpening.faultOfEmpty(decoder, settings) : nil
      values =
        isBlank && (decoder.isDocument || body.isEmpty)
        ? [] : try Self.values(of: body, by: decoder, settings)
      return
    }
    // Many servers label JSON as text, or not at all.
    let document =
      settings.isNamed ? nil : UnlabelledJSON.document(in: Self.utf8(body, decoder, settings))
    isUnlabelled = document != nil
    values = document.map { [$0.root] } ?? []
    fault =
      isBlank || isUnlabelled
      ? nil : OtherKind(readAs: "json", settings, start: BodyOpening.visible(body[...]))
  }

  /// The text of a body in UTF-8; the body itself if it is not text, or not in its charset.
  private static func utf8(
    _ body: [UInt8], _ decoder: DecoderEntry?, _ settings: DecodeSettings
  ) -> [UInt8] {
    guard let decoder, decoder.usesCharset, !decoder.isExternal,
      let text = try? BodyText.text(of: body, by: decoder, settings)
    else { return body }
    return Array(text.utf8)
  }

  /// Decodes a body into one JSON text: its value, or the array of its values.
  ///
  /// media type.
  package static func json(
    of bytes: [UInt8], by entry: DecoderEntry, _ settings: DecodeSettings
  ) throws(DeliveryError) -> [UInt8]? {
    let decoder = DecodingStage(entry, settings)
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
  ) throws(DeliveryError) -> [JSONNode] {
    // A document that is JSON already need not be copied.
    if entry.isVerbatim, settings.charset == nil,
      try TextConversion(
        for: entry, settings) == nil
    {
      if let fault = BodyOpening.fault(in: bytes, entry, settings) { throw .otherKind(fault) }
      return [try JSONNode(delivered: bytes)]
    }
    let decoder = DecodingStage(entry, settings)
    let collector = Collector(limit: settings.limit)
    try decoder.begin(collector)
    try decoder.decode(bytes.span, to: collector)
    try decoder.end(collector)
    return collector.values
  }

  /// Keeps the values that a decoder finds, as long as they are JSON.
  private final class Collector: ValueReceiver {
    var values: [JSONNode] = []
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
      values.append(try JSONNode(delivered: held.take()))
    }
  }
}

extension BufferedResponse {
  /// Throws a ``Failure`` with exit status 8 if the response has no such part.
  package func value(
    of selection: Selection, in endpoint: EndpointSpec
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
    return try rethrowing(Value(json: String(number))) { (_: JSONSyntaxError) in
      Failure(.bug, "\(number) is not JSON")
    }
  }
}

extension JSONNode {
  /// Reads a body, or one value of it, that is a single JSON text.
  ///
  /// Throws ``DeliveryError/malformed(_:)`` if it is not JSON.
  init(delivered bytes: [UInt8]) throws(DeliveryError) {
    self = try rethrowing(JSONDocument(bytes).root) { DeliveryError($0) }
  }
}

/// Converts bodies to text.
enum BodyText {
  /// Throws ``DeliveryError/malformed(_:hint:)`` for an unknown charset, or a text that is not in
  /// its charset.
  static func text(
    of bytes: [UInt8], by entry: DecoderEntry, _ settings: DecodeSettings
  ) throws(DeliveryError) -> String {
    let stage = DecodingStage(entry, settings)
    let text = BufferedText()
    try stage.begin(text)
    try stage.decode(bytes.span, to: text)
    try stage.end(text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Keeps the text that a decoder passes on.
  private final class BufferedText: ValueReceiver {
    var bytes: [UInt8] = []

    func beginStream() {}
    func begin(_ kind: ValueKind) {}
    func receive(_ bytes: Span<UInt8>) {
      bytes.withUnsafeBufferPointer { self.bytes.append(contentsOf: $0) }
    }
    func end() {}
  }

  /// Returns the text; bytes that are invalid in the charset are replaced with U+FFFD.
  static func text(of bytes: [UInt8], _ settings: DecodeSettings) -> String {
    let charset =
      settings.charset
      ?? settings.mediaType?.parameter("charset").flatMap { Charset(named: $0) }
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

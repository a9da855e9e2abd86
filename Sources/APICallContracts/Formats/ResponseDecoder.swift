package import APICallBase
package import APICallHTTP

/// Turns the bytes of a response body into values, while they arrive.
///
/// The Content-Type of the response selects the decoder. The decoder passes each value on as bytes:
/// JSON text or plain text, in pieces of any size. If the body itself is the only value, the
/// decoder is a ``VerbatimDecoder``. This is a complete decoder of the other kind, which removes
/// line feeds:
///
/// ```swift
/// struct OneLineDecoder: ResponseDecoder {
///   static let name = "oneline"
///   static let summary = "Text, on one line."
///   static let mediaTypes = ["text/plain"]
///   static let kind = ValueKind.text
///   init() {}
///   func begin(_ values: any ValueReceiver) throws(DeliveryError) { try values.begin(.text) }
///   func decode(_ bytes: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError) {
///     let kept = bytes.indices.map { bytes[$0] }.filter { $0 != 0x0A }
///     try values.receive(kept.span)
///   }
///   func end(_ values: any ValueReceiver) throws(DeliveryError) { try values.end() }
/// }
/// ```
package protocol ResponseDecoder: BodyDecoding, SendableMetatype {
  /// The name in lists.
  static var name: String { get }
  /// A one-line description of what it reads.
  static var summary: String { get }
  /// The media types that it reads, as patterns for ``MediaType/matches(_:)``.
  static var mediaTypes: [String] { get }
  /// The kind of its values.
  static var kind: ValueKind { get }
  /// Whether its only value is the body itself; true only for a ``VerbatimDecoder`` by default.
  static var isVerbatim: Bool { get }
  /// Whether a body is a stream of any number of values; false by default.
  static var isStream: Bool { get }
  /// Whether a body may be endless, with pauses of any length; false by default.
  static var isLive: Bool { get }
  /// Whether its JSON values are known to be valid, because it has parsed or written them itself;
  /// false by default. Those of other decoders are checked when they are printed.
  static var checksJSON: Bool { get }
  /// Whether it reads text in the charset that the response names; it then receives it as UTF-8
  /// without a byte order mark. False by default: JSON, for example, is always UTF-8.
  static var usesCharset: Bool { get }
  /// Whether it reads any body, so that none is of another kind; by default, only if its values are
  /// text.
  static var acceptsAnyBody: Bool { get }
  /// Its options, besides the charset; none by default.
  static var options: [RoleOption] { get }
  /// Whether it checks that values have the names in ``DecodeSettings/columns``; false by default.
  static var checksMembers: Bool { get }

  init()

  init(_ settings: DecodeSettings)
}

extension ResponseDecoder {
  package static var isVerbatim: Bool { false }
  package static var isStream: Bool { false }
  package static var checksJSON: Bool { false }
  package static var usesCharset: Bool { false }
  package static var checksMembers: Bool { false }
  package static var options: [RoleOption] { [] }
  package static var acceptsAnyBody: Bool { kind == .text }

  package static var isLive: Bool { false }

  package init(_ settings: DecodeSettings) { self.init() }
}

/// The properties of a body, for a decoder.
package struct DecodeSettings: Sendable, Hashable {
  /// The media type of the response, for decoders that read its parameters; nil if it does not name
  /// one.
  package var mediaType: MediaType?
  /// The maximum number of bytes to hold in memory, of the body or of its decoded form.
  package var limit: Int
  package var options = OptionValues()
  package var exchange = ExchangeFacts()
  /// Whether the file or the user named the decoder, so that the media type does not matter.
  package var isNamed = false
  /// The charset in place of the one that the media type names; nil for that one.
  package var charset: Charset?
  /// The names that the header of a table, or an event, must have, since they are used.
  package var columns: [String] = []

  /// The option of all built-in decoders of text.
  package static let charsetOption = RoleOption(
    "charset", .words(Charset.allCases.map(\.rawValue)),
    "The charset of the text, whatever names another.", isRequired: false)

  package init(mediaType: MediaType? = nil, limit: Int = 64 << 20) {
    self.mediaType = mediaType
    self.limit = limit
  }
}

/// A decoder whose only value is the body itself; it declares only names.
package protocol VerbatimDecoder: ResponseDecoder {}

extension VerbatimDecoder {
  package static var isVerbatim: Bool { true }

  package mutating func begin(_ values: any ValueReceiver) throws(DeliveryError) {
    try values.begin(Self.kind)
  }

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    try values.receive(bytes)
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    try values.end()
  }
}

/// Receives the values that a decoder finds: for each one a beginning, pieces, and an end.
package protocol ValueReceiver: AnyObject {
  /// Declares that a stream of values follows rather than a single value, even if there is only
  /// one.
  ///
  /// It is called once, before the first value: for a decoder with `isStream`, and by a decoder
  /// that finds several values where there is usually one.
  func beginStream() throws(DeliveryError)

  func begin(_ kind: ValueKind) throws(DeliveryError)

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError)

  func end() throws(DeliveryError)
}

/// The kind of a value.
package enum ValueKind: Sendable, Hashable {
  /// The text of a JSON value (RFC 8259). It is not checked yet: its reader checks it, and throws
  /// ``DeliveryError/malformed(_:)`` if it is not valid.
  case json
  case text
  /// Bytes of a media type that no decoder reads.
  case bytes
}

/// A decoder for one body, created by a ``ResponseDecoder``.
package protocol BodyDecoding {
  /// Begins the body. Called once before the first piece; an empty body is never decoded.
  mutating func begin(_ values: any ValueReceiver) throws(DeliveryError)

  /// Throws ``DeliveryError/malformed(_:)`` if the body does not match its media type, and the
  /// errors of the receiver.
  mutating func decode(_ bytes: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError)

  /// Ends the body. Called once after the last piece.
  ///
  /// Throws ``DeliveryError/malformed(_:)`` if the body ends too early, and the errors of the
  /// receiver.
  mutating func end(_ values: any ValueReceiver) throws(DeliveryError)
}

extension BodyDecoding {
  /// Does nothing by default: values begin where the decoder finds them.
  package func begin(_ values: any ValueReceiver) {}
}

/// A decoder as an entry of a table: its properties and how to create it for a body.
///
/// It is an object, because a copy of a value of this size costs each call a look at its type.
package final class DecoderEntry: Sendable {
  package let name: String
  package let summary: String
  package let mediaTypes: [String]
  package let kind: ValueKind
  package let isVerbatim: Bool
  package let isStream: Bool
  package let isLive: Bool
  package let checksJSON: Bool
  package let usesCharset: Bool
  package let acceptsAnyBody: Bool
  package let checksMembers: Bool
  /// Whether it is an external program, which receives the facts about the exchange.
  package let isExternal: Bool
  private let ownOptions: [RoleOption]
  package let make: @Sendable (DecodeSettings) -> any BodyDecoding

  /// Creates the entry of an external program.
  package init(
    external name: String, summary: String, mediaTypes: [String], kind: ValueKind, isStream: Bool,
    options: [RoleOption], make: @escaping @Sendable (DecodeSettings) -> any BodyDecoding
  ) {
    self.name = name
    self.summary = summary
    self.mediaTypes = mediaTypes
    self.kind = kind
    self.isStream = isStream
    self.make = make
    ownOptions = options
    isExternal = true
    checksJSON = true
    isVerbatim = false
    isLive = false
    usesCharset = false
    acceptsAnyBody = true
    checksMembers = false
  }

  /// Creates the entry of a built-in decoder.
  package init(_ type: any ResponseDecoder.Type) {
    name = type.name
    summary = type.summary
    mediaTypes = type.mediaTypes
    kind = type.kind
    make = { type.init($0) }
    isVerbatim = type.isVerbatim
    isStream = type.isStream
    isLive = type.isLive
    checksJSON = type.checksJSON
    usesCharset = type.usesCharset
    acceptsAnyBody = type.acceptsAnyBody
    checksMembers = type.checksMembers
    isExternal = false
    ownOptions = type.options
  }

  package var options: [RoleOption] {
    isExternal || !readsText ? ownOptions : ownOptions + [DecodeSettings.charsetOption]
  }

  /// Whether it reads a document, which has a value if it is complete.
  package var isDocument: Bool { kind == .json && !isStream && !isExternal }

  /// Whether it reads text, which can be converted from another charset.
  package var readsText: Bool { usesCharset || kind == .json }
}

/// The facts about the exchange of a response that decoders and formatters receive; none is secret.
package struct ExchangeFacts: Sendable, Hashable {
  /// The method of the request; nil if it is not known.
  package var method: String?
  package var status: Int?
  package var contentType: String?

  package init() {}

  /// Whether the response has no body by its status or the method of its request (RFC 9110, section
  /// 6.4.1; a 205 has none by section 15.3.6).
  package var hasNoContent: Bool {
    switch status {
    case 204, 205, 304: true
    default: method == "HEAD"
    }
  }

  /// Whether the response is not an error.
  package var isSuccess: Bool { (status ?? 200) < 400 }
}

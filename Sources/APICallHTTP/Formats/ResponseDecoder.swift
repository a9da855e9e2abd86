package import APICallBase

/// Turns the octets of an answer's body into values, while they arrive.
///
/// The decoder is chosen by the answer's Content-Type. It passes each value on as octets: JSON text
/// or plain text, in pieces of any size. One that takes the body as it is for its one value is a
/// ``VerbatimDecoder``. A complete one of the other kind, which leaves out line feeds:
///
/// ```swift
/// struct OneLineDecoder: ResponseDecoder {
///   static let name = "oneline"
///   static let summary = "Text, on one line."
///   static let mediaTypes = ["text/plain"]
///   static let kind = ValueKind.text
///   init() {}
///   func begin(_ values: any ValueReceiver) throws(DeliveryError) { try values.begin(.text) }
///   func decode(_ octets: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError) {
///     let kept = octets.indices.map { octets[$0] }.filter { $0 != 0x0A }
///     try values.receive(kept.span)
///   }
///   func end(_ values: any ValueReceiver) throws(DeliveryError) { try values.end() }
/// }
/// ```
package protocol ResponseDecoder: BodyDecoding, SendableMetatype {
  /// The name by which it is listed.
  static var name: String { get }
  /// One line that says what it reads.
  static var summary: String { get }
  /// The media types it reads, as ``MediaType/matches(_:)`` takes them.
  static var mediaTypes: [String] { get }
  /// What its values are.
  static var kind: ValueKind { get }
  /// Whether its one value is the body as it came; no, unless it is a ``VerbatimDecoder``.
  static var isVerbatim: Bool { get }
  /// Whether a body is a stream of values, any number of them; no, unless it says so.
  static var isStream: Bool { get }
  /// Whether a body may go on for ever, with silences of any length; no, unless it says so.
  static var isLive: Bool { get }
  /// Whether its values of the kind JSON are JSON for certain, because it has read or written them
  /// itself; no, unless it says so. Those of the others are checked where they are printed.
  static var checksJSON: Bool { get }
  /// Whether it reads text in the charset that the answer names; it then gets it in UTF-8, without
  /// a byte order mark. No, unless it says so: JSON, for one, is always UTF-8.
  static var usesCharset: Bool { get }

  /// Creates a decoder for one body.
  init()

  /// Creates a decoder for a body of which more is known.
  ///
  /// - Parameter settings: what is known of it; most have no use for it.
  init(_ settings: DecodeSettings)
}

extension ResponseDecoder {
  /// No: a decoder makes something else of the body.
  package static var isVerbatim: Bool { false }
  /// No: a body is one value.
  package static var isStream: Bool { false }
  /// No: what it gives as JSON is checked on the way.
  package static var checksJSON: Bool { false }
  /// No: it reads octets.
  package static var usesCharset: Bool { false }

  /// No: who sends nothing for long has gone.
  package static var isLive: Bool { false }

  /// Creates a decoder that has no use for settings.
  ///
  /// - Parameter settings: what is known of the body.
  package init(_ settings: DecodeSettings) { self.init() }
}

/// What a decoder may want to know of a body.
package struct DecodeSettings: Sendable, Hashable {
  /// The answer's media type, for decoders that read its parameters; nil where it names none.
  package var mediaType: MediaType?
  /// The most octets to hold in memory: of the body, or of what is made of it.
  package var limit: Int
  /// The values of the decoder's options.
  package var options = OptionValues()
  /// The exchange that the body came in.
  package var exchange = ExchangeFacts()

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - mediaType: the answer's media type.
  ///   - limit: the most octets to hold; 64 MiB unless it is given.
  package init(mediaType: MediaType? = nil, limit: Int = 64 << 20) {
    self.mediaType = mediaType
    self.limit = limit
  }
}

/// A decoder whose one value is the body as it came: it says no more than its names.
package protocol VerbatimDecoder: ResponseDecoder {}

extension VerbatimDecoder {
  /// Yes: the value is the body as it came.
  package static var isVerbatim: Bool { true }

  /// Begins the one value that the body is.
  ///
  /// - Parameter values: who gets the value.
  /// - Throws: what the receiver of the value throws.
  package mutating func begin(_ values: any ValueReceiver) throws(DeliveryError) {
    try values.begin(Self.kind)
  }

  /// Passes a piece of the body on as it came.
  ///
  /// - Parameters:
  ///   - octets: the piece.
  ///   - values: who gets the value.
  /// - Throws: what the receiver of the value throws.
  package mutating func decode(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    try values.receive(octets)
  }

  /// Ends the one value that the body is.
  ///
  /// - Parameter values: who gets the value.
  /// - Throws: what the receiver of the value throws.
  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    try values.end()
  }
}

/// Takes values as a decoder finds them: for each a beginning, pieces, and an end.
package protocol ValueReceiver: AnyObject {
  /// What follows is a stream of values, and no single value, however many there are.
  ///
  /// Called once, before the first value: for a decoder that says `isStream`, and by one that finds
  /// several values where there is mostly one.
  ///
  /// - Throws: what the receiver of the values throws.
  func beginStream() throws(DeliveryError)

  /// A value begins.
  ///
  /// - Parameter kind: what its octets are.
  /// - Throws: what the receiver of the values throws.
  func begin(_ kind: ValueKind) throws(DeliveryError)

  /// The next piece of the value.
  ///
  /// - Parameter octets: the piece; valid only during the call.
  /// - Throws: a ``DeliveryError`` where it cannot be brought on.
  func receive(_ octets: Span<UInt8>) throws(DeliveryError)

  /// The value is complete.
  func end() throws(DeliveryError)
}

/// What the octets of a value are.
package enum ValueKind: Sendable, Hashable {
  /// The text of one JSON value (RFC 8259). Nobody has checked it yet: whoever reads it does, and
  /// throws ``DeliveryError/malformed(_:)`` where it is none.
  case json
  /// Plain text.
  case text
  /// Octets of a media type that no decoder knows.
  case octets
}

/// A decoder at work on one body: ``ResponseDecoder`` says how.
package protocol BodyDecoding {
  /// Called once before the first piece. A body that is empty is never decoded.
  ///
  /// - Parameter values: who gets the values.
  /// - Throws: what the receiver of the values throws.
  mutating func begin(_ values: any ValueReceiver) throws(DeliveryError)

  /// Takes the next piece of the body.
  ///
  /// - Parameters:
  ///   - octets: the piece; valid only during the call.
  ///   - values: who gets the values.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the body is not what its media type says, and what
  ///   the receiver of the values throws.
  mutating func decode(_ octets: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError)

  /// Called once after the last piece.
  ///
  /// - Parameter values: who gets the values.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the body ends too early, and what the receiver of the
  ///   values throws.
  mutating func end(_ values: any ValueReceiver) throws(DeliveryError)
}

extension BodyDecoding {
  /// Does nothing: values begin where they are found.
  package func begin(_ values: any ValueReceiver) {}
}

/// A decoder as it can be chosen: what is known of it before there is a body, and how one is made.
package struct DecoderEntry: Sendable {
  /// The name by which it is asked for.
  package let name: String
  /// One line that says what it reads.
  package let summary: String
  /// The media types it reads, as ``MediaType/matches(_:)`` takes them.
  package let mediaTypes: [String]
  /// What its values are.
  package let kind: ValueKind
  /// Whether its one value is the body as it came.
  package var isVerbatim = false
  /// Whether a body is a stream of values, any number of them.
  package var isStream = false
  /// Whether a body may go on for ever, with silences of any length.
  package var isLive = false
  /// Whether its values of the kind JSON are JSON for certain.
  package var checksJSON = false
  /// Whether it reads text in the charset that the answer names.
  package var usesCharset = false
  /// Whether a program of its own does the work, which is told of the exchange.
  package var isExternal = false
  /// What can be set.
  package var options: [RoleOption] = []
  /// Makes one for a body.
  package let make: @Sendable (DecodeSettings) -> any BodyDecoding

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: the name by which it is asked for.
  ///   - summary: one line that says what it reads.
  ///   - mediaTypes: the media types it reads.
  ///   - kind: what its values are.
  ///   - make: makes one for a body.
  package init(
    _ name: String, summary: String, mediaTypes: [String], kind: ValueKind,
    make: @escaping @Sendable (DecodeSettings) -> any BodyDecoding
  ) {
    self.name = name
    self.summary = summary
    self.mediaTypes = mediaTypes
    self.kind = kind
    self.make = make
  }

  /// Creates the entry of a decoder that is built in.
  ///
  /// - Parameter type: the decoder.
  package init(_ type: any ResponseDecoder.Type) {
    self.init(
      type.name, summary: type.summary, mediaTypes: type.mediaTypes, kind: type.kind
    ) { type.init($0) }
    isVerbatim = type.isVerbatim
    isStream = type.isStream
    isLive = type.isLive
    checksJSON = type.checksJSON
    usesCharset = type.usesCharset
  }
}

/// What decoders and formatters are told of the exchange that an answer came in: nothing of it is
/// secret.
package struct ExchangeFacts: Sendable, Hashable {
  /// The method of the request; nil where nobody knows.
  package var method: String?
  /// The status of the answer; nil where there is none.
  package var status: Int?
  /// The value of the answer's Content-Type; nil where it has none.
  package var contentType: String?

  /// Creates facts of an exchange of which nothing is known.
  package init() {}
}

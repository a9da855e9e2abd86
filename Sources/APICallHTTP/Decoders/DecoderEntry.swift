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

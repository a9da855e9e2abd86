package import APICallCore

/// The requesters, decoders, formatters and auth types that come with apicall.
///
/// To add one, write its file and name it here: commands, man page and tests go by this list.
package enum Builtins {
  package static let requesters: [RequesterEntry] = [
    FixtureRequester.entry,
    FailingRequester.entry,
  ]

  /// The first decoder that reads a media type gets the body.
  package static let decoders: [DecoderEntry] = [
    DecoderEntry(JSONResponseDecoder.self),
    DecoderEntry(NDJSONDecoder.self),
    DecoderEntry(SSEDecoder.self),
    DecoderEntry(FormDecoder.self),
    DecoderEntry(CSVDecoder.self),
    DecoderEntry(YAMLDecoder.self),
    DecoderEntry(TextResponseDecoder.self),
    DecoderEntry(HexDecoder.self),
  ]

  package static let formatters: [FormatterEntry] = [
    FormatterEntry(JSONFormatter.self),
    FormatterEntry(CompactFormatter.self),
    FormatterEntry(NDJSONFormatter.self),
    FormatterEntry(YAMLFormatter.self),
    FormatterEntry(TableFormatter.self),
    FormatterEntry(CSVFormatter.self),
    FormatterEntry(LinesFormatter.self),
    FormatterEntry(RawFormatter.self),
    FormatterEntry(ShellFormatter.self),
  ]

  package static let authTypes: [AuthEntry] = [
    AuthEntry(BasicAuth.self),
    AuthEntry(BearerAuth.self),
    AuthEntry(APIKeyAuth.self),
    AuthEntry(DigestAuth.self),
    AuthEntry(NetrcAuth.self),
  ]

  /// The names that a spec may use: what is here, and the requester of `APICallCurl`, which this
  /// target does not see.
  package static let vocabulary = EndpointReader.Vocabulary(
    formatters: formatters.map { $0.name }, requesters: ["curl"] + requesters.map(\.name),
    decoders: decoders, authTypes: authTypes)

  /// All of them, and requesters from elsewhere in front; of two that share a name the first is
  /// found.
  package static func registry(adding requesters: [RequesterEntry] = []) -> Registry {
    Registry(
      requesters: requesters + self.requesters, decoders: decoders, formatters: formatters,
      authTypes: authTypes)
  }
}

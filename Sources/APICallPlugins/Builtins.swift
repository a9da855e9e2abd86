package import APICallBase
package import APICallContracts
package import APICallModel

/// The built-in requesters, decoders, formatters, auth types and sources of secrets.
///
/// To add one, write its file and name it here. Commands, the man page and tests use this list.
package enum Builtins {
  package static let requesters: [RequesterEntry] = [
    ExampleRequester.entry,
    FailureRequester.entry,
  ]

  /// The decoders.
  ///
  /// The first one that reads a media type gets the body.
  package static let decoders: [DecoderEntry] = [
    DecoderEntry(JSONResponseDecoder.self),
    DecoderEntry(NDJSONDecoder.self),
    DecoderEntry(SSEDecoder.self),
    DecoderEntry(FormDecoder.self),
    DecoderEntry(CSVDecoder.self),
    DecoderEntry(YAMLDecoder.self),
    DecoderEntry(LinesDecoder.self),
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
    FormatterEntry(TSVFormatter.self),
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
    AuthEntry(OAuth2Auth.self),
    AuthEntry(OAuth1Auth.self),
    AuthEntry(SigV4Auth.self),
  ]

  /// The sources of secrets, in the order in which they are searched.
  package static func secretSources(
    variable: @escaping @Sendable (String) -> String?,
    variables: @escaping @Sendable () -> [String], file: SecretStorage
  ) -> [any SecretProvider] {
    [EnvironmentSecrets(variable: variable, variables: variables), FileSecrets(file)]
  }

  /// The built-in roles for reading specs without sending anything.
  ///
  /// The requester of `APICallCurl`, which this target does not import, has only its name.
  package static let readingRegistry = registry(adding: [
    RequesterEntry("curl", summary: "") { (_) throws(Failure) in
      throw Failure(.bug, "this registry is for reading, not for sending")
    }
  ])

  /// The built-in roles, preceded by other requesters.
  ///
  /// If two share a name, the first is used.
  package static func registry(adding requesters: [RequesterEntry] = []) -> Registry {
    Registry(
      requesters: requesters + self.requesters, decoders: decoders, formatters: formatters,
      authTypes: authTypes)
  }
}

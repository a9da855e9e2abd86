package import APICallBase
package import APICallHTTP
package import APICallSpec

/// The requesters, decoders, formatters, auth types and sources of secrets that come with apicall.
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

  /// The sources of secrets, in the order in which they are asked.
  ///
  /// - Parameters:
  ///   - variable: the value of a variable of the environment.
  ///   - variables: the names of all that are set.
  ///   - file: reads and writes the file of secrets.
  /// - Returns: the sources.
  package static func secretSources(
    variable: @escaping @Sendable (String) -> String?,
    variables: @escaping @Sendable () -> [String], file: SecretStorage
  ) -> [any SecretSource] {
    [EnvironmentSecrets(variable: variable, variables: variables), FileSecrets(file)]
  }

  /// What is here, for those who read specs and send nothing: of the requester of `APICallCurl`, which
  /// this target does not see, there is the name alone.
  package static let readingRegistry = registry(adding: [
    RequesterEntry("curl", summary: "") { (_) throws(Failure) in
      throw Failure(.bug, "requests are read here, and not sent")
    }
  ])

  /// All of them, and requesters from elsewhere in front; of two that share a name the first is
  /// found.
  package static func registry(adding requesters: [RequesterEntry] = []) -> Registry {
    Registry(
      requesters: requesters + self.requesters, decoders: decoders, formatters: formatters,
      authTypes: authTypes)
  }
}

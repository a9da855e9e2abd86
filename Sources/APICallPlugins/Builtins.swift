package import APICallCore

/// The requesters, decoders, formatters, auth types and sources of secrets that come with apicall.
///
/// To add one, write its file and name it here: commands, man page and tests go by this list.
package enum Builtins {
  package static let requesters: [Registry.RequesterEntry] = [
    FixtureRequester.entry,
    FailingRequester.entry,
  ]

  /// The first decoder that reads a media type gets the body.
  package static let decoders: [any ResponseDecoder.Type] = [
    JSONResponseDecoder.self,
    NDJSONDecoder.self,
    SSEDecoder.self,
    FormDecoder.self,
    CSVDecoder.self,
    YAMLDecoder.self,
    TextResponseDecoder.self,
    HexDecoder.self,
  ]

  package static let formatters: [any OutputFormatter.Type] = [
    JSONFormatter.self,
    CompactFormatter.self,
    NDJSONFormatter.self,
    YAMLFormatter.self,
    TableFormatter.self,
    CSVFormatter.self,
    LinesFormatter.self,
    RawFormatter.self,
    ShellFormatter.self,
  ]

  package static let authTypes: [any AuthType.Type] = [
    BasicAuth.self,
    BearerAuth.self,
    APIKeyAuth.self,
    DigestAuth.self,
    NetrcAuth.self,
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

  /// The names that a spec may use: what is here, and the requester of `APICallCurl`, which this
  /// target does not see.
  package static let vocabulary = EndpointReader.Vocabulary(
    formatters: formatters.map { $0.name }, requesters: ["curl"] + requesters.map(\.name),
    decoders: decoders, authTypes: authTypes)

  /// All of them, and requesters from elsewhere in front; of two that share a name the first is
  /// found.
  package static func registry(adding requesters: [Registry.RequesterEntry] = []) -> Registry {
    Registry(
      requesters: requesters + self.requesters, decoders: decoders, formatters: formatters,
      authTypes: authTypes)
  }
}

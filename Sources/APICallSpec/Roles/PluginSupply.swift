package import APICallBase
package import APICallHTTP

/// What is installed besides what is built in: asked only for names and media types that nothing
/// built in has.
package protocol PluginSupply: Sendable {
  /// Finds a requester.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil where none has that name.
  /// - Throws: a ``Failure`` where one has, and cannot be used.
  func requester(named name: String) throws(Failure) -> RequesterEntry?

  /// Finds a decoder.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil where none has that name.
  /// - Throws: a ``Failure`` where one has, and cannot be used.
  func decoder(named name: String) throws(Failure) -> DecoderEntry?

  /// Finds the decoder that reads a media type.
  ///
  /// - Parameter mediaType: the media type.
  /// - Returns: its entry; nil where none reads it, or none that does can be used.
  func decoder(for mediaType: MediaType) -> DecoderEntry?

  /// Finds a formatter.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil where none has that name.
  /// - Throws: a ``Failure`` where one has, and cannot be used.
  func formatter(named name: String) throws(Failure) -> FormatterEntry?

  /// Finds a way to authorise requests.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil where none has that name.
  /// - Throws: a ``Failure`` where one has, and cannot be used.
  func authType(named name: String) throws(Failure) -> AuthEntry?

  /// The way out where something is asked for that is known, and not installed.
  ///
  /// - Parameter name: the name that was asked for.
  /// - Returns: a hint; nil for names of which nothing is known.
  func advice(on name: String) -> String?

  /// The names that there are of a role, for "did you mean" and completion.
  func names(of role: Role) -> [String]
}

/// What can be chosen by name.
package enum Role: String, Sendable, Hashable, CaseIterable {
  case requester, auth, decoder, formatter, secret

  /// What messages call one of them.
  var noun: String {
    switch self {
    case .requester: "requester"
    case .auth: "auth type"
    case .decoder: "decoder"
    case .formatter: "format"
    case .secret: "secret source"
    }
  }
}

/// What there is to choose from: requesters, decoders, formatters and auth types by name.
package struct Registry: Sendable {
  /// A requester by name, and how one is made for a call.
  package struct RequesterEntry: Sendable {
    package let name: String
    package let summary: String
    /// Whether requests leave this machine, so that they may change something elsewhere.
    package let isRemote: Bool
    package let make: @Sendable (RequesterContext) throws(Failure) -> any Requester

    package init<Made: Requester>(
      _ type: Made.Type, isRemote: Bool = true,
      make: @escaping @Sendable (RequesterContext) throws(Failure) -> Made
    ) {
      name = type.name
      summary = type.summary
      self.isRemote = isRemote
      self.make = { (context) throws(Failure) in try make(context) }
    }
  }

  package var requesters: [RequesterEntry]
  package var decoders: [any ResponseDecoder.Type]
  package var formatters: [any OutputFormatter.Type]
  package var authTypes: [any AuthType.Type]

  package init(
    requesters: [RequesterEntry], decoders: [any ResponseDecoder.Type],
    formatters: [any OutputFormatter.Type], authTypes: [any AuthType.Type] = []
  ) {
    self.requesters = requesters
    self.decoders = decoders
    self.formatters = formatters
    self.authTypes = authTypes
  }

  /// The names that a spec may use.
  package var vocabulary: EndpointReader.Vocabulary {
    EndpointReader.Vocabulary(
      formatters: formatters.map { $0.name }, requesters: requesters.map(\.name),
      decoders: decoders, authTypes: authTypes)
  }

  /// Makes a requester.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - context: the call it is made for.
  /// - Returns: the requester.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name, or the requester's own.
  package func requester(
    named name: String, for context: RequesterContext
  ) throws(Failure) -> any Requester {
    guard let entry = requesters.first(where: { $0.name == name }) else {
      throw unknown("requester", name, among: requesters.map(\.name))
    }
    return try entry.make(context)
  }

  /// Whether what a requester sends may change something elsewhere.
  ///
  /// - Parameter name: the requester's name.
  /// - Returns: true for names that are not known, too.
  package func isRemote(_ name: String) -> Bool {
    requesters.first { $0.name == name }?.isRemote ?? true
  }

  /// Finds the decoder for a media type.
  package func decoder(for mediaType: MediaType) -> (any ResponseDecoder.Type)? {
    decoders.first { decoder in decoder.mediaTypes.contains { mediaType.matches($0) } }
  }

  /// Finds the decoder for the answer of an endpoint.
  ///
  /// - Parameters:
  ///   - mediaType: what the answer's Content-Type says; nil where it names no media type.
  ///   - endpoint: the endpoint, which may name a decoder.
  /// - Returns: the decoder that is named, else the one for the media type; nil where nobody knows
  ///   that.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name.
  package func decoder(
    of mediaType: MediaType?, to endpoint: Endpoint
  ) throws(Failure) -> (any ResponseDecoder.Type)? {
    if let name = endpoint.decode?.text { return try decoder(named: name) }
    return mediaType.flatMap { decoder(for: $0) }
  }

  /// Finds a decoder.
  ///
  /// - Parameter name: its name.
  /// - Returns: its type.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name.
  package func decoder(named name: String) throws(Failure) -> any ResponseDecoder.Type {
    guard let decoder = decoders.first(where: { $0.name == name }) else {
      throw unknown("decoder", name, among: decoders.map { $0.name })
    }
    return decoder
  }

  /// Finds a formatter.
  ///
  /// - Parameter name: its name.
  /// - Returns: its type.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name.
  package func formatter(named name: String) throws(Failure) -> any OutputFormatter.Type {
    guard let formatter = formatters.first(where: { $0.name == name }) else {
      throw unknown("format", name, among: formatters.map { $0.name })
    }
    return formatter
  }

  private func unknown(_ kind: String, _ name: String, among known: [String]) -> Failure {
    Failure(
      .usage, "unknown \(kind) '\(name)'",
      hint: Nearest.hint(for: name, among: known, noun: "\(kind)s"))
  }
}

/// The call that a requester is made for.
package struct RequesterContext: Sendable {
  package let endpoint: Endpoint
  package let director: any RequestDirector
  package let world: World

  package init(endpoint: Endpoint, director: any RequestDirector, world: World) {
    self.endpoint = endpoint
    self.director = director
    self.world = world
  }
}

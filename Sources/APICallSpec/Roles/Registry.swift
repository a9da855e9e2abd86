package import APICallBase
package import APICallHTTP

/// What there is to choose from: requesters, decoders, formatters and auth types by name.
///
/// What is built in comes first, and is all that is looked at where it has the name.
package struct Registry: Sendable {
  package var requesters: [RequesterEntry]
  package var decoders: [DecoderEntry]
  package var formatters: [FormatterEntry]
  package var authTypes: [AuthEntry]
  /// What is installed besides; nil where nothing is looked for.
  package var supply: (any PluginSupply)?
  /// What the command line sets of options.
  package var assignments: [OptionAssignment] = []

  package init(
    requesters: [RequesterEntry], decoders: [DecoderEntry], formatters: [FormatterEntry],
    authTypes: [AuthEntry] = []
  ) {
    self.requesters = requesters
    self.decoders = decoders
    self.formatters = formatters
    self.authTypes = authTypes
  }

  /// The names that a spec may use.
  package var vocabulary: EndpointReader.Vocabulary {
    var vocabulary = EndpointReader.Vocabulary(
      formatters: formatters.map { $0.name }, requesters: requesters.map(\.name),
      decoders: decoders, authTypes: authTypes)
    vocabulary.supply = supply
    vocabulary.assignments = assignments
    return vocabulary
  }

  /// Makes a requester.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - context: the call it is made for.
  /// - Returns: the requester.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name or an option that is wrong, or the
  ///   requester's own.
  package func requester(
    named name: String, for context: RequesterContext
  ) throws(Failure) -> any Requester {
    let entry = try requester(named: name)
    var context = context
    context.options = try values(
      of: entry.options, for: name, .requester, given: context.endpoint.requester)
    return try entry.make(context)
  }

  /// Finds a requester.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name.
  package func requester(named name: String) throws(Failure) -> RequesterEntry {
    if let entry = requesters.first(where: { $0.name == name }) { return entry }
    if let entry = try supply?.requester(named: name) { return entry }
    throw unknown(.requester, name, among: requesters.map(\.name))
  }

  /// Whether what a requester sends may change something elsewhere.
  ///
  /// - Parameter name: the requester's name.
  /// - Returns: true for names that are not known, too.
  package func isRemote(_ name: String) -> Bool {
    requesters.first { $0.name == name }?.isRemote ?? true
  }

  /// Finds the decoder for a media type: one that is built in, or one of a plugin where those would
  /// hand it on as text or do not know it.
  package func decoder(for mediaType: MediaType) -> DecoderEntry? {
    let builtin = decoders.first { decoder in
      decoder.mediaTypes.contains { mediaType.matches($0) }
    }
    if let builtin, builtin.kind != .text { return builtin }
    return supply?.decoder(for: mediaType) ?? builtin
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
  ) throws(Failure) -> DecoderEntry? {
    if let name = endpoint.decode?.text { return try decoder(named: name) }
    return mediaType.flatMap { decoder(for: $0) }
  }

  /// Finds a decoder.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name.
  package func decoder(named name: String) throws(Failure) -> DecoderEntry {
    if let entry = decoders.first(where: { $0.name == name }) { return entry }
    if let entry = try supply?.decoder(named: name) { return entry }
    throw unknown(.decoder, name, among: decoders.map { $0.name })
  }

  /// Finds a formatter.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name.
  package func formatter(named name: String) throws(Failure) -> FormatterEntry {
    if let entry = formatters.first(where: { $0.name == name }) { return entry }
    if let entry = try supply?.formatter(named: name) { return entry }
    throw unknown(.formatter, name, among: formatters.map { $0.name })
  }

  private func unknown(_ role: Role, _ name: String, among known: [String]) -> Failure {
    let known = known + (supply?.names(of: role) ?? [])
    return Failure(
      .usage, "unknown \(role.noun) '\(name)'",
      hint: supply?.advice(on: name)
        ?? Nearest.hint(for: name, among: known, noun: "\(role.noun)s"))
  }
}

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
  /// What is installed besides; nil if nothing is looked for.
  package var supply: (any PluginSupply)?
  /// What the command line sets of options.
  package var assignments: [OptionAssignment] = []

  package init(
    requesters: [RequesterEntry] = [], decoders: [DecoderEntry] = [],
    formatters: [FormatterEntry] = [], authTypes: [AuthEntry] = []
  ) {
    self.requesters = requesters
    self.decoders = decoders
    self.formatters = formatters
    self.authTypes = authTypes
  }

  /// The names that there are of a role, the first of each.
  package func names(of role: Role) -> [String] {
    let builtIn: [String] =
      switch role {
      case .formatter: formatters.map { $0.name }
      case .requester: requesters.map(\.name)
      case .decoder: decoders.map { $0.name }
      case .auth: authTypes.map { $0.name }
      case .secret: []
      }
    return (builtIn + (supply?.names(of: role) ?? [])).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The options of something that is built in or installed; nil if nothing has that name.
  func options(of role: Role, named name: String) throws(Failure) -> [RoleOption]? {
    switch role {
    case .formatter: try known(formatter: name)?.options
    case .requester: try known(requester: name)?.options
    case .decoder: try known(decoder: name)?.options
    case .auth: try authType(named: name)?.options
    case .secret: nil
    }
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
    try found(known(requester: name), .requester, name)
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

  /// Finds the decoder for the response of an endpoint.
  ///
  /// - Parameters:
  ///   - mediaType: what the response's Content-Type says; nil if it names no media type.
  ///   - endpoint: the endpoint, which may name a decoder.
  /// - Returns: the decoder that is named, else the one for the media type; nil if nobody knows
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
    try found(known(decoder: name), .decoder, name)
  }

  /// Finds a formatter.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry.
  /// - Throws: a ``Failure`` with exit status 64 for an unknown name.
  package func formatter(named name: String) throws(Failure) -> FormatterEntry {
    try found(known(formatter: name), .formatter, name)
  }

  /// Finds a way to authorise requests; nil if none has that name.
  func authType(named name: String) throws(Failure) -> AuthEntry? {
    if let entry = authTypes.first(where: { $0.name == name }) { return entry }
    return try supply?.authType(named: name)
  }

  private func known(requester name: String) throws(Failure) -> RequesterEntry? {
    if let entry = requesters.first(where: { $0.name == name }) { return entry }
    return try supply?.requester(named: name)
  }

  private func known(decoder name: String) throws(Failure) -> DecoderEntry? {
    if let entry = decoders.first(where: { $0.name == name }) { return entry }
    return try supply?.decoder(named: name)
  }

  private func known(formatter name: String) throws(Failure) -> FormatterEntry? {
    if let entry = formatters.first(where: { $0.name == name }) { return entry }
    return try supply?.formatter(named: name)
  }

  private func found<Entry>(
    _ entry: Entry?, _ role: Role, _ name: String
  ) throws(Failure) -> Entry {
    if let entry { return entry }
    throw Failure(.usage, "unknown \(role.noun) '\(name)'", hint: hint(for: name, as: role))
  }

  /// The way out where nothing has the name that is asked for.
  func hint(for name: String, as role: Role) -> String {
    supply?.advice(on: name)
      ?? Nearest.hint(for: name, among: names(of: role), noun: "\(role.noun)s")
  }

  /// What a server is asked for: the value of the Accept field (RFC 9110, section 12.5.1).
  ///
  /// It is short on purpose. Servers choose by it in crude ways: some take the first type they know
  /// wherever it stands, some send a stream to whoever mentions one. So it names one type, and that
  /// anything else is better than nothing: that of the decoder that is asked for, or of the first one
  /// there is. Servers of event streams often compare the whole field, which is then that type alone.
  ///
  /// - Parameter name: the decoder that is asked for, if any is.
  /// - Returns: such as `application/json, */*;q=0.5`.
  func accept(for name: String?) -> String {
    let decoder = name.map { try? known(decoder: $0) } ?? decoders.first
    // A suffix such as `*/*+json` is a pattern of ours, and none of HTTP.
    guard let decoder, let mediaType = decoder.mediaTypes.first(where: { !$0.hasPrefix("*") })
    else { return Endpoint.acceptsAnything }
    return decoder.isLive ? mediaType : "\(mediaType), \(Endpoint.acceptsAnything);q=0.5"
  }
}

/// What is installed besides what is built in: asked only for names and media types that nothing
/// built in has.
package protocol PluginSupply: Sendable {
  /// Finds a requester.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil if none has that name.
  /// - Throws: a ``Failure`` where one has, and cannot be used.
  func requester(named name: String) throws(Failure) -> RequesterEntry?

  /// Finds a decoder.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil if none has that name.
  /// - Throws: a ``Failure`` where one has, and cannot be used.
  func decoder(named name: String) throws(Failure) -> DecoderEntry?

  /// Finds the decoder that reads a media type.
  ///
  /// - Parameter mediaType: the media type.
  /// - Returns: its entry; nil if none reads it, or none that does can be used.
  func decoder(for mediaType: MediaType) -> DecoderEntry?

  /// Finds a formatter.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil if none has that name.
  /// - Throws: a ``Failure`` where one has, and cannot be used.
  func formatter(named name: String) throws(Failure) -> FormatterEntry?

  /// Finds a way to authorise requests.
  ///
  /// - Parameter name: its name.
  /// - Returns: its entry; nil if none has that name.
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

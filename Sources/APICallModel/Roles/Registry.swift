package import APICallBase
package import APICallContracts
package import APICallHTTP

/// The requesters, decoders, formatters and auth types, by name.
///
/// Built-in ones take precedence: plugins are searched only for other names.
package struct Registry: Sendable {
  package var requesters: [RequesterEntry]
  package var decoders: [DecoderEntry]
  package var formatters: [FormatterEntry]
  package var authTypes: [AuthEntry]
  /// The installed plugins; nil to use only built-in ones.
  package var supply: (any PluginSupply)?
  /// Whether plugins may send requests.
  package var pluginsSend = true
  /// The options that the command line sets.
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

  package func options(of role: Role, named name: String) throws(Failure) -> [RoleOption]? {
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
  /// Throws a ``Failure`` with exit status 64 for an unknown name or an invalid option, or the
  /// requester's own.
  package func requester(
    named name: String, for context: RequesterContext
  ) throws(Failure) -> any RequestSender {
    let entry = try requester(named: name)
    var context = context
    context.options = try values(
      of: entry.options, for: name, .requester, given: context.endpoint.requester)
    return try entry.make(context)
  }

  /// Finds a requester.
  ///
  /// Throws a ``Failure`` with exit status 64 for an unknown name.
  package func requester(named name: String) throws(Failure) -> RequesterEntry {
    try found(known(requester: name), .requester, name)
  }

  /// Whether requests that a requester sends may change something elsewhere.
  ///
  /// Returns whether they may; true for unknown names.
  package func isRemote(_ name: String) -> Bool {
    requesters.first { $0.name == name }?.isRemote ?? true
  }

  /// Finds the decoder for a media type: a built-in one, or that of a plugin if the built-in ones
  /// do not know the type or pass it on as text.
  package func decoder(for mediaType: MediaType) -> DecoderEntry? {
    let builtin = decoders.first { decoder in
      decoder.mediaTypes.contains { mediaType.matches($0) }
    }
    if let builtin, builtin.kind != .text { return builtin }
    return supply?.decoder(for: mediaType) ?? builtin
  }

  /// Finds the decoder for the response of an endpoint.
  ///
  /// Returns the decoder that the endpoint names, otherwise the one for the media type; nil if
  /// there is none. Throws a ``Failure`` with exit status 64 for an unknown name.
  package func decoder(
    of mediaType: MediaType?, to endpoint: EndpointSpec
  ) throws(Failure) -> DecoderEntry? {
    if let name = endpoint.decode?.text { return try decoder(named: name) }
    return mediaType.flatMap { decoder(for: $0) }
  }

  package func decoder(named name: String) throws(Failure) -> DecoderEntry {
    try found(known(decoder: name), .decoder, name)
  }

  package func formatter(named name: String) throws(Failure) -> FormatterEntry {
    try found(known(formatter: name), .formatter, name)
  }

  package func authType(named name: String) throws(Failure) -> AuthEntry? {
    if let entry = authTypes.first(where: { $0.name == name }) { return entry }
    return try supply?.authType(named: name)
  }

  private func known(requester name: String) throws(Failure) -> RequesterEntry? {
    if let entry = requesters.first(where: { $0.name == name }) { return entry }
    return pluginsSend ? try supply?.requester(named: name) : nil
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

  package func hint(for name: String, as role: Role) -> String {
    supply?.advice(on: name, as: role)
      ?? Nearest.hint(for: name, among: names(of: role), noun: "\(role.noun)s")
  }

  /// The value of the Accept field (RFC 9110, section 12.5.1).
  ///
  /// It is short on purpose, because many servers evaluate it in crude ways: some take the first
  /// type they know wherever it is, some send a stream if the field mentions one. So it names one
  /// type, that of the named decoder or of the first one, and accepts any other type with a lower
  /// weight. Servers of event streams often compare the whole field, which then contains only that
  /// type.
  ///
  /// Returns such as `application/json, */*;q=0.5`.
  package func accept(for name: String?) -> String {
    let decoder = name.map { try? known(decoder: $0) } ?? decoders.first
    // A suffix such as `*/*+json` is a pattern of apicall, not of HTTP.
    guard let decoder, let mediaType = decoder.mediaTypes.first(where: { !$0.hasPrefix("*") })
    else { return EndpointSpec.acceptsAnything }
    return decoder.isLive ? mediaType : "\(mediaType), \(EndpointSpec.acceptsAnything);q=0.5"
  }
}

/// The installed plugins, which are searched only for names and media types that are not built in.
///
/// A search returns nil if no plugin has the name, and throws a ``Failure`` if one has, but cannot be
/// used.
package protocol PluginSupply: Sendable {
  func requester(named name: String) throws(Failure) -> RequesterEntry?

  func decoder(named name: String) throws(Failure) -> DecoderEntry?

  /// Finds the decoder that reads a media type.
  ///
  /// Returns its entry; nil if none that reads it can be used.
  func decoder(for mediaType: MediaType) -> DecoderEntry?

  func formatter(named name: String) throws(Failure) -> FormatterEntry?

  func authType(named name: String) throws(Failure) -> AuthEntry?

  /// The hint for a known plugin that is not installed.
  func advice(on name: String, as role: Role) -> String?

  func names(of role: Role) -> [String]
}

/// A role, in which implementations are chosen by name.
package enum Role: String, Sendable, Hashable, CaseIterable {
  case requester, auth, decoder, formatter, secret

  package var noun: String {
    switch self {
    case .requester: "requester"
    case .auth: "auth type"
    case .decoder: "decoder"
    case .formatter: "format"
    case .secret: "secret source"
    }
  }
}

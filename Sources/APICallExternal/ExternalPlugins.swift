package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallModel
import APICallPluginKit
import Synchronization

/// The installed plugins, as roles that can be chosen by name.
///
/// A manifest is read when its name is requested, and a program is run when it is needed, or about
/// to be.
package final class ExternalPlugins: PluginSupply {
  private let catalog: PluginCatalog
  private let context: PluginContext
  private let exclusively: SecretExclusion
  // Arrays: a run uses few plugins.
  /// The plugins that were requested by name and exist.
  ///
  /// Each manifest is read once.
  private let found = Mutex<[(name: String, provider: PluginProvider)]>([])
  /// The decoders that were found for the media types of responses, including types without a
  /// decoder.
  private let byMediaType = Mutex<[(type: String, entry: DecoderEntry?)]>([])
  private let seats = Mutex<[ConversationSeat]>([])

  package init(
    _ catalog: PluginCatalog, in context: PluginContext,
    exclusively: @escaping SecretExclusion = { (work) throws(SecretProblem) in try work() }
  ) {
    self.catalog = catalog
    self.context = context
    self.exclusively = exclusively
  }

  package func requester(named name: String) throws(Failure) -> RequesterEntry? {
    guard let provider = try provider(of: .requester, named: name) else { return nil }
    var entry = RequesterEntry(name, summary: provider.plugin.manifest.summary) {
      [self] (context) throws(Failure) in
      ExternalRequester(
        role: provider.role, seat: seat(of: provider, as: name, context.options))
    }
    entry.options = provider.options
    return entry
  }

  package func decoder(named name: String) throws(Failure) -> DecoderEntry? {
    try provider(of: .decoder, named: name).map { decoder($0, as: name) }
  }

  package func decoder(for mediaType: MediaType) -> DecoderEntry? {
    let type = "\(mediaType.type)/\(mediaType.subtype)"
    if let known = byMediaType.withLock({ $0.first { $0.type == type } }) { return known.entry }
    let entry = catalog.decoder(for: mediaType).map {
      decoder($0, as: $0.role.names.first ?? $0.plugin.name)
    }
    byMediaType.withLock { $0.append((type, entry)) }
    return entry
  }

  private func decoder(_ provider: PluginProvider, as name: String) -> DecoderEntry {
    let products = ExternalDecoder.Products(provider.role.produces)
    return DecoderEntry(
      external: name, summary: provider.plugin.manifest.summary,
      mediaTypes: provider.role.accepts, kind: products == .text ? .text : .json,
      isStream: products == .lines, options: provider.options
    ) { [context] settings in
      ExternalDecoder(
        FilterOrder(provider, as: name, settings.exchange, settings.options, in: context),
        products: products, limit: settings.limit)
    }
  }

  package func formatter(named name: String) throws(Failure) -> FormatterEntry? {
    guard let provider = try provider(of: .formatter, named: name) else { return nil }
    var entry = FormatterEntry(
      name, summary: provider.plugin.manifest.summary,
      layout: ExternalFormatter.layout(of: provider.role)
    ) { [context] settings in
      ExternalFormatter(
        FilterOrder(provider, as: name, settings, in: context), as: provider.role,
        isAhead: settings.isAhead)
    }
    entry.isExternal = true
    entry.startsAhead = provider.role.start == .request
    entry.options = provider.options
    return entry
  }

  package func authType(named name: String) throws(Failure) -> AuthEntry? {
    guard let provider = try provider(of: .auth, named: name) else { return nil }
    return AuthEntry(
      name, summary: provider.plugin.manifest.summary, options: provider.options
    ) { [self] (values, context) throws(AuthProblem) in
      try ExternalAuth(provider, at: seat(of: provider, as: name, values), in: context)
    }
  }

  /// The installed sources of secrets, in the order of the catalogue.
  ///
  /// Nothing is run.
  package func secretSources() -> [any SecretProvider] {
    catalog.names(of: .secret).compactMap { name in
      guard let provider = try? provider(of: .secret, named: name) else { return nil }
      return ExternalSecretSource(
        provider: provider, name: name, context: context, exclusively: exclusively)
    }
  }

  /// The rate that a plugin keeps, for a run that knows the limit or leaves it to the plugin; nil if
  /// no plugin has the name.
  package func limiter(
    named name: String, limit: (requests: Int, seconds: Int)?, in world: World
  ) throws(Failure) -> (any SharedRate)? {
    try provider(of: .limiter, named: name).map {
      ExternalLimiter($0, as: name, limit: limit, in: context, world)
    }
  }

  package func limiterNames() -> [String] { catalog.names(of: .limiter) }

  package func advice(on name: String, as role: Role) -> String? {
    guard let plugin = BundledPlugin.all.first(where: { $0.name == name }) else { return nil }
    guard plugin.role == role else {
      return "'\(name)' is a \(plugin.role.noun), not a \(role.noun)"
        + (plugin.role == .decoder ? ": write 'decode: \(name)'" : "")
    }
    let library = plugin.package.map { "install \($0) and " } ?? ""
    return "the plugin '\(name)' is not installed: install the package apicall-plugin-\(name), or "
      + "\(library)run make and make install in the source"
  }

  package func names(of role: Role) -> [String] {
    guard let kind = PluginRole.Kind(rawValue: role.rawValue) else { return [] }
    return catalog.names(of: kind)
  }

  private func provider(
    of kind: PluginRole.Kind, named name: String
  ) throws(Failure) -> PluginProvider? {
    let known = found.withLock { $0.first { $0.name == name && $0.provider.role.kind == kind } }
    if let known { return known.provider }
    guard let provider = try catalog.provider(of: kind, named: name) else { return nil }
    found.withLock { $0.append((name, provider)) }
    return provider
  }

  /// The idle conversations of a call: its own, or those of the whole run.
  private func seat(
    of provider: PluginProvider, as name: String, _ options: OptionValues
  ) -> ConversationSeat {
    let seat = ConversationSeat(provider, as: name, options, in: context)
    guard provider.role.lifetime == .run else { return seat }
    return seats.withLock { seats in
      if let known = seats.first(where: { $0.serves(provider, as: name, options) }) { return known }
      seats.append(seat)
      return seat
    }
  }
}

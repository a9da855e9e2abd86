import APICallBase
import APICallHTTP
import APICallSpec

/// Chooses the way of an answer's body, as the output rules say.
struct BodyRouter {
  private let registry: Registry
  private let rules: OutputRules
  private let output: any ByteSink
  private let error: any ByteSink

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - registry: the formatters to choose from.
  ///   - rules: what is printed, and how.
  ///   - output: where bodies are printed to.
  ///   - error: where those are shown that do not belong there.
  init(registry: Registry, rules: OutputRules, output: any ByteSink, error: any ByteSink) {
    self.registry = registry
    self.rules = rules
    self.output = output
    self.error = error
  }

  /// Finds the way of a body.
  ///
  /// - Parameter body: the body.
  /// - Returns: where it goes.
  /// - Throws: a ``Failure`` with exit status 64 where a formatter is named that there is not.
  func route(for body: IncomingBody) throws(Failure) -> any BodyRoute {
    guard let judge = body.judge else { return try plannedRoute(for: body) }
    let isStream =
      body.decoder?.isStream == true && !body.call.isGraphQL && !judge.judgesText
    if isStream, !judge.problems.isEmpty { return UnseenBody(isRead: false) }
    let isOfContent = judge.judgesBody || body.call.isGraphQL
    if !isStream, judge.needsWholeBody, isOfContent || rules.asked.place != .file {
      return JudgedBody(body, by: judge, to: judgedRoute)
    }
    return try judge.problems.isEmpty
      ? plannedRoute(for: body) : judgedRoute(for: body.judged(isExpected: false))
  }

  /// Finds the way of a body that was judged.
  ///
  /// What is wrong with one that is kept from standard output has been said, part by part, but for
  /// the errors of GraphQL, of which more may be in it.
  private func judgedRoute(for body: IncomingBody) throws(Failure) -> any BodyRoute {
    if !body.isExpected, !body.call.isGraphQL,
      case .showOnStandardError = try plan(for: body)
    {
      return UnseenBody(isRead: true)
    }
    return try plannedRoute(for: body)
  }

  private func plan(for body: IncomingBody) throws(Failure) -> OutputRules.Plan {
    var isForPrograms = false
    if !body.isExpected, let format = rules.asked.format {
      isForPrograms = try registry.formatter(named: format).isForPrograms
    }
    return rules.plan(
      isExpected: body.isExpected, decoder: body.decoder, isForPrograms: isForPrograms)
  }

  private func plannedRoute(for body: IncomingBody) throws(Failure) -> any BodyRoute {
    switch try plan(for: body) {
    case .print(let format, let isDecoded):
      if !isDecoded, WatchedOctets.isFor(body), let watched = WatchedOctets(body, output: output) {
        return watched
      }
      let formatter = try formatter(named: format, for: body)
      return PrintedBody(body, formatter: formatter, isDecoded: isDecoded, output: output)
    case .printIfDecodable(let format):
      return DecodableBody(body, formatter: try formatter(named: format, for: body), output: output)
    case .select:
      let printer = SelectionPrinter(
        selections: rules.asked.parts, formatter: try partFormatter(body), output: output)
      return SelectedBody(body, printer: printer)
    case .selectValues(let path, let format):
      let form = try valueForm(format, body)
      return PrintedBody(body, by: ValueSelector(path, as: form, of: body, output: output))
    case .discard: return UnseenBody(isRead: true)
    case .showOnStandardError: return ErrorBody(body, output: error)
    case .envelope: return EnvelopeBody(body)
    }
  }

  /// The format of the parts that were asked for; plain ones have none, and raw is no different.
  private func partFormatter(_ body: IncomingBody) throws(Failure) -> (any ValueFormatting)? {
    guard let format = rules.asked.format, format != "raw" else { return nil }
    return try formatter(named: format, for: body)
  }

  private func valueForm(
    _ format: String?, _ body: IncomingBody
  ) throws(Failure) -> ValueSelector.Form {
    switch format {
    case nil: .plain(try formatter(named: "json", for: body))
    case "raw": .raw
    case let name?: .format(try formatter(named: name, for: body))
    }
  }

  private func formatter(
    named name: String, for body: IncomingBody
  ) throws(Failure) -> any ValueFormatting {
    if rules.asked.round == .values { return RoundValues() }
    let entry = try registry.formatter(named: name)
    var settings = rules.settings(limit: body.settings.limit)
    guard entry.isExternal else { return entry.make(settings) }
    settings.options = try registry.values(
      of: entry.options, for: name, .formatter, given: body.call.endpoint.format)
    settings.exchange = ExchangeFacts(body.call, body.head)
    return entry.make(settings)
  }
}

package import APICallBase
import APICallContracts
import APICallHTTP
package import APICallModel
package import APICallRequests
import APICallSafety
import JSONText

/// Chooses the destination of a response's body by the output rules.
package final class BodyRouter {
  private let registry: Registry
  let rules: OutputRules
  private let output: any ByteSink
  private let error: any ByteSink
  /// The formatter that was created ahead of the response; nil without one.
  private var ahead: (any ValueFormatting)?
  private var selector: ValueSelector?

  /// Whether what is selected was in no value so far, which is an error at the end.
  package var lacksName: Bool { selector?.lacksName ?? false }

  package init(registry: Registry, rules: OutputRules, output: any ByteSink, error: any ByteSink) {
    self.registry = registry
    self.rules = rules
    self.output = output
    self.error = error
  }

  /// Creates the named formatter ahead of the response, if it takes time to start.
  ///
  /// Of the calls of several files, each of which may wait for long, it creates none.
  ///
  /// Throws a ``Failure`` with exit status 64 if it does not take its options.
  package func startFormatter(for call: Call) throws(Failure) {
    let asked = rules.asked
    guard let name = asked.format, asked.iteration == nil, asked.file == nil,
      asked.content != .envelope, asked.content != .nothing
    else { return }
    let entry = try registry.formatter(named: name)
    guard entry.startsAhead else { return }
    var exchange = ExchangeFacts()
    exchange.method = call.request.method
    ahead = try formatter(entry, for: call, exchange, isAhead: true)
  }

  /// Throws a ``Failure`` with exit status 64 if the named formatter does not exist.
  package func route(
    for body: IncomingBody, heldBy held: BufferedBody? = nil,
    capturing capture: ResponseCapture? = nil
  ) throws(Failure) -> any BodyRoute {
    let judge = body.judge
    let isGood = judge?.problems.isEmpty != false
    // Nothing is taken from an unexpected response.
    let capture = isGood && capture?.wants(body) == true ? capture : nil
    let isCaptured = capture?.holds(body) == true
    let isStream =
      body.decoder?.isStream == true && !body.call.isGraphQL && judge?.judgesText != true
    if isStream, !isGood { return UnseenBody(isRead: false) }
    let isOfContent =
      judge?.judgesBody == true || judge?.judgesBytes == true || body.call.isGraphQL
    let isJudgedWhole =
      judge?.needsWholeBody == true && !isStream && (isOfContent || rules.asked.place != .file)
    if isJudgedWhole {
      return try BufferedRoute(
        body, heldBy: held, judgedBy: judge, for: capture, by: self,
        mayPass: !isOfContent && !isCaptured)
    }
    // The values of a stream are shown as they arrive, whatever else uses them.
    if held != nil || isCaptured && body.decoder?.isStream != true {
      return try BufferedRoute(body, heldBy: held, for: capture, by: self)
    }
    let route = try passage(for: isGood ? body : body.judged(isExpected: false))
    guard let capture else { return route }
    return CapturedBody(body, holds: isCaptured, for: capture, on: route)
  }

  /// Finds the destination of a body as it arrives.
  func passage(for body: IncomingBody) throws(Failure) -> any BodyRoute {
    if let route = try stream(body, try plan(for: body)) { return route }
    return try BufferedRoute(body, by: self)
  }

  func reader(
    for body: IncomingBody, heldBy held: BufferedBody
  ) throws(Failure) -> any BodyReader {
    let plan = try plan(for: body)
    switch plan {
    case .select:
      return SelectedBody(
        body, rules.asked.parts,
        printer: SelectionPrinter(try partFormatter(body), to: output), report: report(of: body))
    case .envelope: return EnvelopeBody(body, heldBy: held)
    default:
      guard let route = try stream(body, plan) else { return UnseenBody(isRead: true) }
      return route
    }
  }

  /// The problems of a checked body that is kept from standard output were reported part by part.
  ///
  /// The errors of GraphQL are an exception, since the body may contain more of them.
  func plan(for body: IncomingBody) throws(Failure) -> OutputRules.Plan {
    var isForPrograms = false
    if !body.isExpected, let format = rules.asked.format {
      isForPrograms = try registry.formatter(named: format).isForPrograms
    }
    let plan = rules.plan(
      isExpected: body.isExpected, decoder: body.decoder, isForPrograms: isForPrograms)
    if case .showOnStandardError = plan, body.isRefused, !body.call.isGraphQL {
      return .discard
    }
    return plan
  }

  private func stream(
    _ body: IncomingBody, _ plan: OutputRules.Plan
  ) throws(Failure) -> (any BodyRoute & BodyReader)? {
    switch plan {
    case .print(let format, let isDecoded):
      if !isDecoded, let watched = WatchedBytes(body, output: output) { return watched }
      let formatter = try formatter(named: format, for: body)
      let isOfRows = isDecoded ? try asksForRows(format) || asksForValues(of: body) : false
      if body.isUnlabelled && isOfRows || body.stop != nil && !body.mayHaveValues {
        return selected(.path(JSONPath.root), of: body, as: isDecoded ? .format(formatter) : .raw)
      }
      let body = body.using(columns: rules.asked.columns?.members ?? [])
      let printer = BodyPrinter(
        decoder: isDecoded ? body.decoder : nil, body.settings, formatter: formatter,
        until: body.stop, judge: body.valueJudge, isRead: isRead(body), output: output)
      return PrintedBody(body, by: printer, report: report(of: body))
    case .printIfDecodable(let format):
      return DecodableBody(body, formatter: try formatter(named: format, for: body), output: output)
    case .select, .envelope: return nil
    case .selectValues(let path, let format):
      return selected(.path(path), of: body, as: try valueForm(format, body))
    case .makeRows(let format):
      let form = try valueForm(format, body)
      let call = body.call
      let maker = try RowMaker(
        call.endpoint.rows.inEffect, in: call.scope, from: Provenance(.response), of: call.endpoint,
        refusingSecrets: rules.asked.refusesSecrets)
      return selected(.rows(maker), of: body, as: form)
    case .discard:
      // 'stop' has no effect on a document, unless it is expected.
      let isStream = body.decoder?.isStream == true
      guard isStream && body.stop != nil || body.stop?.failure != nil || body.valueJudge != nil
      else { return UnseenBody(isRead: true) }
      let printer = BodyPrinter(
        body.strictStage(), to: UnseenValues(), until: body.stop, judge: body.valueJudge,
        limit: body.settings.limit)
      return PrintedBody(body, by: printer) { _ in }
    case .showOnStandardError: return ErrorBody(body, output: error)
    }
  }

  /// Prints what is selected in the values of a body, or made of them.
  private func selected(
    _ content: ValueSelector.Content, of body: IncomingBody, as form: ValueSelector.Form
  ) -> PrintedBody {
    let selector = ValueSelector(content, as: form, of: body, output: output)
    self.selector = selector
    let printer = BodyPrinter(
      body.strictStage(), to: selector, until: body.stop, judge: body.valueJudge,
      limit: body.settings.limit)
    return PrintedBody(body, by: printer, report: report(of: body))
  }

  private func report(of body: IncomingBody) -> ([FormatRemark]) -> Void {
    { [rules, error] remarks in
      guard !remarks.isEmpty else { return }
      remarks.report(to: error, of: rules.asked.file, masking: body.redactor)
    }
  }

  private func asksForRows(_ format: String) throws(Failure) -> Bool {
    if rules.asked.columns != nil { return true }
    return try registry.formatter(named: rules.asked.format ?? format).hasColumns
  }

  /// Whether values are asked for of a page of HTML, which has none.
  private func asksForValues(of body: IncomingBody) -> Bool {
    body.isForeign && rules.asked.format != nil
  }

  /// Whether values are read from a body that is printed; if not, it is only shown, whatever it is.
  private func isRead(_ body: IncomingBody) -> Bool {
    let asked = rules.asked
    return asked.format != nil || asked.namesDecoder || body.valueJudge != nil || body.stop != nil
  }

  private func partFormatter(_ body: IncomingBody) throws(Failure) -> (any ValueFormatting)? {
    guard let format = rules.asked.format, format != StandardFormat.raw else { return nil }
    return try formatter(named: format, for: body)
  }

  private func valueForm(
    _ format: String?, _ body: IncomingBody
  ) throws(Failure) -> ValueSelector.Form {
    switch format {
    case nil: .plain(try formatter(named: StandardFormat.json, for: body))
    case StandardFormat.raw: .raw
    case let name?: .format(try formatter(named: name, for: body))
    }
  }

  private func formatter(
    named name: String, for body: IncomingBody
  ) throws(Failure) -> any ValueFormatting {
    if rules.asked.iteration == .values { return IterationValues() }
    if name == rules.asked.format, let ahead {
      self.ahead = nil
      return ahead
    }
    let entry = try registry.formatter(named: name)
    guard entry.isExternal else {
      return rules.make(entry, rules.settings(limit: body.settings.limit))
    }
    return try formatter(entry, for: body.call, ExchangeFacts(body.call.request.method, body.head))
  }

  private func formatter(
    _ entry: FormatterEntry, for call: Call, _ exchange: ExchangeFacts, isAhead: Bool = false
  ) throws(Failure) -> any ValueFormatting {
    var settings = rules.settings(limit: call.endpoint.heldLimit)
    settings.exchange = exchange
    settings.isAhead = isAhead
    return try rules.make(
      entry, of: registry, given: rules.asked.given ?? call.endpoint.format, settings)
  }
}

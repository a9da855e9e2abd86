import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText

/// Receives one response: checks its status, and sends its body where the output rules direct it.
final class JudgedReceiver: ExchangeReceiver {
  private let call: Call
  /// The call with the request that was sent last; a redirect, for example, replaces it.
  private(set) var latestCall: Call
  /// The number of attempts; only `retry` increases it.
  private(set) var attempts = 1
  private let registry: Registry
  private let streams: OutputStreams
  private let terminal: TerminalSink?
  private let router: BodyRouter
  private let observers: [any RunObserver]
  private let bodyObservers: [any RunObserver]
  private var head: ResponseHead?
  private let trailers = TrailerFields()
  private var route: (any BodyRoute)?
  /// Checks the response besides its status; nil if nothing else is expected.
  private var judge: ResponseJudge?
  private var failure: Failure?
  private let capture: ResponseCapture?
  private let poll: ResponsePoll?
  /// The response that is held until that is known; only the last one is shown.
  private var polled: (body: IncomingBody, held: BufferedBody)?
  private var problem: ProblemDetails?
  private var unexpectedPage: ErrorBody?
  private var count = 0
  /// The number of bytes that the body states to have as a part; nil if it states none.
  private var partLength: Int?
  /// The size limit of the body, in bytes.
  private var limit: Int?
  /// The origins to which the call was led, besides its own.
  private var origins: [Origin] = []
  /// The URLs to which redirects led, since the last request of the call itself.
  private var redirects: [RequestURL] = []
  private var bodySilence = BodySilence()
  let wantsProgress: Bool
  var isFull: Bool { streams.output.isFull }
  private(set) var timings = ExchangeTimings()
  private(set) var progress = ExchangeProgress()

  init(
    _ call: Call, registry: Registry, rules: OutputRules, streams: OutputStreams,
    observers: [any RunObserver] = [], capture: ResponseCapture? = nil, poll: ResponsePoll? = nil
  ) {
    self.call = call
    latestCall = call
    self.registry = registry
    self.streams = streams
    self.observers = observers
    self.capture = capture
    self.poll = poll
    wantsProgress = observers.contains { $0.wantsProgress }
    bodyObservers = observers.filter(\.wantsBody)
    terminal =
      rules.isTerminal ? TerminalSink(streams.output, showsStyles: rules.showsStyles) : nil
    let output: any ByteSink =
      terminal ?? (rules.showsStyles ? ColourSink(streams.output) : streams.output)
    router = BodyRouter(registry: registry, rules: rules, output: output, error: streams.error)
  }

  /// A redactor with the secrets of the call; it is created each time, since it is rarely needed.
  var redactor: Redactor {
    let redactor = Redactor(call)
    return head.map { redactor.knowing($0, of: call.endpoint) } ?? redactor
  }

  /// Whether what is selected was in no value so far.
  var lacksName: Bool { router.lacksName }

  /// Prepares for the response, before the request is on its way.
  func begin() throws(Failure) {
    // Of the responses that are polled for, only the last one is shown.
    if poll == nil { try router.startFormatter(for: call) }
  }

  func receive(_ head: ResponseHead) -> Demand {
    for observer in observers { observer.observe(.answered(head)) }
    guard let poll, poll.looks(at: head, of: call) else { return accept(head) }
    do throws(Failure) {
      let body = try IncomingBody(after: head, of: call, registry: registry, trailers: trailers)
      // Only the last response has to be as expected.
      polled = (body, BufferedBody(body.judged(isExpected: body.isExpected)))
      bodySilence = body.stop == nil ? BodySilence() : body.silence
      limit = body.isOfPages ? nil : call.endpoint.maxBody?.bytes
      return .more
    } catch {
      failure = error
      return .stop
    }
  }

  private func accept(_ head: ResponseHead, heldBy held: BufferedBody? = nil) -> Demand {
    let head = streams.file?.judge(head, of: call) ?? head
    self.head = head
    do throws(Failure) {
      if latestCall.isUnrequestedPart(head) { throw Failure(unrequestedPartOf: call) }
      if let file = streams.file, call.endpoint.expectation.accepts(head.status),
        try file.begin(head, of: call) == .stop
      {
        return .stop
      }
      partLength = try latestCall.lengthOfPart(in: head)
      let body = try IncomingBody(
        after: head, of: call, registry: registry, trailers: trailers)
      if !body.isExpected { problem = ProblemDetails(of: head) }
      judge = body.judge
      judge?.judge(latestCall.request.url, after: redirects)
      route = try router.route(for: body, heldBy: held, capturing: capture)
      capture?.note(head, of: latestCall, through: [call.request.url.origin] + origins)
      bodySilence = body.silence
      // The limit applies to each page, not to their items together.
      limit = body.isOfPages ? nil : call.endpoint.maxBody?.bytes
      return .more
    } catch {
      failure = error
      return .stop
    }
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    count += bytes.count
    if let limit, count > limit {
      failure = Failure(tooLarge: limit, call: call)
      // A part of the body would be mistaken for the whole.
      route = nil
      return .stop
    }
    bodySilence.note(bytes)
    for observer in bodyObservers { observer.observe(bytes) }
    do {
      if let polled {
        try polled.held.receive(bytes)
        return polled.held.wantsMore ? .more : .stop
      }
      problem?.receive(bytes)
      try route?.receive(bytes)
      return route?.wantsMore == false ? .stop : .more
    } catch {
      failure = Failure(error, call: call)
      return .stop
    }
  }

  func pause() -> Demand {
    if polled != nil { return .more }
    do {
      try streams.output.flush()
      return .more
    } catch {
      failure = Failure(error, call: call)
      return .stop
    }
  }

  var silence: Silence { bodySilence.now }

  func note(_ peer: Peer) {
    for observer in observers { observer.observe(.connected(peer)) }
  }

  func note(interim head: ResponseHead) {
    for observer in observers { observer.observe(.interim(head)) }
  }

  func note(trailers fields: [ResponseHead.Field]) {
    trailers.fields = fields
    for observer in observers { observer.observe(.trailed(fields)) }
  }

  func note(_ progress: ExchangeProgress) {
    self.progress = progress
    for observer in observers where observer.wantsProgress { observer.observe(.moved(progress)) }
  }

  func note(_ timings: ExchangeTimings) { self.timings = timings }

  func note(page head: ResponseHead) {
    for observer in observers { observer.observe(.answered(head)) }
    guard !call.endpoint.expectation.accepts(head.status),
      let body = try? IncomingBody(after: head, of: call, registry: registry)
    else { return }
    unexpectedPage = ErrorBody(body, output: streams.error)
  }

  func note(unexpectedPage bytes: Span<UInt8>) {
    // An error of showing the page does not change why the list ends.
    try? unexpectedPage?.receive(bytes)
  }

  func showUnexpectedPage() {
    guard let page = unexpectedPage else { return }
    unexpectedPage = nil
    // If both go to one terminal, the pages before it come first.
    try? terminal?.endLine()
    try? streams.output.flush()
    try? page.finish()
  }

  func note(further exchange: FurtherExchange) {
    if exchange.reason == .credentials {
      for observer in observers { observer.observe(.continuing(exchange)) }
      return
    }
    latestCall = latestCall.with(request: exchange.request)
    let origin = exchange.request.url.origin
    if origin != call.request.url.origin, !origins.contains(origin) { origins.append(origin) }
    switch exchange.reason {
    case .redirect: redirects.append(exchange.request.url)
    case .retry(_, let attempt, _): (attempts, redirects) = (attempt, [])
    case .page: redirects = []
    case .challenge, .credentials: break
    }
    if let head = exchange.response {
      for observer in observers { observer.observe(.answered(head)) }
    }
    for observer in observers { observer.observe(.continuing(exchange)) }
  }

  /// Ends the response: checks it, and prints what was held.
  ///
  /// Throws a ``Failure``: the error of the body, otherwise the failed expectations.
  func finish() throws(Failure) {
    if RunInterruption.isRaised { throw Failure(.interrupted, []) }
    if let polled {
      self.polled = nil
      if let failure { throw failure }
      try polled.held.finish()
      guard try isWanted(polled.body, polled.held) else { return }
      _ = accept(polled.body.head, heldBy: polled.held)
      problem?.receive(polled.held.bytes.span)
    }
    guard let head else { throw Failure(.protocolError, "there was no response") }
    judge?.judge(timings.total)
    if timings.total != nil { judge?.judgeVersion() }
    judge?.judge(trailers)
    if failure == nil { failure = lengthProblem }
    if failure == nil {
      do { try route?.finish() } catch { failure = error }
    }
    if let unexpected = unexpected(head) {
      // The response is checked first: an error page that cannot be shown is still an error page.
      guard let failure else { throw unexpected }
      guard failure.status == .decoding || failure.status == .expectation else { throw failure }
      // A body that does not match its media type cannot be checked, whatever else is wrong.
      let isOfStatus = !call.endpoint.expectation.accepts(head.status)
      let status = isOfStatus ? unexpected.status : failure.status
      throw Failure(status, unexpected.diagnostics + failure.diagnostics)
    }
    if let failure { throw failure }
  }

  private func isWanted(_ body: IncomingBody, _ held: BufferedBody) throws(Failure) -> Bool {
    poll?.judge(body, held)
    switch poll?.verdict {
    case .wanted, nil: return true
    case .again: return false
    case .hopeless(let problems):
      // The body usually contains the reason for the failure.
      try? ErrorBody(body, output: streams.error).read(held)
      throw Failure(.expectation, problems)
    case .undecodable(let failure): throw failure
    }
  }

  /// What is wrong with the length of a part, unless it was not read to its end.
  private var lengthProblem: Failure? {
    guard let partLength, count != partLength, route?.wantsMore != false else { return nil }
    let found = count < partLength ? "has only \(count)" : "has \(count) bytes instead"
    return Failure(
      otherPart: "\(found) of the \(partLength) bytes that its Content-Range states", of: call)
  }

  /// The failed expectations: the status, otherwise those of the file.
  private func unexpected(_ head: ResponseHead) -> Failure? {
    if !call.endpoint.expectation.accepts(head.status) {
      return Failure.unexpectedStatus(head, of: latestCall, saying: problem)
        .counting(attempts, of: call, after: head)
    }
    guard let problems = judge?.problems, !problems.isEmpty else { return nil }
    return Failure(.expectation, problems.inOrder(from: call.endpoint.source))
  }

  /// The exchange as far as the `retry` of a script around the call is concerned.
  func exchange(after error: ExchangeError?, at now: UTCTimestamp) -> FailedExchange {
    FailedExchange(
      status: error == nil ? head?.status : nil, kind: error.flatMap(RetryRule.kind),
      demandedPause: head?.retryAfter(now))
  }

  func envelope(of outcome: RunOutcome) -> Envelope {
    Envelope(call: call, head: head, body: route?.envelopeBody, outcome: outcome)
  }

  /// Flushes what was printed, however the response ended, and moves a terminal to the beginning of
  /// a line.
  func close() {
    try? terminal?.endLine()
    try? streams.output.flush()
  }
}

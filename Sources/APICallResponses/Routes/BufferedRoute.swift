import APICallBase
import APICallContracts
import APICallModel

/// A body that is held until it has arrived completely.
///
/// Then it is checked, goes to its destination, and other calls take what they use of it, in this
/// order. All of them read the same bytes and values.
final class BufferedRoute: BodyRoute {
  private let body: IncomingBody
  private let held: BufferedBody
  /// Checks the whole body; nil if nothing else is expected.
  private let judge: ResponseJudge?
  private let capture: ResponseCapture?
  private let router: BodyRouter
  /// The destination; nil if it depends on the check.
  private var reader: (any BodyReader)?
  /// The destination of a body that is too long to be held, and need not be.
  private var passage: (any BodyRoute)?
  private let mayPass: Bool
  /// Whether the body was held before, and is complete.
  private let isComplete: Bool

  init(
    _ body: IncomingBody, heldBy held: BufferedBody? = nil, judgedBy judge: ResponseJudge? = nil,
    for capture: ResponseCapture? = nil, by router: BodyRouter, mayPass: Bool = false
  ) throws(Failure) {
    self.body = body
    isComplete = held != nil
    let held = held ?? BufferedBody(body, isWatched: judge == nil)
    self.held = held
    self.judge = judge
    self.capture = capture
    self.router = router
    self.mayPass = mayPass
    reader = judge == nil ? try router.reader(for: body, heldBy: held) : nil
  }

  var wantsMore: Bool { passage?.wantsMore ?? held.wantsMore }
  var envelopeBody: EnvelopeBody? { reader as? EnvelopeBody }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    if let passage { return try passage.receive(bytes) }
    guard let judge, mayPass,
      held.bytes.count + bytes.count > body.settings.limit
    else {
      try held.receive(bytes)
      if held.isUndecided, !mayPass {
        try held.keepOnly(router.paths(usedOf: body, by: capture))
      }
      return
    }
    // The time of the exchange can also be checked afterwards.
    passage = try rethrowing(router.passage(for: body.judged(isExpected: judge.problems.isEmpty))) {
      (_: Failure) in DeliveryError.unexpected
    }
    try passage?.receive(held.take().span)
    try passage?.receive(bytes)
  }

  func finish() throws(Failure) {
    if let passage {
      try passage.finish()
      // Of the body itself, nothing is used.
      if body.judge?.problems.isEmpty != false { try capture?.take(nil, of: body) }
      return
    }
    if !isComplete { try held.finish() }
    var undecodable: Failure?
    if let judge {
      do throws(Failure) {
        if let problem = try GraphQLErrors(call: body.call).problem(in: held) {
          judge.note(problem)
        }
        if judge.judgesBytes {
          judge.judge(held.bytes, of: { (try? held.response())?.body }, text: { held.text })
        }
        if judge.judgesBody {
          let response = try held.response()
          try judge.checkKind(of: response)
          if judge.judgesTextOfBody { try held.checkCharset() }
          judge.judge(response) { held.text }
        }
      } catch {
        undecodable = error
      }
      let isExpected = judge.problems.isEmpty && undecodable == nil
      reader = try router.reader(for: body.judged(isExpected: isExpected), heldBy: held)
    }
    // Who prints the values judges them.
    if isComplete, judge == nil, !(reader is any PieceRoute) {
      try WatchedBytes.check(held, of: body)
    }
    try reader?.read(held)
    if let undecodable { throw undecodable }
    if let stop = body.stop, let failure = stop.failure,
      try !held.response().streamValues.contains(where: stop.holds)
    {
      throw failure
    }
    // Nothing is taken from an unexpected response.
    if body.judge?.problems.isEmpty != false { try capture?.take(held, of: body) }
  }
}

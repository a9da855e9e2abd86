import APICallBase
import APICallHTTP

/// A body that is held until it has come whole.
///
/// Then it is judged, goes where it is wanted, and other calls take what they use of it, in this order.
/// All of them read the same bytes and values.
final class HeldRoute: BodyRoute {
  private let body: IncomingBody
  private let held: HeldBody
  /// What judges the whole of it; nil if nothing does.
  private let judge: AnswerJudge?
  /// Takes what other calls use of it; nil if none do.
  private let capture: AnswerCapture?
  /// Finds where it goes, once it is known whether it is as it is expected.
  private let router: BodyRouter
  /// Where it goes; nil if that shows only when it was judged.
  private var reader: (any BodyReader)?
  /// Where it goes as it comes, since it is too long to be held and need not be.
  private var passage: (any BodyRoute)?
  /// Whether it may.
  private let mayPass: Bool

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - held: what holds it, where something does already.
  ///   - judge: what judges the whole of it; nil if nothing does.
  ///   - capture: takes what other calls use of it; nil if none do.
  ///   - router: finds where it goes.
  ///   - mayPass: whether it need not be held where it is too long for that.
  /// - Throws: what the router throws.
  init(
    _ body: IncomingBody, heldBy held: HeldBody? = nil, judgedBy judge: AnswerJudge? = nil,
    for capture: AnswerCapture? = nil, by router: BodyRouter, mayPass: Bool = false
  ) throws(Failure) {
    self.body = body
    let held = held ?? HeldBody(body, isWatched: judge == nil)
    self.held = held
    self.judge = judge
    self.capture = capture
    self.router = router
    self.mayPass = mayPass
    reader = judge == nil ? try router.reader(for: body, heldBy: held) : nil
  }

  var wantsMore: Bool { passage?.wantsMore ?? held.wantsMore }
  var envelopeBody: EnvelopeBody? { reader as? EnvelopeBody }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if let passage { return try passage.receive(octets) }
    guard let judge, mayPass,
      held.octets.count + octets.count > body.settings.limit
    else { return try held.receive(octets) }
    // How long it takes can be judged after it, too.
    do throws(Failure) {
      passage = try router.passage(for: body.judged(isExpected: judge.problems.isEmpty))
    } catch {
      throw .unexpected
    }
    try passage?.receive(held.take().span)
    try passage?.receive(octets)
  }

  func finish() throws(Failure) {
    if let passage { return try passage.finish() }
    var undecodable: Failure?
    if let judge {
      do throws(Failure) {
        if let problem = GraphQLErrors(of: body.call).problem(in: held) { judge.note(problem) }
        if judge.judgesBody { judge.judge(try held.answer()) { held.text } }
      } catch {
        undecodable = error
      }
      let isExpected = judge.problems.isEmpty && undecodable == nil
      reader = try router.reader(for: body.judged(isExpected: isExpected), heldBy: held)
    }
    try reader?.read(held)
    if let undecodable { throw undecodable }
    // What is not as it is expected leaves nothing.
    if body.judge?.problems.isEmpty != false { try capture?.take(held, of: body) }
  }
}

import APICallBase
import APICallHTTP

/// A body that is judged as a whole, before any of it is printed: it is held till then.
final class JudgedBody: BodyRoute {
  private let body: IncomingBody
  private let judge: AnswerJudge
  private let makeRoute: (IncomingBody) throws(Failure) -> any BodyRoute
  private var held: [UInt8] = []
  /// Where it goes, now that it is judged, or too long to be held.
  private var route: (any BodyRoute)?

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - judge: what judges it.
  ///   - makeRoute: where the body goes, once it is judged.
  init(
    _ body: IncomingBody, by judge: AnswerJudge,
    to makeRoute: @escaping (IncomingBody) throws(Failure) -> any BodyRoute
  ) {
    self.body = body
    self.judge = judge
    self.makeRoute = makeRoute
  }

  var wantsMore: Bool { route?.wantsMore ?? true }
  var envelopeBody: EnvelopeBody? { route?.envelopeBody }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if let route { return try route.receive(octets) }
    octets.withUnsafeBufferPointer { held.append(contentsOf: $0) }
    guard held.count > body.settings.limit else { return }
    let isOfContent = judge.judgesBody || body.call.isGraphQL
    guard !isOfContent else { throw .tooLarge(limit: body.settings.limit) }
    // How long it takes can be judged behind it, too.
    let octets = held
    held = []
    do {
      let route = try makeRoute(body.judged(isExpected: judge.problems.isEmpty))
      self.route = route
      try route.receive(octets.span)
    } catch let error as DeliveryError {
      throw error
    } catch {
      throw .unexpected
    }
  }

  func finish() throws(Failure) {
    if let route { return try route.finish() }
    let octets = held
    held = []
    var undecodable: Failure?
    if let problem = GraphQLErrors(of: body.call).problem(in: octets) { judge.note(problem) }
    do { try judge(octets) } catch { undecodable = error }
    let isExpected = judge.problems.isEmpty && undecodable == nil
    let route = try makeRoute(body.judged(isExpected: isExpected))
    self.route = route
    do {
      if !octets.isEmpty { try route.receive(octets.span) }
    } catch {
      throw Failure(error, call: body.call)
    }
    try route.finish()
    if let undecodable { throw undecodable }
  }

  private func judge(_ octets: [UInt8]) throws(Failure) {
    guard judge.judgesBody else { return }
    judge.judge(try HeldAnswer(body, octets)) { BodyText.text(of: octets, body.settings) }
  }
}

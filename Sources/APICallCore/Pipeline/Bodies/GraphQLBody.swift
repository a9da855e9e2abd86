import JSONText
import YAMLTree

/// The body of an answer to a GraphQL request: held, since an answer of status 200 may hold errors,
/// and judged before any of it is printed.
final class GraphQLBody: BodyRoute {
  /// How many errors are told, and how much of each.
  private static let toldErrors = 3
  private static let toldCharacters = 200

  private let body: IncomingBody
  private let mark: Mark
  private let makeRoute: (IncomingBody) throws(Failure) -> any BodyRoute
  private let held: BufferSink
  /// Where it goes, now that it is judged.
  private var route: (any BodyRoute)?

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - mark: where the spec says that it is GraphQL.
  ///   - makeRoute: where the body goes, once it is judged.
  init(
    _ body: IncomingBody, at mark: Mark,
    to makeRoute: @escaping (IncomingBody) throws(Failure) -> any BodyRoute
  ) {
    self.body = body
    self.mark = mark
    self.makeRoute = makeRoute
    held = BufferSink(limit: body.settings.limit)
  }

  var envelopeBody: EnvelopeBody? { route?.envelopeBody }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) { try held.write(octets) }

  func finish() throws(Failure) {
    let errors = errors(in: held.octets)
    var unexpected = errors.map { errors in
      Failure(.expectation, "\(body.call.title) answered with errors: \(errors)", at: mark)
    }
    do {
      let route = try makeRoute(body.judged(isExpected: errors == nil))
      self.route = route
      try pass(to: route)
    } catch {
      guard error.status == .decoding, unexpected != nil else { throw error }
      unexpected?.diagnostics += error.diagnostics
    }
    if let unexpected { throw unexpected }
  }

  private func pass(to route: any BodyRoute) throws(Failure) {
    let octets = held.take()
    do {
      if !octets.isEmpty { try route.receive(octets.span) }
    } catch {
      throw Failure(error, call: body.call)
    }
    try route.finish()
  }

  /// What `$.errors` says; nil where there are none.
  private func errors(in octets: [UInt8]) -> String? {
    guard let errors = try? JSONDocument(octets).root["errors"], !errors.isNull else { return nil }
    guard errors.kind == .array || errors.kind == .object else { return errors.text }
    guard errors.count > 0 else { return nil }
    let redactor = Redactor(body.call)
    guard errors.kind == .array else {
      return redactor.shortening(errors.text, to: Self.toldCharacters)
    }
    let told = errors.elements.prefix(Self.toldErrors).map { error in
      redactor.shortening(error["message"]?.string ?? error.text, to: Self.toldCharacters)
    }
    let more = errors.count - told.count
    return told.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }
}

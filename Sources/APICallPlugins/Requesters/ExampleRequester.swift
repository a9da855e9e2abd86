import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallModel
package import APICallRequests

/// Responds with the endpoint's own examples, without a network.
package struct ExampleRequester: NamedRequester {
  package static let name = "fixture"
  package static let summary = "Responds with the endpoint's own examples, without a network."

  package static let entry = RequesterEntry(Self.self, isRemote: false) {
    (context) throws(Failure) in
    Self(try ExampleIndex(of: context))
  }

  private let index: ExampleIndex

  package init(_ index: ExampleIndex) { self.index = index }

  package func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver
  ) async throws(ExchangeError) {
    let received = try ReceivedRequest(reading: request)
    guard let example = index.response(to: received) else {
      throw .failed(request, .noResponse, "no example of \(index.endpoint.file) has these inputs")
    }
    let body = example.response.body?.bytes ?? []
    if receiver.receive(example.head) == .more, !body.isEmpty { _ = receiver.receive(body.span) }
    guard receiver.wantsProgress else { return }
    let (sent, came) = (Int64(received.body.count), Int64(body.count))
    receiver.note(
      ExchangeProgress(
        sent: sent, toSend: sent > 0 ? sent : nil, received: came,
        toReceive: came > 0 ? came : nil))
  }
}

extension ExampleIndex {
  init(of context: RequesterContext) throws(Failure) {
    try self.init(context.endpoint, director: context.director, world: context.world)
  }
}

extension ReceivedRequest {
  init(reading request: OutgoingRequest) throws(ExchangeError) {
    do { self = try ReceivedRequest(request) } catch { throw .unreadableBody(error) }
  }
}

import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallModel
import APICallSafety

/// Responds with the request's own body.
package struct EchoRequester: NamedRequester {
  package static let name = "echo"
  package static let summary = "Responds with the request's own body."

  /// The entry, which makes a requester for a call; the context contains the endpoint.
  static let entry = RequesterEntry(Self.self) { (_) throws(Failure) in Self() }

  package func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver
  ) async throws(ExchangeError) {
    let type = request.headers.filter { $0.isNamed("Content-Type") }
      .map { ResponseHead.Field($0.name, $0.value.revealed) }
    guard receiver.receive(ResponseHead(status: 200, headers: type)) == .more else { return }
    guard let body = request.body else { return }
    let reader = RequestBodyReader(body)
    do throws(RequestBodyFailure) {
      while true {
        let piece = try reader.next(upTo: 64 << 10)
        if piece.isEmpty || receiver.receive(piece.span) == .stop { return }
      }
    } catch {
      throw .unreadableBody(error)
    }
  }
}

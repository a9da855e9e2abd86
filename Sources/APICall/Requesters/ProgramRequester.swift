import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel

/// A requester of the program, for the engine.
struct ProgramRequester: RequestSender {
  /// The name under which a client's registry has its requester.
  static let name = "program"

  let requester: any Requester
  let context: RequesterContext
  let loop: CurlLoop

  nonisolated(nonsending) func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver
  ) async throws(ExchangeError) {
    let request = Request(request, of: context)
    try await ProgramCode.run(for: request, to: receiver, on: loop) {
      (receiver) throws(RequestError) in
      try await requester.send(request, to: receiver)
    }
  }
}

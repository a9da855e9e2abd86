import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel

/// A requester of the program, for the engine.
struct ProgramRequester: APICallContracts.Requester {
  /// The name under which a client's registry has its requester.
  static let name = "program"

  let requester: any Requester
  let context: RequesterContext
  let loop: CurlLoop

  nonisolated(nonsending) func send(
    _ request: APICallHTTP.Request, to receiver: any APICallContracts.ResponseReceiver
  ) async throws(APICallContracts.RequestError) {
    let request = Request(request, of: context)
    try await ProgramCode.run(for: request, to: receiver, on: loop) {
      (receiver) throws(RequestError) in
      try await requester.send(request, to: receiver)
    }
  }
}

import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel

/// A requester of the program, for the engine.
struct ProgramRequester: APICallContracts.Requester {
  /// The name under which a client's registry has its requester.
  static let name = "program"

  private let requester: any Requester
  private let context: RequesterContext
  private let loop: CurlLoop

  init(_ requester: any Requester, for context: RequesterContext, on loop: CurlLoop) {
    self.requester = requester
    self.context = context
    self.loop = loop
  }

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

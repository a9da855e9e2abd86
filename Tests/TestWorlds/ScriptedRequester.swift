package import APICallContracts
package import APICallHTTP
package import APICallText

/// Sends a scripted response, in scripted pieces.
package struct ScriptedRequester: RequestSender {
  package static let name = "scripted"
  package static let summary = "Answers as it is told."

  package var head: ResponseHead?
  package var pieces: [[UInt8]] = []
  /// The error after the response.
  package var error: ExchangeError?
  /// The times it reports.
  package var timings: ExchangeTimings?

  package init(error: ExchangeError) { self.error = error }

  package init(
    _ status: Int, type: String? = "application/json", headers: [ResponseHead.Field] = [],
    _ body: String = "", error: ExchangeError? = nil
  ) {
    let types = type.map { [ResponseHead.Field("Content-Type", $0)] } ?? []
    head = ResponseHead(status: status, headers: types + headers)
    pieces = body.isEmpty ? [] : [Array(body.utf8)]
    self.error = error
  }

  package init(
    _ body: String, type: String? = "application/json", headers: [ResponseHead.Field] = [],
    error: ExchangeError? = nil
  ) {
    self.init(200, type: type, headers: headers, body, error: error)
  }

  package func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    if let timings { receiver.note(timings) }
    if let head {
      guard receiver.receive(head) == .more else { return }
      for piece in pieces { guard receiver.receive(piece.span) == .more else { return } }
    }
    if let error { throw error }
  }
}

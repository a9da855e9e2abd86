package import APICallHTTP

/// Sends requests by libcurl: HTTP/1.1 and HTTP/2 over TCP and TLS.
///
/// May be called from several tasks at once. Receivers run on the loop's thread. A request that
/// does no harm twice (RFC 9110, section 9.2.2) may go out anew when a connection that was kept
/// open turns out to be closed; no other is. One with a body that can be read again goes out anew
/// without Expect where a server answers 417 to that field.
///
/// Fields go out in the order they are in, but for Host, which libcurl puts first. A request with
/// Accept-Encoding has its answer decoded; one without, or with `identity` alone, gets the body as
/// it came. Of the codings that libcurl knows, also those are undone that were not named; any other
/// is an error, as are three codings in one another and a body that grows a thousandfold.
package struct CurlRequester: NamedRequester {
  /// What `requester:` in a spec and `--requester` call it.
  package static let name = "curl"
  /// What it is, in a line.
  package static let summary = "libcurl: HTTP/1.1 and HTTP/2 over TCP and TLS."

  private let loop: CurlLoop
  private let trust: TrustStore
  private let connection: ConnectionSettings?

  /// Creates a requester.
  ///
  /// - Parameters:
  ///   - loop: the thread that does the work.
  ///   - trust: which certificate authorities are trusted, unless the settings say so.
  ///   - connection: how connections are made; nil for the usual way.
  package init(
    loop: CurlLoop = .shared, trust: TrustStore = .system(), connection: ConnectionSettings? = nil
  ) {
    self.loop = loop
    self.trust = connection?.trust ?? trust
    self.connection = connection
  }

  /// Sends a request and hands the answer to a receiver, on the loop's thread.
  ///
  /// - Parameters:
  ///   - request: the request, complete.
  ///   - receiver: who gets the answer.
  /// - Throws: a `RequestError` where no complete answer came.
  package func send(
    _ request: Request, to receiver: any ResponseReceiver
  ) async throws(RequestError) {
    var request = request
    while true {
      switch await end(of: request, to: receiver) {
      case .answered: return
      case .failed(let error): throw error
      case .expectationFailed: request.headers.removeAll { $0.isNamed("Expect") }
      }
    }
  }

  private func end(of request: Request, to receiver: any ResponseReceiver) async -> TransferEnd {
    let ticket = Ticket()
    // The caller is suspended until the transfer has ended: the receiver has one user at a time.
    nonisolated(unsafe) let receiver = receiver
    return await withTaskCancellationHandler {
      // A checked one looks for what conforms to `Error` in the whole program, which is a twentieth of
      // a small call. An order is completed once: see `CurlMulti`.
      await withUnsafeContinuation { continuation in
        loop.perform { [trust, connection] multi in
          multi.begin(
            TransferOrder(
              request: request, receiver: receiver, trust: trust, connection: connection,
              ticket: ticket
            ) {
              continuation.resume(returning: $0)
            })
        }
      }
    } onCancel: {
      ticket.cancel()
      loop.perform { multi in multi.cancel(ticket) }
    }
  }
}

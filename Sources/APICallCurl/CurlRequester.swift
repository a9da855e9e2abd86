package import APICallHTTP
import CLibCurl
import Synchronization

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

  private func end(
    of request: Request, to receiver: any ResponseReceiver,
    isolation: isolated (any Actor)? = #isolation
  ) async -> TransferEnd {
    let ticket = Ticket()
    // The caller is suspended until the transfer has ended: the receiver has one user at a time.
    nonisolated(unsafe) let receiver = receiver
    return await withTaskCancellationHandler {
      // What runs the caller runs this, too: another executor would be another turn of the loop.
      _ = isolation
      // A checked one looks for what conforms to `Error` in the whole program, which is a twentieth of
      // a small call. An order is completed once: see `CurlMulti`.
      return await withUnsafeContinuation { continuation in
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

/// All that a loop needs to know to begin a transfer.
struct TransferOrder {
  var request: Request
  var receiver: any ResponseReceiver
  var trust: TrustStore
  var connection: ConnectionSettings?
  var ticket: Ticket
  /// Called once, on the loop's thread.
  var completion: (TransferEnd) -> Void
}

/// What a transfer came to.
enum TransferEnd {
  /// The receiver has the answer, or as much of it as it wanted.
  case answered
  /// There is no complete answer.
  case failed(RequestError)
  /// The server does not know the expectation to say beforehand whether it wants the body: without
  /// that, the request may go out anew (RFC 9110, section 10.1.1). The receiver heard nothing of it.
  case expectationFailed
}

/// Names something that is waited for on a loop, and tells whether its caller gave up.
///
/// A cancellation may overtake the order it is meant for, hence the flag.
final class Ticket: Sendable {
  private let flag = Atomic(false)

  /// Whether the caller gave up.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Notes that the caller gave up.
  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// The libraries that do the work, as `--version` names them.
package struct CurlVersion: Sendable, Hashable {
  /// The version of libcurl, such as `7.88.1`.
  package var curl: String
  /// The TLS library with its version, such as `OpenSSL/3.0.19`; empty where there is none.
  package var tls: String
  /// The HTTP/2 library with its version, such as `nghttp2/1.52.0`; empty where there is none.
  package var http2: String

  /// Asks libcurl, which starts nothing up for it (curl_version_info(3)).
  package static var linked: CurlVersion {
    let info = curl_shim_version_info().pointee
    let words = String(cString: curl_version()).split(separator: " ")
    return CurlVersion(
      curl: info.version.map { String(cString: $0) } ?? "",
      tls: info.ssl_version.map { String(cString: $0) } ?? "",
      http2: words.first { $0.hasPrefix("nghttp2/") }.map { String($0) } ?? "")
  }
}

package import APICallContracts
package import APICallHTTP
import APICallSafety
import CLibCurl
import Synchronization

/// Sends requests with libcurl: HTTP/1.1 and HTTP/2 over TCP and TLS.
///
/// It may be called from several tasks at once. Receivers run on the loop's thread. Only an
/// idempotent request (RFC 9110, section 9.2.2) may be sent again, when a reused connection turns
/// out to be closed. A request with a repeatable body is sent again without Expect if a server
/// responds to that field with 417.
///
/// Fields are sent in their order, except Host, which libcurl sends first. The response to a
/// request with Accept-Encoding is decoded; without that field, or with `identity` alone, the body
/// is passed on unchanged. All known codings are decoded, even those that the request does not name,
/// and must reach their own end. Any other coding is an error, as are more than five nested codings
/// and a body that grows a thousandfold.
package struct CurlSender: NamedRequester {
  /// The name for `requester:` in a spec and for `--requester`.
  package static let name = "curl"
  package static let summary = "libcurl: HTTP/1.1 and HTTP/2 over TCP and TLS."

  private let loop: CurlLoop
  private let systemTrust: TrustStore
  private let connection: CurlConnection?

  package init(
    loop: CurlLoop = .shared, trust: TrustStore = .system(), connection: CurlConnection? = nil
  ) {
    self.loop = loop
    systemTrust = trust
    self.connection = connection
  }

  /// The settings of a request: those of the user, and the identity of its server.
  private func settings(of request: OutgoingRequest) -> CurlConnection? {
    guard let identity = request.identity, identity.origins.contains(request.url.origin) else {
      return connection
    }
    var settings = connection ?? CurlConnection()
    settings.proxyTrust = settings.trust ?? systemTrust
    settings.trust = settings.trust ?? identity.authorities.map { TrustStore(file: $0) }
    settings.pins = settings.pins ?? identity.pins
    settings.clientCertificate =
      settings.clientCertificate
      ?? identity.certificate.map { ClientCertificate(file: $0, key: identity.key) }
    return settings
  }

  /// Sends a request and passes the response to a receiver, on the loop's thread.
  ///
  /// Throws an `ExchangeError` if there was no complete response.
  package func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver
  ) async throws(ExchangeError) {
    switch await end(of: request, to: receiver) {
    case .answered: return
    case .failed(let error): throw error
    case .expectationFailed:
      var request = request
      request.headers.removeAll { $0.isNamed("Expect") }
      try await send(request, to: receiver)
    }
  }

  private func end(
    of request: OutgoingRequest, to receiver: any ExchangeReceiver,
    isolation: isolated (any Actor)? = #isolation
  ) async -> TransferEnd {
    let ticket = Ticket()
    let connection = settings(of: request)
    let origin = request.url.origin
    if connection?.pins != nil, origin.scheme == .http {
      return .failed(
        .transport(
          ConnectionFailure(
            .tls, origin: origin, reason: "a server without TLS has no key that could be pinned",
            hint: "use https, or leave out the pin for this server")))
    }
    // The caller is suspended until the transfer has ended, so the receiver has one user at a time.
    nonisolated(unsafe) let order = TransferOrder(
      request: request, receiver: receiver, trust: connection?.trust ?? systemTrust,
      connection: connection, ticket: ticket)
    return await withTaskCancellationHandler {
      // The caller's executor runs this, too: another executor would cost another turn of the loop.
      _ = isolation
      // A checked continuation searches the whole program for types that conform to `Error`, which
      // takes a twentieth of a small call. An order is completed once: see `CurlMulti`.
      return await withUnsafeContinuation { continuation in
        loop.perform { multi in
          multi.begin(order) { continuation.resume(returning: $0) }
        }
      }
    } onCancel: {
      ticket.cancel()
      loop.perform { multi in multi.cancel(ticket) }
    }
  }
}

/// Everything that a loop needs to begin a transfer.
///
/// A class, since it passes several closures, each of which would copy the request.
final class TransferOrder {
  let request: OutgoingRequest
  let receiver: any ExchangeReceiver
  let trust: TrustStore
  let connection: CurlConnection?
  let ticket: Ticket

  init(
    request: OutgoingRequest, receiver: any ExchangeReceiver, trust: TrustStore,
    connection: CurlConnection?, ticket: Ticket
  ) {
    self.request = request
    self.receiver = receiver
    self.trust = trust
    self.connection = connection
    self.ticket = ticket
  }
}

/// The outcome of a transfer.
enum TransferEnd {
  /// The receiver has the response, or as much of it as it wanted.
  case answered
  case failed(ExchangeError)
  /// The server does not support the expectation of the request, so the request may be sent again
  /// without it (RFC 9110, section 10.1.1). The receiver got nothing.
  case expectationFailed
}

/// Identifies a transfer or wait on a loop, and records whether the caller cancelled it.
///
/// A cancellation may arrive before the order to which it belongs, hence the flag.
final class Ticket: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// The versions of the libraries, for `--version`.
package struct CurlVersion: Sendable, Hashable {
  /// The version of libcurl, such as `7.88.1`.
  package var curl: String
  /// The TLS library with its version, such as `OpenSSL/3.0.19`; empty without one.
  package var tls: String
  /// The HTTP/2 library with its version, such as `nghttp2/1.52.0`; empty without one.
  package var http2: String

  /// The linked libraries, as reported by libcurl without initialising it (curl_version_info(3)).
  package static var linked: CurlVersion {
    let info = curl_shim_version_info().pointee
    let words = String(cString: curl_version()).split(separator: " ")
    return CurlVersion(
      curl: info.version.map { String(cString: $0) } ?? "",
      tls: info.ssl_version.map { String(cString: $0) } ?? "",
      http2: words.first { $0.hasPrefix("nghttp2/") }.map { String($0) } ?? "")
  }
}

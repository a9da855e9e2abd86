import APICallContracts
import APICallHTTP
import APICallSafety
import Glibc
import Testing

@testable import APICallCurl

@Suite("The meaning of libcurl's codes")
struct CurlFailureTableTests {
  static let origin = Origin(scheme: .https, host: "example.com")

  private func failure(_ failure: CurlFailure) -> ConnectionFailure? {
    let error = failure.error(origin: Self.origin, limits: TimeLimits())
    guard case .transport(let transport) = error else { return nil }
    return transport
  }

  @Test("Every code has a kind, and a message in our form")
  func codes() {
    let kinds: [ConnectionFailure.Kind: [UInt32]] = [
      .hostNotFound: [5, 6],
      .cannotConnect: [7, 45, 89, 97],
      .tls: [35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98],
      .protocolViolation: [1, 8, 16, 23, 47, 61, 63, 95],
      .truncated: [18, 52, 55, 56, 92],
    ]
    for code: UInt32 in 1..<100 where ![3, 28, 42].contains(code) {
      let failure = failure(CurlFailure(code))
      let kind = kinds.first { $0.value.contains(code) }?.key ?? .other
      #expect(failure?.kind == kind, "code \(code)")
      let reason = failure?.reason ?? ""
      #expect(!reason.isEmpty && !reason.hasSuffix("."), "code \(code): \(reason)")
    }
  }

  @Test("Some codes are errors of another type")
  func others() {
    let limits = TimeLimits(connect: .seconds(7))
    func error(_ failure: CurlFailure) -> ExchangeError {
      failure.error(origin: Self.origin, limits: limits)
    }
    #expect(error(CurlFailure(3, text: "Bad URL.")) == .invalidURL("bad URL"))
    #expect(error(CurlFailure(42)) == .cancelled)
    #expect(error(CurlFailure(28)) == .timedOut(.connecting(after: .seconds(7))))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String { reason }
    var code: UInt32
    var text = ""
    var systemError: Int32 = 0
    var verifyResult = 0
    var kind: ConnectionFailure.Kind
    var reason: String
    var hint: String?
  }

  @Test(
    "Reasons are as precise as the available information",
    arguments: [
      Case(code: 7, systemError: EHOSTUNREACH, kind: .cannotConnect, reason: "no route to host"),
      Case(
        code: 28, systemError: ETIMEDOUT, kind: .cannotConnect, reason: "connection timed out"),
      Case(code: 55, systemError: EPIPE, kind: .truncated, reason: "broken pipe"),
      Case(code: 60, verifyResult: 9, kind: .tls, reason: "the certificate is not yet valid"),
      Case(
        code: 60, verifyResult: 20, kind: .tls,
        reason: "the certificate's CA is not trusted",
        hint: "use --cacert FILE to trust the CA certificates in a file"),
      Case(code: 60, verifyResult: 23, kind: .tls, reason: "the certificate is revoked"),
      Case(
        code: 35, text: "error:0A000438:SSL routines::tlsv1 alert internal error", kind: .tls,
        reason: "tlsv1 alert internal error"),
      Case(code: 35, systemError: ECONNRESET, kind: .tls, reason: "connection reset by peer"),
      Case(
        code: 92, text: "HTTP/2 stream 1 was not closed cleanly: CANCEL (err 8)", kind: .truncated,
        reason: "HTTP/2 stream 1 was not closed cleanly: CANCEL (err 8)"),
      Case(
        code: 97, text: "User was rejected by the SOCKS5 server (1 1).", kind: .cannotConnect,
        reason: "the proxy refused: user was rejected by the SOCKS5 server (1 1)"),
      Case(
        code: 16, text: "Error in the HTTP2 framing layer", kind: .protocolViolation,
        reason: "the server closed the HTTP/2 connection or sent invalid frames"),
      Case(
        code: 56,
        text: "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, "
          + "errno 0", kind: .tls, reason: "the server requires a client certificate",
        hint: "use --cert FILE, and --key FILE if the key is in another file"),
      Case(
        code: 90, kind: .tls, reason: "the server's key does not match the pinned keys",
        hint: "the traffic may be intercepted, or the server has a new key: ask its operator"),
    ])
  func reasons(example: Case) {
    let failure = failure(
      CurlFailure(
        example.code, text: example.text, systemError: example.systemError,
        verifyResult: example.verifyResult))
    #expect(
      failure
        == ConnectionFailure(
          example.kind, origin: Self.origin, reason: example.reason, hint: example.hint))
  }
}

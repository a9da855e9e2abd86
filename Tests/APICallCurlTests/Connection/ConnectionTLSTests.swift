import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import TestServers
import Testing

@Suite("TLS settings", .enabled(if: TLSServer.isThere), .timeLimit(.minutes(15)))
struct ConnectionTLSTests {
  private static let otherPin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  /// Gets a server's response: the status, or the error.
  private func get(
    _ server: TLSServer, hasLeftOrigin: Bool = false,
    _ change: (inout CurlConnection) throws -> Void
  ) throws -> String {
    var connection = CurlConnection()
    try change(&connection)
    let recorder = Recorder()
    var request = request(port: server.port, scheme: .https)
    request.hasLeftOrigin = hasLeftOrigin
    let outcome = exchange(request, recorder, connection: connection)
    if case .transport(let failure) = outcome.error { return failure.reason }
    return recorder.head.map { String($0.status) } ?? "\(String(describing: outcome.error))"
  }

  @Test("Named CA certificates are trusted, and an unchecked certificate passes")
  func trust() throws {
    let trusting = try TLSServer()
    defer { trusting.stop() }
    let trust = TrustStore(file: trusting.certificate)
    #expect(try get(trusting) { $0.trust = trust } == "200")
    let careless = try TLSServer(name: "DNS:example.com", isExpired: true)
    defer { careless.stop() }
    #expect(try get(careless) { $0.isInsecure = true } == "200")
  }

  @Test("A key that is not pinned is refused, even if the certificate is not checked")
  func pins() throws {
    let server = try TLSServer()
    defer { server.stop() }
    let reason = try get(server) {
      $0.isInsecure = true
      $0.pins = try KeyPins(Self.otherPin)
    }
    #expect(reason == "the server's key does not match the pinned keys")
  }

  @Test("A pinned key is not had without TLS, and nothing is sent")
  func pinsWithoutTLS() throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    var connection = CurlConnection()
    connection.pins = try KeyPins(Self.otherPin)
    let outcome = exchange(request(port: server.port), Recorder(), connection: connection)
    guard case .transport(let failure) = outcome.error else {
      Issue.record("\(outcome)")
      return
    }
    #expect(failure.kind == ConnectionFailure.Kind.tls)
    #expect(failure.reason == "a server without TLS has no key that could be pinned")
    #expect(server.requests.isEmpty)
  }

  @Test("A server without the requested TLS version is an error")
  func version() throws {
    let server = try TLSServer(version: "-tls1_2")
    defer { server.stop() }
    let reason = try get(server) {
      $0.isInsecure = true
      $0.minimumTLS = .tls13
    }
    #expect(reason == "the server does not speak TLS 1.3 or newer")
  }

  @Test(
    "A server that requires a client certificate gets one, or the error says so",
    arguments: ["", "-tls1_2"])
  func clientCertificate(version: String) throws {
    let asking = "-Verify 1 -verify_return_error -CAfile c.pem \(version)"
    let shown = try TLSServer(version: asking)
    defer { shown.stop() }
    let accepted = try get(shown) {
      $0.trust = TrustStore(file: shown.certificate)
      $0.clientCertificate = ClientCertificate(file: shown.certificate, key: shown.key)
    }
    #expect(accepted == "200")
    let missed = try TLSServer(version: asking)
    defer { missed.stop() }
    let reason = try get(missed) { $0.trust = TrustStore(file: missed.certificate) }
    #expect(
      reason
        == (version.isEmpty
          ? "the server requires a client certificate" : "sslv3 alert handshake failure"))
  }

  @Test("A redirect to another origin does not get the client certificate")
  func redirectedCertificate() throws {
    let server = try TLSServer(version: "-Verify 1 -verify_return_error -CAfile c.pem")
    defer { server.stop() }
    let reason = try get(server, hasLeftOrigin: true) {
      $0.trust = TrustStore(file: server.certificate)
      $0.clientCertificate = ClientCertificate(file: server.certificate, key: server.key)
    }
    #expect(reason == "the server requires a client certificate")
  }
}

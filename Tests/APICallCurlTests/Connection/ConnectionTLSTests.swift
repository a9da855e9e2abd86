import TestServers
import APICallBase
import APICallCurl
import APICallHTTP
import Testing

@Suite("TLS as the user asks for it", .enabled(if: TLSServer.isThere), .timeLimit(.minutes(15)))
struct ConnectionTLSTests {
  private static let otherPin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  /// What a GET of a server comes to: the status, or why there is none.
  private func get(
    _ server: TLSServer, hasLeftOrigin: Bool = false,
    _ change: (inout ConnectionSettings) throws -> Void
  ) throws -> String {
    var connection = ConnectionSettings()
    try change(&connection)
    let recorder = Recorder()
    var request = request(port: server.port, scheme: .https)
    request.hasLeftOrigin = hasLeftOrigin
    let outcome = exchange(request, recorder, connection: connection)
    if case .transport(let failure) = outcome.error { return failure.reason }
    return recorder.head.map { String($0.status) } ?? "\(String(describing: outcome.error))"
  }

  @Test("authorities that are named are trusted, and a certificate that is not checked passes")
  func trust() throws {
    let trusting = try TLSServer()
    defer { trusting.stop() }
    let trust = TrustStore(file: trusting.certificate)
    #expect(try get(trusting) { $0.trust = trust } == "200")
    let careless = try TLSServer(name: "DNS:example.com", isExpired: true)
    defer { careless.stop() }
    #expect(try get(careless) { $0.isInsecure = true } == "200")
  }

  @Test("a key that is not pinned is refused, though the certificate is not checked")
  func pins() throws {
    let server = try TLSServer()
    defer { server.stop() }
    let reason = try get(server) {
      $0.isInsecure = true
      $0.pins = try KeyPins(Self.otherPin)
    }
    #expect(reason == "the server's key does not match --pin")
  }

  @Test("a server without the version that is asked for is told")
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
    "a server that wants a certificate gets one, or says so",
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

  @Test("a server of another origin, to which a redirect leads, gets no certificate")
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

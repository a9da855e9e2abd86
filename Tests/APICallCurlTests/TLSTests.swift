import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import APICallText
import Glibc
import TestServers
import Testing

@Suite("Trust in TLS servers", .enabled(if: TLSServer.isThere), .timeLimit(.minutes(15)))
struct TLSTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var name = "IP:127.0.0.1"
    var isExpired = false
    var isTrusted = true
    var reason: String?
    var hint: String?
  }

  @Test(
    "A certificate must be trusted, match the host and be valid",
    arguments: [
      Case(testDescription: "trusted"),
      Case(
        testDescription: "self-signed", isTrusted: false, reason: "the certificate is self-signed",
        hint: "use --cacert FILE to trust the CA certificates in a file"),
      Case(
        testDescription: "another host", name: "DNS:example.com",
        reason: "the certificate is not for this host"),
      Case(
        testDescription: "expired", isExpired: true, reason: "the certificate has expired"),
    ])
  func certificate(example: Case) throws {
    let server = try TLSServer(name: example.name, isExpired: example.isExpired)
    defer { server.stop() }
    let request = request(port: server.port, scheme: .https)
    let recorder = Recorder()
    let trust = example.isTrusted ? TrustStore(file: server.certificate) : .system()
    let outcome = exchange(request, recorder, trust: trust)
    let failure = example.reason.map {
      ExchangeError.transport(
        ConnectionFailure(.tls, origin: request.url.origin, reason: $0, hint: example.hint))
    }
    #expect(outcome.error == failure)
    #expect(recorder.head?.status == (failure == nil ? 200 : nil))
    #expect((recorder.timings?.tls != nil) == (failure == nil))
  }

  @Test("A system without CA certificates is an error that names the way out")
  func noAuthorities() throws {
    let server = try TLSServer()
    defer { server.stop() }
    let request = request(port: server.port, scheme: .https)
    let file = "/nothing/ca.crt"
    #expect(
      exchange(request, Recorder(), trust: TrustStore(file: file)).error
        == .transport(
          ConnectionFailure(
            .tls, origin: request.url.origin, reason: "error setting certificate file: \(file)",
            hint: "install ca-certificates, set SSL_CERT_FILE to a file with CA certificates, or "
              + "use --cacert FILE")))
  }

  @Test(
    "openssl.cnf can forbid a TLS version, and versions before 1.2 are never used",
    arguments: [
      ("Protocol = -TLSv1.2", "-tls1_3", nil),
      ("Protocol = -TLSv1.2", "-tls1_2", "the server does not speak TLS 1.2 or newer"),
      ("", "-tls1_2", nil),
      ("", "-tls1_1 -cipher ALL:@SECLEVEL=0", "the server does not speak TLS 1.2 or newer"),
    ] as [(String, String, String?)])
  func version(setting: String, version: String, reason: String?) throws {
    let server = try TLSServer(version: version)
    defer { server.stop() }
    let output = try server.answer(underConfiguration: setting)
    if let reason {
      let origin = "https://127.0.0.1:\(server.port)"
      #expect(output == "apicall: no secure connection to \(origin): \(reason)\n")
    } else {
      #expect(output.hasPrefix("<HTML>"))
    }
  }

  @Test("The errors distinguish a server without TLS from an untrusted one")
  func plain() throws {
    let server = try ScriptedServer(
      .pause(.milliseconds(20)), .write("HTTP/1.1 400 Bad Request\r\n\r\n"), .silence)
    defer { server.stop() }
    let request = request(port: server.port, scheme: .https)
    #expect(
      exchange(request).error
        == .transport(
          ConnectionFailure(
            .tls, origin: request.url.origin, reason: "the server does not speak TLS")))
  }
}

extension TLSServer {
  /// Returns what the program `apicall` prints for a GET.
  ///
  /// It is a program because OpenSSL is configured once per process.
  ///
  /// The setting is a line for all TLS connections (SSL_CONF_cmd(3ssl)).
  fileprivate func answer(underConfiguration setting: String) throws -> String {
    let path = try #require(realpath("/proc/self/exe", nil))
    defer { free(path) }
    let program = String(cString: path).split(separator: "/").dropLast().joined(separator: "/")
    let script = """
      cd \(directory) && printf '%s\\n' 'openssl_conf = a' '[a]' 'ssl_conf = b' '[b]' \
      'system_default = c' '[c]' '\(setting)' >openssl.cnf &&
      printf '%s\\n' 'host: https://127.0.0.1:\(port)' 'path: /' >get.yaml &&
      export OPENSSL_CONF=openssl.cnf SSL_CERT_FILE=c.pem SSL_CERT_DIR= &&
      timeout 180 '/\(program)/apicall' run get.yaml 2>&1
      """
    let output = try #require(popen(script, "r"))
    defer { pclose(output) }
    var text = ""
    var line = [CChar](repeating: 0, count: 1000)
    while fgets(&line, 1000, output) != nil {
      text += String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
    return text
  }
}

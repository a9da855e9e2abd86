import APICallBase
import APICallCurl
import APICallHTTP
import Glibc
import Testing

@Suite("Whom TLS trusts", .enabled(if: TLSServer.isThere), .timeLimit(.minutes(15)))
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
    "a certificate has to be trusted, for this host, and still valid",
    arguments: [
      Case(testDescription: "trusted"),
      Case(
        testDescription: "self-signed", isTrusted: false, reason: "the certificate is self-signed",
        hint: "--cacert FILE trusts the authorities in a file"),
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
      RequestError.transport(
        TransportFailure(.tls, origin: request.url.origin, reason: $0, hint: example.hint))
    }
    #expect(outcome.error == failure)
    #expect(recorder.head?.status == (failure == nil ? 200 : nil))
    #expect((recorder.timings?.tls != nil) == (failure == nil))
  }

  @Test(
    "openssl.cnf may forbid a version of TLS, and none before 1.2 is spoken in any case",
    arguments: [
      ("Protocol = -TLSv1.2", "-tls1_3", nil),
      ("Protocol = -TLSv1.2", "-tls1_2", "the server speaks no TLS 1.2 or newer"),
      ("", "-tls1_2", nil),
      ("", "-tls1_1 -cipher ALL:@SECLEVEL=0", "the server speaks no TLS 1.2 or newer"),
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

  @Test("a server that does not speak TLS is told from one that cannot be trusted")
  func plain() throws {
    let server = try ScriptedServer(
      .pause(.milliseconds(20)), .write("HTTP/1.1 400 Bad Request\r\n\r\n"))
    defer { server.stop() }
    let request = request(port: server.port, scheme: .https)
    #expect(
      exchange(request).error
        == .transport(
          TransportFailure(
            .tls, origin: request.url.origin, reason: "the server does not speak TLS")))
  }
}

/// `openssl s_server` with a certificate of its own, for one connection.
struct TLSServer {
  let port: Int
  let certificate: String
  /// The file of the key; the certificate does for a client as well.
  var key: String { "\(directory)/k.pem" }
  private let directory: String
  private let output: UnsafeMutablePointer<FILE>

  /// Whether the machine has openssl(1).
  static let isThere = system("command -v openssl >/dev/null && command -v timeout >/dev/null") == 0

  /// Starts a server; the version is the only one of TLS that it speaks, as an option of s_server.
  init(name: String = "IP:127.0.0.1", isExpired: Bool = false, version: String = "") throws {
    var template = Array("/tmp/apicall-tls-XXXXXX\0".utf8CString)
    directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    certificate = "\(directory)/c.pem"
    let dates = isExpired ? "-startdate 20200101000000Z -enddate 20200102000000Z" : "-days 1"
    // Only `openssl ca` lets a certificate end in the past, hence the detour.
    let script = """
      cd \(directory) && exec 2>&1 </dev/null && touch index && printf '%s\\n' \
      '[ca]' default_ca=d '[d]' database=index new_certs_dir=. default_md=sha256 policy=p \
      rand_serial=yes '[p]' CN=supplied '[x]' subjectAltName=\(name) >conf &&
      openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout k.pem \
      -subj /CN=x -out r.pem >log 2>&1 &&
      openssl ca -batch -selfsign -config conf -extensions x -keyfile k.pem -in r.pem -out c.pem \
      -notext \(dates) >>log 2>&1 &&
      exec timeout 5 openssl s_server -accept 127.0.0.1:0 -naccept 1 -cert c.pem -key k.pem -www \
      \(version)
      """
    output = try #require(popen(script, "r"))
    var found: Int?
    var line = [CChar](repeating: 0, count: 200)
    while found == nil, fgets(&line, 200, output) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      if text.hasPrefix("ACCEPT ") {
        found = text.split(separator: ":").last.flatMap { Int($0.dropLast()) }
      }
    }
    port = try #require(found)
  }

  /// What the program `apicall` prints for a GET; a program, as OpenSSL is configured once in each.
  ///
  /// The setting is a line for all TLS connections (SSL_CONF_cmd(3ssl)).
  func answer(underConfiguration setting: String) throws -> String {
    let path = try #require(realpath("/proc/self/exe", nil))
    defer { free(path) }
    let program = String(cString: path).split(separator: "/").dropLast().joined(separator: "/")
    let script = """
      cd \(directory) && printf '%s\\n' 'openssl_conf = a' '[a]' 'ssl_conf = b' '[b]' \
      'system_default = c' '[c]' '\(setting)' >openssl.cnf &&
      printf '%s\\n' 'host: https://127.0.0.1:\(port)' 'path: /' >get.yaml &&
      export OPENSSL_CONF=openssl.cnf SSL_CERT_FILE=c.pem SSL_CERT_DIR= &&
      timeout 5 '/\(program)/apicall' run get.yaml 2>&1
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

  /// Waits for the server's end and removes its files.
  func stop() {
    pclose(output)
    _ = system("rm -f \(directory)/* && rmdir \(directory)")
  }
}

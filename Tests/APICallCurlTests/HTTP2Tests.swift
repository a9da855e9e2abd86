import APICallBase
import APICallCurl
import APICallHTTP
import Glibc
import Testing

@Suite("HTTP/2", .enabled(if: HTTP2Server.isThere), .timeLimit(.minutes(15)))
struct HTTP2Tests {
  @Test("is spoken where the server offers it, with the same outcome")
  func exchanges() throws {
    let server = try HTTP2Server()
    defer { server.stop() }
    let trust = TrustStore(file: server.certificate)
    let recorder = Recorder()
    let found = exchange(
      request(port: server.port, path: "/body", scheme: .https), recorder, trust: trust)
    #expect(found.error == nil)
    #expect(recorder.head?.version == "HTTP/2" && recorder.head?.status == 200)
    #expect(recorder.head?.reason == "" && recorder.head?.header("content-length") == "300000")
    #expect(recorder.body == [UInt8](repeating: UInt8(ascii: "x"), count: 300_000))

    let nothing = Recorder()
    let missing = exchange(
      request(port: server.port, path: "/none", scheme: .https), nothing, trust: trust)
    #expect(missing.error == nil && nothing.head?.status == 404)

    let echo = Recorder()
    let posted = request(
      "POST", port: server.port, path: "/body", scheme: .https,
      headers: [("Content-Length", "5")], body: "hello")
    #expect(exchange(posted, echo, trust: trust).error == nil)
    #expect(echo.text == "hello")
  }

  @Test("a body without a length goes out without chunks, which HTTP/2 has none of")
  func streams() throws {
    let server = try HTTP2Server()
    defer { server.stop() }
    let pipe = try ScratchPipe(["one", "two"])
    let echo = Recorder()
    let posted = request(
      "POST", port: server.port, path: "/body", scheme: .https,
      headers: [("Transfer-Encoding", "chunked")],
      body: .pieces([.octets("<"), try pipe.piece(), .octets(">")]))
    let outcome = exchange(posted, echo, trust: TrustStore(file: server.certificate))
    #expect(outcome.error == nil)
    #expect(echo.head?.version == "HTTP/2" && echo.text == "<onetwo>")
  }
}

/// nghttpd(1) with a certificate of its own, a file `body`, and POST echoed.
private struct HTTP2Server {
  let port: Int
  let certificate: String
  private let directory: String
  private let output: UnsafeMutablePointer<FILE>

  /// Whether the machine has nghttpd(1), of Debian's nghttp2-server.
  static let isThere =
    system("command -v nghttpd >/dev/null && command -v openssl >/dev/null") == 0

  init() throws {
    var template = Array("/tmp/apicall-http2-XXXXXX\0".utf8CString)
    directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    certificate = "\(directory)/c.pem"
    port = Self.freePort()
    let script = """
      cd \(directory) && exec 2>&1 </dev/null && head -c 300000 /dev/zero | tr '\\0' x >body &&
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout k.pem \
      -out c.pem -days 1 -subj /CN=x -addext subjectAltName=IP:127.0.0.1 >log 2>&1 &&
      exec timeout 20 nghttpd --echo-upload -a 127.0.0.1 -d . \(port) k.pem c.pem
      """
    output = try #require(popen(script, "r"))
    try #require(system("cd \(directory) && \(Self.untilListening(port))") == 0)
  }

  /// Asks for a connection until there is one, five seconds at most.
  private static func untilListening(_ port: Int) -> String {
    "for i in $(seq 50); do openssl s_client -connect 127.0.0.1:\(port) </dev/null >client 2>&1 "
      + "&& exit 0; sleep 0.1; done; exit 1"
  }

  /// A port that is free now: nghttpd cannot tell which one the system picked for it.
  private static func freePort() -> Int {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length)
        getsockname(listener, $0, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Ends the server and removes its files.
  func stop() {
    _ = system("pkill -f 'nghttpd --echo-upload -a 127.0.0.1 -d . \(port)'; true")
    pclose(output)
    _ = system("rm -rf \(directory)")
  }
}

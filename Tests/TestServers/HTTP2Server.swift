import Glibc

/// nghttpd(1) with its own certificate, a file `body`, and an echo for POST.
package struct HTTP2Server {
  package let port: Int
  package let certificate: String
  private let directory: String
  private let output: UnsafeMutablePointer<FILE>

  /// Whether the machine has nghttpd(1), from Debian's nghttp2-server.
  package static let isThere =
    system("command -v nghttpd >/dev/null && command -v openssl >/dev/null") == 0

  package init() throws {
    var template = Array("/tmp/apicall-http2-XXXXXX\0".utf8CString)
    directory =
      try mkdtemp(&template).map { String(cString: $0) }
      ?? { throw NoServer("no folder is to be had") }()
    certificate = "\(directory)/c.pem"
    // A port that is free now: nghttpd cannot report a port that the system picked.
    port = try LoopbackSocket.bound(listens: false).port
    let script = """
      cd \(directory) && exec 2>&1 </dev/null && head -c 300000 /dev/zero | tr '\\0' x >body &&
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout k.pem \
      -out c.pem -days 1 -subj /CN=x -addext subjectAltName=IP:127.0.0.1 >log 2>&1 &&
      exec timeout 20 nghttpd --echo-upload -a 127.0.0.1 -d . \(port) k.pem c.pem
      """
    guard let output = popen(script, "r") else { throw NoServer("no program can be run") }
    self.output = output
    guard system("cd \(directory) && \(Self.untilListening(port))") == 0 else {
      throw NoServer("nghttpd does not listen")
    }
  }

  /// Tries to connect until it succeeds, for at most five seconds.
  private static func untilListening(_ port: Int) -> String {
    "for i in $(seq 50); do openssl s_client -connect 127.0.0.1:\(port) </dev/null >client 2>&1 "
      + "&& exit 0; sleep 0.1; done; exit 1"
  }

  /// Ends the server and removes its files.
  package func stop() {
    _ = system("pkill -f 'nghttpd --echo-upload -a 127.0.0.1 -d . \(port)'; true")
    pclose(output)
    _ = system("rm -rf \(directory)")
  }
}

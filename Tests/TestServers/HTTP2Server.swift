import Glibc

/// nghttpd(1) with its own certificate, a file `body`, and an echo for POST.
package struct HTTP2Server {
  package let port: Int
  package let certificate: String
  private let directory: String
  private let output: UnsafeMutablePointer<FILE>
  private let processID: pid_t

  /// Whether the machine has nghttpd(1), from Debian's nghttp2-server.
  package static let isThere =
    system("command -v nghttpd >/dev/null && command -v openssl >/dev/null") == 0

  package init() throws {
    var template = Array("/tmp/apicall-http2-XXXXXX\0".utf8CString)
    directory =
      try mkdtemp(&template).map { String(cString: $0) }
      ?? { throw NoServer("no folder is to be had") }()
    certificate = "\(directory)/c.pem"
    let script = """
      cd \(directory) && exec </dev/null && head -c 300000 /dev/zero | tr '\\0' x >body &&
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout k.pem \
      -out c.pem -days 1 -subj /CN=x -addext subjectAltName=IP:127.0.0.1 >log 2>&1 &&
      echo $$ && exec nghttpd --echo-upload -a 127.0.0.1 -d . 0 k.pem c.pem >>log 2>&1
      """
    guard let output = popen(script, "r") else { throw NoServer("no program can be run") }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, 200, output) != nil else { throw NoServer("there is no certificate") }
    let process = pid_t(atoi(line))
    var found: Int?
    waits {
      found = SocketTable.listeningPort(of: process)
      return found != nil
    }
    guard let found else { throw NoServer("nghttpd does not listen") }
    (self.output, processID, port) = (output, process, found)
  }

  /// Ends the server and removes its files.
  package func stop() {
    kill(processID, SIGTERM)
    pclose(output)
    _ = system("rm -rf \(directory)")
  }
}

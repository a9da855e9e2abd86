import Glibc

/// `openssl s_server`, or a program in Python, with its own certificate, for one connection.
package struct TLSServer {
  package let port: Int
  package let certificate: String
  /// The file of the key; the certificate is valid for a client as well.
  package var key: String { "\(directory)/k.pem" }
  /// The folder of its files.
  package let directory: String
  private let output: UnsafeMutablePointer<FILE>
  private let processID: pid_t

  /// Whether the machine has openssl(1).
  package static let isThere =
    system("command -v openssl >/dev/null") == 0

  /// Starts a server that speaks only one TLS version, given as an option of s_server.
  package init(name: String = "IP:127.0.0.1", isExpired: Bool = false, version: String = "") throws
  {
    try self.init(
      name: name, isExpired: isExpired,
      program:
        "openssl s_server -accept 127.0.0.1:0 -naccept 1 -cert c.pem -key k.pem -www \(version)"
    )
  }

  /// Starts a server that sends these bytes, and closes its connection.
  ///
  /// - Parameters:
  ///   - response: the response; without a quotation mark of either kind.
  ///   - endsTLS: whether it sends close_notify first (RFC 8446, section 6.1).
  /// - Throws: a ``NoServer`` if it does not start.
  package init(answering response: String, endsTLS: Bool) throws {
    let text = response.split(separator: "\r\n", omittingEmptySubsequences: false)
      .joined(separator: "\\r\\n")
    try self.init(
      program: """
        python3 -uc 'import socket, ssl
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("c.pem", "k.pem")
        server = socket.create_server(("127.0.0.1", 0))
        print("ACCEPT 127.0.0.1:%d" % server.getsockname()[1])
        connection = context.wrap_socket(server.accept()[0], server_side=True)
        connection.recv(65536)
        connection.sendall(b"\(text)")
        if \(endsTLS ? 1 : 0): connection.unwrap()
        connection.close()'
        """)
  }

  private init(name: String = "IP:127.0.0.1", isExpired: Bool = false, program: String) throws {
    var template = Array("/tmp/apicall-tls-XXXXXX\0".utf8CString)
    directory =
      try mkdtemp(&template).map { String(cString: $0) }
      ?? { throw NoServer("no folder is to be had") }()
    certificate = "\(directory)/c.pem"
    let dates = isExpired ? "-startdate 20200101000000Z -enddate 20200102000000Z" : "-days 1"
    // Only `openssl ca` can make a certificate that ends in the past.
    let script = """
      echo PROCESS $$ && cd \(directory) && exec 2>&1 </dev/null && touch index && printf '%s\\n' \
      '[ca]' default_ca=d '[d]' database=index new_certs_dir=. default_md=sha256 policy=p \
      rand_serial=yes '[p]' CN=supplied '[x]' subjectAltName=\(name) >conf &&
      openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout k.pem \
      -subj /CN=x -out r.pem >log 2>&1 &&
      openssl ca -batch -selfsign -config conf -extensions x -keyfile k.pem -in r.pem -out c.pem \
      -notext \(dates) >>log 2>&1 &&
      exec \(program)
      """
    guard let output = popen(script, "r") else { throw NoServer("no program can be run") }
    self.output = output
    var (found, process): (Int?, pid_t?) = (nil, nil)
    var line = [CChar](repeating: 0, count: 200)
    while found == nil, fgets(&line, 200, output) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      if text.hasPrefix("PROCESS ") {
        process = text.split(separator: " ").last.flatMap { pid_t($0.dropLast()) }
      } else if text.hasPrefix("ACCEPT ") {
        found = text.split(separator: ":").last.flatMap { Int($0.filter { $0 != "\n" }) }
      }
    }
    guard let found, let process else { throw NoServer("openssl does not listen") }
    (port, processID) = (found, process)
  }

  /// Ends the server and removes its files.
  package func stop() {
    kill(processID, SIGTERM)
    pclose(output)
    _ = system("rm -f \(directory)/* && rmdir \(directory)")
  }
}

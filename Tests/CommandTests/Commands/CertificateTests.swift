import Foundation
import Testing

@Suite("TLS")
struct CertificateTests {
  @Test(
    "a certificate that nobody vouches for ends the call before the request is sent",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
  func selfSigned() throws {
    let key = "\(Place.scratch)/key.pem"
    let certificate = "\(Place.scratch)/certificate.pem"
    let making = CommandRun(
      try ChildProcess([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
        "-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost",
      ]))
    try #require(making.ending == .exit(0), "\(making.error)")
    let server = try ChildProcess([
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www",
    ])
    defer {
      server.send(SIGTERM)
      _ = server.wait()
    }
    let line = try ServeProcess.firstLine(of: server, containing: "ACCEPT")
    let port = try #require(line.split(separator: ":").last)
    let url = "https://localhost:\(port)"

    let run = try CommandRun("run", "reqres/users", "--host", url)
    let message = "apicall: no secure connection to \(url): "
    #expect(run.ending == .exit(76))
    #expect(run.output == "")
    #expect(run.error.hasPrefix(message) && run.error.contains("certificate"), "\(run.error)")
  }
}

import TestServers
import Testing

@Suite("TLS certificates")
struct CertificateTests {
  @Test(
    "An untrusted certificate ends the call before the request is sent",
    .enabled(if: TLSServer.isThere))
  func selfSigned() throws {
    let server = try TLSServer(name: "DNS:localhost")
    defer { server.stop() }
    let url = "https://localhost:\(server.port)"

    let run = try CommandRun("run", "reqres/users", "--host", url)
    let message = "apicall: no secure connection to \(url): "
    #expect(run.ending == .exit(76))
    #expect(run.output == "")
    #expect(run.error.hasPrefix(message) && run.error.contains("certificate"), "\(run.error)")
  }
}

import APICallCurl
import Glibc
import Testing

@Suite("Where CA certificates are found")
struct TrustStoreTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var names: [String] = []
    var environment: [String: String] = [:]
    var hasBundle = true
    var store: TrustStore
  }

  @Test(
    "The environment comes first, then a hashed folder, then the bundle",
    arguments: [
      Case(
        testDescription: "a hashed name", names: ["a.pem", "0a1b2c3d.0"],
        store: TrustStore(directory: "DIRECTORY")),
      Case(
        testDescription: "names that only look hashed",
        names: ["0a1b2c3d.1", "0a1b2c3d.00", "0a1b2c3.0", "0A1B2C3D.0", "0a1b2c3g.0"],
        store: TrustStore(file: "DIRECTORY/bundle")),
      Case(testDescription: "nothing", hasBundle: false, store: TrustStore()),
      Case(
        testDescription: "SSL_CERT_FILE", names: ["0a1b2c3d.0"],
        environment: ["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": ""], store: TrustStore(file: "/f")),
      Case(
        testDescription: "SSL_CERT_FILE is the system's own bundle", names: ["0a1b2c3d.0"],
        environment: ["SSL_CERT_FILE": "DIRECTORY/bundle"],
        store: TrustStore(directory: "DIRECTORY")),
      Case(
        testDescription: "both", environment: ["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d:/e"],
        store: TrustStore(file: "/f", directory: "/d:/e")),
    ])
  func system(example: Case) throws {
    var template = Array("/tmp/apicall-trust-XXXXXX\0".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    let names = example.names + (example.hasBundle ? ["bundle"] : [])
    for name in names { close(creat("\(directory)/\(name)", 0o600)) }
    defer {
      for name in names { unlink("\(directory)/\(name)") }
      rmdir(directory)
    }
    let store = TrustStore.system(
      environment: { example.environment[$0]?.replacing("DIRECTORY", with: directory) },
      directory: directory,
      bundle: "\(directory)/bundle")
    #expect(store.file == example.store.file?.replacing("DIRECTORY", with: directory))
    #expect(store.directory == example.store.directory?.replacing("DIRECTORY", with: directory))
  }

  @Test("The linked libraries report their versions")
  func version() {
    let version = CurlVersion.linked
    #expect(version.curl.split(separator: ".").count == 3)
    #expect(version.tls.hasPrefix("OpenSSL/"))
    #expect(version.http2.hasPrefix("nghttp2/"))
  }
}

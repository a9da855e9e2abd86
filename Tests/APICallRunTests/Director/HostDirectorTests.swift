import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("The destination of a request")
struct HostDirectorTests {
  static let files = MemoryFiles([
    "apicall.yaml": """
    profile: live
    profiles:
      live: {host: "https://live.example/v1"}
      test: {host: "http://test.example:81"}
    """
  ])

  private func url(_ spec: String, _ destination: Destination) throws -> String {
    try SpecText.call(spec, files: Self.files, to: destination).request.url.text.revealed
  }

  @Test("The profile's host is used if a file names none")
  func profile() throws {
    #expect(try url("path: x", Destination()) == "https://live.example/v1/x")
    #expect(
      try url("path: x", Destination(profile: Destination.Profile("test")))
        == "http://test.example:81/x")
  }

  @Test("A host that the file names is not replaced by a profile")
  func external() throws {
    let spec = "host: own.example\npath: x"
    #expect(try url(spec, Destination()) == "https://own.example/x")
    #expect(
      try url(spec, Destination(profile: Destination.Profile("test"))) == "https://own.example/x")
  }

  @Test("The command line's host replaces both")
  func commandLine() throws {
    let destination = Destination(
      host: try HostAddress("http://other.example"), profile: Destination.Profile("test"))
    #expect(try url("host: own.example\npath: x", destination) == "http://other.example/x")
    #expect(try url("path: x", destination) == "http://other.example/x")
  }

  @Test("A mock server gets the request with its real Host field")
  func mock() throws {
    let mock = try HostAddress("http://127.0.0.1:9").origin
    let call = try SpecText.call("host: own.example\npath: x", to: Destination(mock: mock))
    #expect(call.sentRequest.url.text.revealed == "http://127.0.0.1:9/x")
    #expect(call.sentRequest.headers.first == HeaderField("Host", "own.example"))
    #expect(call.title == "GET https://own.example/x (sent to http://127.0.0.1:9)")
    #expect(try SpecText.call("host: own.example").title == "GET https://own.example/")
  }

  @Test(
    "The value in a host is one label",
    arguments: ["a.b", "", "-", "a/", "a:1", "a@b", "a。b", "．", "é／b"])
  func label(_ value: String) throws {
    let spec = "host: https://<r>.example\ninputs: {r: {}}"
    #expect(throws: Failure.self) { try SpecText.call(spec, ["r=\(value)"]) }
  }

  @Test("The value in a host can be an international label")
  func internationalLabel() throws {
    let call = try SpecText.call("host: https://<r>.example\ninputs: {r: {}}", ["r=bücher"])
    #expect(call.request.headers.first == HeaderField("Host", "xn--bcher-kva.example"))
  }

  @Test("The limit on the whole exchange comes from the file")
  func timeout() throws {
    let limits = try SpecText.call("host: a.example\ntimeout: 2s").request.limits
    #expect(limits == TimeLimits(connect: .seconds(10), idle: .seconds(60), total: .seconds(2)))
  }
}

import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import TestWorlds
import Testing

@Suite("Guarded origins")
struct WriteGuardTests {
  private static let files = MemoryFiles([
    "apicall.yaml": """
    profile: live
    profiles: {live: {host: "https://live.example/v1"}}
    guard:
      https://live.example: [GET, HEAD]
      http://other.example: []
    """
  ])

  private func status(
    _ spec: String, _ destination: Destination = Destination(), _ inputs: [String] = []
  ) throws -> APICallBase.ExitStatus? {
    let call = try SpecText.call(spec, inputs, files: Self.files, to: destination)
    do {
      try WriteGuard.check(call, to: destination)
      return nil
    } catch {
      return error.status
    }
  }

  @Test("A method that is not listed for the origin is refused, wherever the host is set")
  func refused() throws {
    #expect(try status("path: x") == nil)
    #expect(try status("method: HEAD") == nil)
    #expect(try status("method: DELETE") == .noPermission)
    #expect(try status("json: {}") == .noPermission)
    #expect(try status("method: <m>\ninputs: {m: }", Destination(), ["m=get"]) == .noPermission)
    #expect(try status("host: live.example/v2\nmethod: PUT") == .noPermission)
    #expect(try status("host: http://live.example\nmethod: PUT") == nil)
    #expect(try status("host: http://other.example") == .noPermission)
    #expect(try status("host: live.example.\nmethod: PUT") == .noPermission)
    let typed = Destination(host: try HostAddress("https://LIVE.example:443"))
    #expect(try status("host: a.example\nmethod: PUT", typed) == .noPermission)
  }

  @Test("A call that is allowed to write, or goes to a mock server, is not refused")
  func allowed() throws {
    var destination = Destination()
    destination.allowsWrites = true
    #expect(try status("method: PUT", destination) == nil)
    let mock = Destination(mock: try HostAddress("http://127.0.0.1:9").origin)
    #expect(try status("method: PUT", mock) == nil)
  }
}

import APICallBase
import APICallHTTP
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("The project's settings for its endpoints")
struct ProjectLayersTests {
  private static let project = """
    profile: live
    profiles:
      live:
        host: https://live.example/v1
        hosts: {auth: "https://auth.example/o", files: "https://live.example:8443"}
        headers: {X-Stage: live, Authorization: Bearer <key>}
        inputs: {page: 7, name: Ann, other: [1], deep: {a: 1}}
      test:
        host: http://127.0.0.1:81
        headers: {X-Test: "1"}
    defaults:
      inputs: {key: {default: k}}
      headers: {X-Client: apicall, X-Stage: none}
      query: {locale: en}
      timeout: 9s
      expect: {status: [200, 404]}
    """

  private func call(
    _ spec: String, _ inputs: [String] = [], files: [String: String] = [:],
    profile: String? = nil, host: String? = nil, headers: [String] = []
  ) throws -> Call {
    var overrides = Overrides()
    for text in headers { try overrides.addHeader(text) }
    var files = MemoryFiles(files)
    files.add("apicall.yaml", Self.project)
    let destination = Destination(
      host: try host.map { try HostAddress($0) }, profile: profile.map { Destination.Profile($0) })
    return try SpecText.call(spec, inputs, files: files, to: destination, overrides: overrides)
  }

  private func shown(_ call: Call) -> String {
    let standard = ["Host", "User-Agent", "Accept", "Accept-Encoding"]
    let fields = call.request.headers.filter { !standard.contains($0.name) }
    return ([call.request.url.text.revealed] + fields.map { "\($0.name): \($0.value.revealed)" })
      .joined(separator: " | ")
  }

  @Test("Defaults and the profile's header fields go to the profile's own origins")
  func own() throws {
    let all = "X-Client: apicall | X-Stage: live | Authorization: Bearer k"
    #expect(try shown(call("path: x")) == "https://live.example/v1/x?locale=en | \(all)")
    #expect(
      try shown(call("host: <hosts.auth>\npath: x"))
        == "https://auth.example/o/x?locale=en | \(all)")
    #expect(
      try shown(call("host: <hosts.auth>/base/"))
        == "https://auth.example/o/base?locale=en | \(all)")
    #expect(
      try shown(call("host: https://LIVE.example:443/other"))
        == "https://live.example/other?locale=en | \(all)")
    #expect(
      try shown(call("path: x", profile: "test"))
        == "http://127.0.0.1:81/x?locale=en | X-Client: apicall | X-Stage: none | X-Test: 1")
  }

  @Test(
    "Other origins get none of them",
    arguments: [
      "http://live.example/v1", "https://live.example:444", "https://www.live.example",
      "https://auth.example:8443", "https://other.example", "https://live.example.evil.example",
    ])
  func other(_ host: String) throws {
    let target = try HostAddress(host).text + "/x"
    #expect(try shown(call("host: \(host)\npath: x")) == target)
    #expect(try shown(call("path: x", host: host)) == target)
    #expect(
      try shown(call("host: <h>\npath: x\ninputs: {h: }", ["h=live"])) == "https://live/x")
    #expect(try call("host: \(host)").endpoint.timeout.limits.total == .seconds(9))
  }

  @Test("A computed host gets the fields if it is the profile's")
  func computed() throws {
    let call = try call("host: https://<h>.example\ninputs: {h: }", ["h=live"])
    #expect(call.request.headers.contains { $0.isNamed("Authorization") })
  }

  @Test("The order of precedence is command line, file, what it extends, profile, defaults")
  func precedence() throws {
    let base = ["base.yaml": "headers: {x-stage: base, X-Own: base}\nquery: {locale: de}"]
    #expect(
      try shown(call("extends: base.yaml", files: base))
        == "https://live.example/v1?locale=de | X-Client: apicall | x-stage: base | "
        + "Authorization: Bearer k | X-Own: base")
    #expect(
      try shown(
        call("extends: base.yaml\nheaders: {X-STAGE: spec, X-Own: !unset }", files: base))
        == "https://live.example/v1?locale=de | X-Client: apicall | X-STAGE: spec | "
        + "Authorization: Bearer k")
    #expect(
      try shown(call("headers: {X-Stage: spec}", headers: ["X-Stage: typed", "authorization:"]))
        == "https://live.example/v1?locale=en | X-Client: apicall | X-Stage: typed")
    #expect(try call("timeout: 1s").endpoint.timeout.limits.total == .seconds(1))
    #expect(try call("timeout: !unset").endpoint.timeout.limits.total == nil)
    #expect(try call("expect: !unset").endpoint.expectation.status.text == "2xx")
  }

  @Test("A header field from the profile can be removed")
  func removed() throws {
    let spec = "headers: {X-Test: !unset , authorization: !unset , X-Client: !unset }"
    #expect(try shown(call(spec)) == "https://live.example/v1?locale=en | X-Stage: live")
    #expect(
      try shown(call(spec, profile: "test"))
        == "http://127.0.0.1:81/?locale=en | X-Stage: none")
    #expect(throws: Failure.self) { try call("headers: {X-Other: !unset }") }
  }

  @Test("The profile gives inputs values of their types, overridden by the command line")
  func inputs() throws {
    let spec = """
      inputs: {page: {type: integer, default: 1}, name: , deep: {type: object}, more: {default: m}}
      path: /<page>/<name>/<deep.a>/<more>
      """
    #expect(try call(spec).request.url.path.revealed == "/v1/7/Ann/1/m")
    #expect(
      try call(spec, ["page=8", "name=Bo"]).request.url.path.revealed == "/v1/8/Bo/1/m")
    #expect(
      try call(spec, ["name=Bo", "deep={\"a\":2}"], profile: "test").request.url.path.revealed
        == "/1/Bo/2/m")
    #expect(throws: Failure.self) { try call("inputs: {other: {type: integer}}") }
  }

  @Test("A variable is read if all files that make up the endpoint are trusted")
  func trust() throws {
    let files = MemoryFiles([
      "own/base.yaml": "inputs: {key: {env: KEY}}\nheaders: {X-Key: <key>}",
      "own/a.yaml": "extends: base.yaml\nhost: a.example",
      "vendor/b.yaml": "extends: ../own/base.yaml\nhost: evil.example",
      "own/c.yaml": "extends: ../vendor/b.yaml\nhost: a.example",
    ])
    func status(_ path: String, trusting folder: String) throws -> APICallBase.ExitStatus? {
      let endpoint = try EndpointLibrary(
        files: files, reader: SpecText.reader, fileRoots: [files.workingDirectory]
      ).endpoint(at: path)
      let caller = FixedCaller(["KEY": "hunter2"], trusting: [files.workingDirectory + folder])
      do {
        _ = try CallBuilder(world: .fixed(files, caller: caller), destination: Destination())
          .call(endpoint, with: [])
        return nil
      } catch {
        return error.status
      }
    }
    #expect(try status("own/a.yaml", trusting: "/own") == nil)
    #expect(try status("vendor/b.yaml", trusting: "/own") == .noPermission)
    #expect(try status("vendor/b.yaml", trusting: "/vendor") == .noPermission)
    #expect(try status("own/c.yaml", trusting: "/own") == .noPermission)
    #expect(try status("own/c.yaml", trusting: "") == nil)
  }

  @Test("Names in the project's header fields are looked up only if the fields are sent")
  func names() throws {
    let files = MemoryFiles([
      "apicall.yaml": "profile: p\nprofiles: {p: {host: p.example, headers: {X-A: <who>}}}"
    ])
    #expect(throws: Failure.self) { try SpecText.call("path: x", files: files) }
    #expect(throws: Never.self) { try SpecText.call("host: q.example", files: files) }
    #expect(throws: Never.self) {
      try SpecText.call("inputs: {who: {default: a}}", files: files)
    }
    #expect(throws: Failure.self) {
      try SpecText.call("host: https://<h>.example\ninputs: {h: }", ["h=p"], files: files)
    }
    #expect(throws: Never.self) {
      try SpecText.call("host: https://<h>.example\ninputs: {h: }", ["h=q"], files: files)
    }
  }

  @Test("A project is read once, however many endpoints belong to it")
  func once() throws {
    let files = MemoryFiles([
      "apicall.yaml": "{}", "a.yaml": "host: a.example", "b/b.yaml": "host: b.example",
    ])
    let library = EndpointLibrary(files: files, reader: SpecText.reader)
    let sources = try ["a.yaml", "b/b.yaml"].map { try library.endpoint(at: $0).project?.source }
    #expect(sources[0] != nil && sources[0] === sources[1])
  }
}

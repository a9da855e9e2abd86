import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import TestWorlds
import Testing

@Suite("Expectations from several layers")
struct ExpectationLayersTests {
  private static let base = """
    host: a.example
    expect:
      status: 201
      headers: {ETag: a, X-Count: {min: 1}}
      body:
        $.a: 1
        $.b: {min: 1, max: 2}
        contains: x
      time: 2s
    """

  /// Returns the expectations of a call, in one line.
  private func expected(_ spec: String, set: [String] = [], project: String? = nil) throws -> String
  {
    var files = MemoryFiles()
    files.add("base.yaml", Self.base)
    if let project { files.add("apicall.yaml", project) }
    var overrides = Overrides()
    for text in set { try overrides.set(text) }
    let call = try SpecText.call(spec, files: files, overrides: overrides)
    let expectation = call.endpoint.expectation
    let headers = expectation.headers.map { "\($0.name) \($0.matchers.map(\.name))" }
    let body = expectation.body.map {
      "\($0.path.isEmpty ? "text" : $0.path) \($0.matchers.map(\.name))"
    }
    let times = [expectation.time.min, expectation.time.max].map {
      $0.map { $0.duration.written } ?? "-"
    }
    return ([expectation.status.text] + headers + body + [times.joined(separator: "…")])
      .joined(separator: ", ").replacing("\"", with: "")
  }

  static let layers: [(upper: String, expected: String)] = [
    (
      "{}", "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], -…2s"
    ),
    (
      "{status: 200}",
      "200, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], -…2s"
    ),
    // The matchers of one path are a unit, and those of the text are separate by name.
    (
      "{body: {$.b: {type: integer}}}",
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [type], text [contains], -…2s"
    ),
    (
      "{body: {$.a: !unset , $.c: {exists: true}}}",
      "201, ETag [equals], X-Count [min], $.b [min, max], text [contains], $.c [exists], -…2s"
    ),
    (
      "{body: {contains: !unset }}",
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], -…2s"
    ),
    (
      "{body: {contains: y, length: 2}}",
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], text [length], -…2s"
    ),
    ("{body: text}", "201, ETag [equals], X-Count [min], text [equals], -…2s"),
    ("{body: !unset }", "201, ETag [equals], X-Count [min], -…2s"),
    (
      "{headers: {etag: !unset , x-count: {max: 3}}}",
      "201, x-count [max], $.a [equals], $.b [min, max], text [contains], -…2s"
    ),
    ("{headers: !unset , body: !unset , time: !unset }", "201, -…-"),
    (
      "{time: {min: 1s}}",
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], 1s…-"
    ),
    (
      "{time: 9s}",
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], -…9s"
    ),
  ]

  @Test("A file's expectations come before those of the files it extends", arguments: layers)
  func extended(_ upper: String, _ expected: String) throws {
    #expect(try self.expected("extends: base.yaml\nexpect: \(upper)\n") == expected)
  }

  static let options: [(set: [String], expected: String)] = [
    (["expect.body=!unset", "expect.headers=!unset"], "201, -…2s"),
    (
      [#"expect.body["$.a"]=2"#, "expect.body.contains=!unset"],
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], -…2s"
    ),
    (
      [#"expect.body["$.b"].max=!unset"#],
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min], text [contains], -…2s"
    ),
    (
      [#"expect.body["$.z"]={length: 2}"#],
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], $.z [length], -…2s"
    ),
    (
      ["expect.headers.etag=!unset", "expect.headers.X-New={exists: true}"],
      "201, X-Count [min], X-New [exists], $.a [equals], $.b [min, max], text [contains], -…2s"
    ),
    (
      ["expect.time=1ms", "expect.status=2xx"],
      "2xx, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], -…1ms"
    ),
    (
      ["expect.time.min=1ms"],
      "201, ETag [equals], X-Count [min], $.a [equals], $.b [min, max], text [contains], 1ms…2s"
    ),
  ]

  @Test("The expectations of --set come before all files", arguments: options)
  func set(_ set: [String], _ expected: String) throws {
    #expect(try self.expected(Self.base, set: set) == expected)
    #expect(try self.expected("extends: base.yaml\n", set: set) == expected)
  }

  @Test("A project's defaults come last")
  func project() throws {
    let project = """
      profile: live
      profiles: {live: {host: https://a.example}}
      defaults:
        expect: {headers: {X-Trace: {exists: true}, ETag: b}, body: {$.ok: true}, time: 9s}
      """
    #expect(
      try expected("path: x\n", project: project)
        == "2xx, X-Trace [exists], ETag [equals], $.ok [equals], -…9s")
    #expect(
      try expected(
        "path: x\nexpect: {headers: {x-trace: !unset , ETag: {min: 1}}, body: {$.ok: !unset }}\n",
        project: project) == "2xx, ETag [min], -…9s")
    #expect(
      try expected("extends: base.yaml\nexpect: {body: text}\n", project: project)
        == "201, X-Trace [exists], ETag [equals], X-Count [min], text [equals], -…2s")
  }
}

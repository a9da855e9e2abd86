import APICallBase
import APICallHTTP
import APICallReading
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Inherited bodies and whole URLs")
struct BodyLayersTests {
  private func request(_ base: String, _ spec: String, files: [String: String] = [:]) throws
    -> OutgoingRequest
  {
    let memory = MemoryFiles(["apicall.yaml": "{}", "bases/b.yaml": base].merging(files) { $1 })
    return try SpecText.call("extends: bases/b.yaml\n" + spec, files: memory).request
  }

  @Test(
    "One body replaces another, with the fields that describe it",
    arguments: [
      ("text: x\ntype: text/xml", "json: {a: 1}", #"{"a":1}"#, "application/json"),
      ("text: x\ntype: text/xml", "text: y", "y", "text/xml"),
      ("text: x\ntype: text/xml", "type: a/b", "x", "a/b"),
      ("text: x\ntype: text/xml", "file: f", "in f", "text/xml"),
      ("text: <id>\ntemplate: [id]", "text: <id>!", "7!", "text/plain; charset=utf-8"),
      (
        "text: <id>\ntemplate: [id]", "graphql: {query: <id>}", #"{"query":"<id>"}"#,
        "application/json"
      ),
      ("form: {a: {b: 1}}\nform_style: brackets", "json: 1", "1", "application/json"),
      (
        "form: {a: {b: 1}}\nform_style: brackets", "form: {c: {d: 2}}", "c%5Bd%5D=2",
        "application/x-www-form-urlencoded"
      ),
      ("multipart: {a: x}\ntype: multipart/related", "text: y\ntype: a/b", "y", "a/b"),
      (
        "graphql: {query: q, variables: {a: 1}}", "graphql: {query: r}", #"{"query":"r"}"#,
        "application/json"
      ),
    ])
  func displaces(_ base: String, _ spec: String, _ body: String, _ type: String) throws {
    let request = try request(
      "host: a.example\ninputs: {id: {default: 7}}\n" + base, spec, files: ["f": "in f"])
    #expect(try request.body?.bytes(limit: 999).text == body)
    #expect(request.headers.first { $0.isNamed("Content-Type") }?.value.revealed == type)
  }

  @Test("A path is relative to the file that writes it, and confined to the project")
  func paths() throws {
    let files = ["f": "here", "bases/f": "there"]
    #expect(
      try request("host: a.example\nfile: f", "path: /x", files: files).body?.bytes(limit: 9).text
        == "there")
    #expect(
      try request("host: a.example\nfile: f", "file: f", files: files).body?.bytes(limit: 9).text
        == "here")
    #expect(
      try request("host: a.example\nfile: ../f", "path: /x", files: files).body?.bytes(limit: 9)
        .text == "here")
    #expect(throws: Failure.self) {
      try request("host: a.example\nfile: ../../f", "path: /x", files: ["../f": "x"])
    }
  }

  @Test(
    "A whole URL and its parts replace each other",
    arguments: [
      ("host: a.example\npath: /a", "url: https://b.example/b", "https://b.example/b"),
      ("url: https://b.example/b", "host: a.example", "https://a.example/"),
      ("url: https://b.example/b", "url: https://c.example/c", "https://c.example/c"),
      ("url: https://b.example/b\nquery: {x: 1}", "query: {y: 2}", "https://b.example/b?x=1&y=2"),
    ])
  func urls(_ base: String, _ spec: String, _ url: String) throws {
    #expect(try request(base, spec).url.text.revealed == url)
  }

  @Test("Project settings for its own hosts do not go to a URL elsewhere")
  func project() throws {
    let files = MemoryFiles([
      "apicall.yaml": """
      profile: live
      profiles: {live: {host: own.example, headers: {X-Key: k}}}
      defaults: {headers: {X-Team: t}}
      """
    ])
    for (url, fields) in [("https://own.example/x", 2), ("https://other.example/x", 0)] {
      for spec in ["url: \(url)", "inputs: {u: {default: '\(url)'}}\nurl: <u>"] {
        let request = try SpecText.call(spec, files: files).request
        #expect(request.headers.count { $0.name.hasPrefix("X-") } == fields, "\(spec)")
      }
    }
  }

  @Test("Options set parts of a body")
  func options() throws {
    var overrides = Overrides()
    try overrides.set("multipart.a.text=y")
    try overrides.set("multipart.b=z")
    let call = try SpecText.call(
      "host: a.example\nmultipart: {a: {text: x, type: a/b}}", overrides: overrides)
    let text = call.request.body?.held?.revealed ?? ""
    #expect(text.contains("Content-Type: a/b\r\n\r\ny\r\n") && text.contains("name=\"b\"\r\n\r\nz"))
  }
}

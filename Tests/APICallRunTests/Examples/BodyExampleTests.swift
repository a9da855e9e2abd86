import APICallHTTP
import APICallRequests
import SeededNumbers
import TestWorlds
import Testing

@Suite("Examples whose requests have bodies")
struct BodyExampleTests {
  static let files = MemoryFiles(["a.png": "PNG", "t.xml": "<a id=\"<id>\" at=\"<at>\"/>"])
  static let multipart = """
    host: a.example
    inputs: {id: {}}
    let: {at: <now()>}
    multipart:
      meta: {json: {id: <id>, nonce: <uuid()>}}
      photo: {file: a.png, type: image/png, filename: p-<id>.png}
      note: by <id> at <at>
    examples: {one: {with: {id: 1}, response: {}}}
    """

  private func status(
    _ spec: String, _ body: String, type: String = "", files: MemoryFiles = files
  ) throws -> Int {
    let service = try MockService([SpecText.endpoint(spec)], world: .fixed(files))
    let request = ReceivedRequest(
      method: "POST", authority: "a.example", path: Array("/".utf8), query: [],
      headers: [ResponseHead.Field("content-type", type)], body: Array(body.utf8))
    return service.response(to: request).head.status
  }

  /// The parts as another program could write them.
  static let parts = [
    "content-disposition: form-data; name=\"meta\"\nContent-Type: application/json\n\n"
      + #"{"nonce": "any", "id": "1"}"#,
    "Content-Disposition: form-data;name=photo; filename=\"p-1.png\"\ncontent-type:image/PNG\n\nPNG",
    "X-Other: 1\nContent-Disposition: form-data; name=\"note\"\n\nby 1 at noon",
  ]

  private func text(_ parts: [String], boundary: String = "xYz") -> String {
    let all = parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\n"
    return all.replacing("\n", with: "\r\n")
  }

  @Test(
    "A quote in a file name is the same in both spellings",
    arguments: [("a%22b.png", 200), (#"a\"b.png"#, 200), ("a'b.png", 422)])
  func quotes(_ name: String, _ expected: Int) throws {
    let spec = """
      host: a.example
      multipart: {photo: {file: a.png, type: image/png, filename: 'a"b.png'}}
      examples: {one: {with: {}, response: {}}}
      """
    let part =
      "Content-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\n"
      + "Content-Type: image/png\n\nPNG"
    let type = "multipart/form-data; boundary=xYz"
    #expect(try status(spec, text([part]), type: type) == expected)
  }

  @Test("Parts are compared by name, type, filename and meaning")
  func parts() throws {
    let good = text(Self.parts)
    let type = "multipart/form-data; boundary=xYz"
    #expect(try status(Self.multipart, good, type: type) == 200)
    #expect(try status(Self.multipart, good, type: "Multipart/Form-Data; Boundary=\"xYz\"") == 200)
    #expect(try status(Self.multipart, "preamble\r\n" + good + "epilogue", type: type) == 200)
    for (from, to) in [
      ("\"id\": \"1\"", "\"id\": \"2\""), ("p-1.png", "p-2.png"), ("image/PNG", "image/gif"),
      ("\r\nPNG", "\r\nGIF"), ("by 1", "by 2"), ("name=\"note\"", "name=\"not\""), ("xYz--", ""),
    ] {
      #expect(
        try status(Self.multipart, good.replacing(from, with: to), type: type) == 422, "\(to)")
    }
    #expect(try status(Self.multipart, text(Self.parts.reversed()), type: type) == 422)
    #expect(try status(Self.multipart, text(Array(Self.parts[..<2])), type: type) == 422)
    for other in ["", "multipart/form-data", "multipart/form-data; boundary=other", "text/plain"] {
      #expect(try status(Self.multipart, good, type: other) == 422)
    }
  }

  @Test("The endpoint's own request matches its example, whatever the boundary")
  func own() throws {
    let service = try MockService(
      [SpecText.endpoint(Self.multipart)], world: .fixed(Self.files, seed: 5))
    let call = try SpecText.call(Self.multipart, ["id=1"], files: Self.files)
    #expect(try service.response(to: ReceivedRequest(call.request)).head.status == 200)
    let other = try SpecText.call(Self.multipart, ["id=2"], files: Self.files)
    #expect(try service.response(to: ReceivedRequest(other.request)).head.status == 422)
  }

  @Test(
    "Text and files are compared byte for byte, apart from function results",
    arguments: [
      ("text: <id>\ntemplate: [id]", "1", 200), ("text: <id>\ntemplate: [id]", "1 ", 422),
      ("text: <at>.<id>\ntemplate: [at, id]", "noon.1", 200),
      ("text: <at>.<id>\ntemplate: [at, id]", "noon.2", 422),
      ("file: a.png", "PNG", 200), ("file: a.png", "PNG\n", 422),
      ("file: t.xml\ntemplate: [id, at]", "<a id=\"1\" at=\"any\"/>", 200),
      ("file: t.xml\ntemplate: [id, at]", "<a id=\"2\" at=\"any\"/>", 422),
      ("file: t.xml\ntemplate: [id]", "<a id=\"1\" at=\"<at>\"/>", 200),
      (
        "graphql: {query: q, variables: {id: <id>, at: <at>}}",
        #"{"variables":{"at":"x","id":"1"},"query":"q"}"#, 200
      ),
      (
        "graphql: {query: q, variables: {id: <id>, at: <at>}}",
        #"{"variables":{"at":"x","id":"1"},"query":"r"}"#, 422
      ),
      ("form: {a: {b: <id>, c: <at>}}\nform_style: brackets", "a[b]=1&a%5Bc%5D=x", 200),
      ("form: {a: {b: <id>, c: <at>}}\nform_style: brackets", "a[b]=2&a%5Bc%5D=x", 422),
    ])
  func bytes(_ body: String, _ received: String, _ expected: Int) throws {
    let spec =
      "host: a.example\ninputs: {id: {}}\nlet: {at: <now()>}\n\(body)\n"
      + "examples: {one: {with: {id: 1}, response: {}}}"
    #expect(try status(spec, received) == expected)
  }

  @Test("No multipart body crashes the reader")
  func hostile() throws {
    let service = try MockService([SpecText.endpoint(Self.multipart)], world: .fixed(Self.files))
    var random = SeededGenerator(seed: 81)
    let bits = [
      "--b", "\r\n", "--", "Content-Disposition: form-data; name=\"", "\"", ":", ";", "x", "\\\"",
    ]
    for _ in 0..<5_000 {
      let body = random.text(of: bits, below: 12)
      let request = ReceivedRequest(
        method: "POST", authority: "a.example", path: Array("/".utf8), query: [],
        headers: [
          ResponseHead.Field(
            "Content-Type", "multipart/x; boundary=" + random.text(of: bits, below: 3)),
          ResponseHead.Field("Content-Type", "multipart/x; boundary=b"),
        ].shuffled(using: &random), body: Array(body.utf8))
      #expect(service.response(to: request).head.status == 422, "\(body)")
    }
  }
}

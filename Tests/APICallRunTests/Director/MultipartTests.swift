import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Bodies of several parts")
struct MultipartTests {
  static let files = MemoryFiles([
    "a.png": "\u{89}PNG", "sub/notes.txt": "two\nlines", "empty": "", "odd \"name\".bin": "x",
  ])
  static let inputs = """
    inputs:
      n: {type: number, default: 1.10}
      text: {default: "a \\"b\\"\\r\\n<n>"}
      none: {required: false}
      path: {default: a.png}
      key: {secret: true, default: hunter2}

    """

  private func body(_ multipart: String, beside: String = "") throws -> BodyText {
    try BodyText(Self.inputs + beside + "multipart:\n" + multipart, files: Self.files)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var spec: String
    /// The parts without their delimiters.
    var parts: [String]
  }

  @Test(
    "Each part has its head and its bytes",
    arguments: [
      Case(
        testDescription: "text", spec: "  a: one\n  b: x<n>y\n  c: <n>\n  d: ''\n  e: 007",
        parts: [
          "Content-Disposition: form-data; name=\"a\"\n\none",
          "Content-Disposition: form-data; name=\"b\"\n\nx1.10y",
          "Content-Disposition: form-data; name=\"c\"\n\n1.10",
          "Content-Disposition: form-data; name=\"d\"\n\n",
          "Content-Disposition: form-data; name=\"e\"\n\n007",
        ]),
      Case(
        testDescription: "a list repeats the name", spec: "  a: [x, {text: y}, {json: 1}]",
        parts: [
          "Content-Disposition: form-data; name=\"a\"\n\nx",
          "Content-Disposition: form-data; name=\"a\"\n\ny",
          "Content-Disposition: form-data; name=\"a\"\nContent-Type: application/json\n\n1",
        ]),
      Case(
        testDescription: "null and unset optionals leave a part out",
        spec: "  a: null\n  b: <none>\n  c: {text: <none>}\n  d: {json: <none>}\n"
          + "  e: {file: <none>}\n  f: [<none>, null, x]\n  g: {json: null}",
        parts: [
          "Content-Disposition: form-data; name=\"f\"\n\nx",
          "Content-Disposition: form-data; name=\"g\"\nContent-Type: application/json\n\nnull",
        ]),
      Case(
        testDescription: "JSON, with types and a type of its own",
        spec: "  a: {json: {n: <n>, t: <text>}}\n  b: {json: [1], type: application/ld+json}",
        parts: [
          "Content-Disposition: form-data; name=\"a\"\nContent-Type: application/json\n\n"
            + #"{"n":1.10,"t":"a \"b\"\r\n<n>"}"#,
          "Content-Disposition: form-data; name=\"b\"\nContent-Type: application/ld+json\n\n[1]",
        ]),
      Case(
        testDescription: "files",
        spec: "  a: {file: a.png, type: image/png}\n  b: {file: ./sub/notes.txt}\n"
          + "  c: {file: empty, filename: null}\n  d: {file: <path>, filename: n<n>.png}",
        parts: [
          "Content-Disposition: form-data; name=\"a\"; filename=\"a.png\"\n"
            + "Content-Type: image/png\n\n\u{89}PNG",
          "Content-Disposition: form-data; name=\"b\"; filename=\"notes.txt\"\n"
            + "Content-Type: application/octet-stream\n\ntwo\nlines",
          "Content-Disposition: form-data; name=\"c\"\n"
            + "Content-Type: application/octet-stream\n\n",
          "Content-Disposition: form-data; name=\"d\"; filename=\"n1.10.png\"\n"
            + "Content-Type: application/octet-stream\n\n\u{89}PNG",
        ]),
      Case(
        testDescription: "names and filenames are quoted as browsers do",
        spec: "  \"a\\\"\\r\\nb\\\\é\": x\n  b: {text: y, filename: <text>}\n"
          + "  c: {file: 'odd \"name\".bin'}",
        parts: [
          "Content-Disposition: form-data; name=\"a%22%0D%0Ab\\é\"\n\nx",
          "Content-Disposition: form-data; name=\"b\"; filename=\"a %22b%22%0D%0A<n>\"\n\ny",
          "Content-Disposition: form-data; name=\"c\"; filename=\"odd %22name%22.bin\"\n"
            + "Content-Type: application/octet-stream\n\nx",
        ]),
      Case(
        testDescription: "header fields of a part",
        spec: "  a: {text: x, type: text/csv, headers: {X-A: <n>, X-B: [1, 2], X-C: <none>}}",
        parts: [
          "Content-Disposition: form-data; name=\"a\"\nContent-Type: text/csv\n"
            + "X-A: 1.10\nX-B: 1\nX-B: 2\n\nx"
        ]),
      Case(testDescription: "no part at all", spec: "  a: null", parts: []),
    ])
  func parts(item: Case) throws {
    let body = try body(item.spec)
    let expected = item.parts.map { "--BOUNDARY\n\($0)\n" }.joined() + "--BOUNDARY--\n"
    #expect(body.outline == expected)
    #expect(body.header("Content-Type") == "multipart/form-data; boundary=\(body.boundary)")
    #expect(body.header("Content-Length") == "\(body.text?.utf8.count ?? -1)")
  }

  @Test("`type` selects another multipart type")
  func type() throws {
    let body = try body("  a: x", beside: "type: multipart/related\n")
    #expect(body.header("Content-Type") == "multipart/related; boundary=\(body.boundary)")
  }

  @Test("The boundary comes from the world's randomness, and has 128 bits of it")
  func boundary() throws {
    let spec = "multipart: {a: x}"
    let first = try BodyText(spec).boundary
    #expect(try first == BodyText(spec).boundary)
    #expect(try first != BodyText(spec, seed: 2).boundary)
    #expect(first.hasPrefix("apicall-") && first.utf8.count == "apicall-".utf8.count + 32)
  }

  static let drawn = "apicall-" + String(repeating: "ab", count: 16)

  @Test(
    "A boundary that occurs in a part is not used, in text, in a head or in JSON",
    arguments: [
      ("a: x", 1, drawn), ("a: x--\(drawn)y", 1, "\(drawn)-1"),
      ("a: {text: x, filename: '\(drawn)-1'}", 1, "\(drawn)-2"),
      ("a: {json: ['\(drawn)']}", 1, "\(drawn)-1"), ("'\(drawn)': x", 1, "\(drawn)-1"),
      ("a: ['\(drawn)-1', '\(drawn)-2', '\(drawn)-4']", 3, "\(drawn)-3"),
      ("a: {text: x, headers: {X-A: '\(drawn)'}}", 1, "\(drawn)-1"),
    ])
  func collision(_ parts: String, _ count: Int, _ boundary: String) throws {
    var world = World.fixed()
    world.randomBytes = { [UInt8](repeating: 0xAB, count: $0) }
    let endpoint = try SpecText.endpoint("host: a.example\nmultipart: {\(parts)}")
    let request = try CallBuilder(world: world, destination: Destination())
      .call(endpoint, with: []).request
    let type = request.headers.first { $0.isNamed("Content-Type") }?.value.revealed
    #expect(type == "multipart/form-data; boundary=\(boundary)")
    let text = try #require(request.body?.held?.revealed)
    let lines = text.split(separator: "\r\n")
    #expect(lines.count { $0 == "--\(boundary)" } == count)
    #expect(text.ranges(of: boundary).count == count + 1)
  }

  @Test("The shown body masks secrets, and has notes in place of files")
  func shown() throws {
    let body = try body(
      "  a: k=<key>\n  b: {json: {k: <key>}}\n  c: {text: x, filename: <key>}\n"
        + "  d: {text: x, headers: {X-K: <key>}}\n  e: {file: a.png}\n  f: {file: empty}")
    let shown = try #require(body.request.body?.masked)
      .replacing(body.boundary, with: "BOUNDARY").replacing("\r\n", with: "\n")
    #expect(body.text?.contains("hunter2") == true)
    #expect(
      shown == """
        --BOUNDARY
        Content-Disposition: form-data; name="a"

        k=***
        --BOUNDARY
        Content-Disposition: form-data; name="b"
        Content-Type: application/json

        {"k":"***"}
        --BOUNDARY
        Content-Disposition: form-data; name="c"; filename="***"

        x
        --BOUNDARY
        Content-Disposition: form-data; name="d"
        X-K: ***

        x
        --BOUNDARY
        Content-Disposition: form-data; name="e"; filename="a.png"
        Content-Type: application/octet-stream

        <5 bytes of a.png>
        --BOUNDARY
        Content-Disposition: form-data; name="f"; filename="empty"
        Content-Type: application/octet-stream

        <0 bytes of empty>
        --BOUNDARY--

        """)
  }
}

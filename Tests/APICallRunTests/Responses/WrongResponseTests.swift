import APICallBase
import APICallHTTP
import GoldenFiles
import TestWorlds
import Testing

/// A response that is not what a file asks for, or only just is.
private struct WrongResponse {
  let name: String
  let requester: ScriptedRequester

  init(_ name: String, _ type: String?, _ body: String, status: Int = 200) {
    self.name = name
    requester = ScriptedRequester(status, type: type, body)
  }

  private static let page = "\n<!doctype html><html><title>Log in</title>"
  private static let list = #"{"items": [{"id": 1}]}"#

  static let all = [
    WrongResponse("what is asked for", "application/json", list),
    WrongResponse("zero bytes of JSON", "application/json", ""),
    WrongResponse("white space", "application/json", " \r\n\t"),
    WrongResponse("zero bytes without a type", nil, ""),
    WrongResponse("no content", nil, "", status: 204),
    WrongResponse("HTML", "text/html; charset=utf-8", page),
    WrongResponse("HTML as JSON", "application/json", page),
    WrongResponse("HTML without a type", nil, page),
    WrongResponse("a problem report", "application/problem+json", #"{"title": "no quota"}"#),
    WrongResponse("one line of text", "text/plain", "quota exceeded\n"),
    WrongResponse("one line of text without a type", nil, "quota exceeded\n"),
    WrongResponse("a table as text", "text/plain", "id,name\n1,a\n"),
    WrongResponse("JSON lines as text", "text/plain", "{\"id\": 1}\n{\"id\": 2}\n"),
    WrongResponse("JSON as text", "text/plain", list),
    WrongResponse("JSON without a type", nil, list),
    WrongResponse("JSON of an RPC", "application/json-rpc", list),
    WrongResponse("bytes", "image/png", "\u{1}\u{2}PNG\u{0}"),
    WrongResponse("a cut document", "application/json", #"{"items": [{"id""#),
    WrongResponse("an event stream", "text/event-stream", "data: {\"items\": []}\n\n"),
    WrongResponse("an error in JSON", "application/json", #"{"error": "quota"}"#),
  ]
}

/// A way to read a response.
private struct ResponseReader: Sendable, CustomTestStringConvertible {
  let name: String
  let spec: String
  var format: String?
  var parts: [String] = []
  var testDescription: String { name }

  init(_ name: String, _ spec: String, format: String? = nil, print parts: [String] = []) {
    self.name = name
    self.spec = "host: https://a.example\n" + spec
    self.format = format
    self.parts = parts
  }

  static let all =
    [
      ResponseReader("printed", ""), ResponseReader("csv", "", format: "csv"),
      ResponseReader("table", "", format: "table"), ResponseReader("json", "", format: "json"),
      ResponseReader("select-value", "select: $.items"),
      ResponseReader("select-rows", "select: $.items[*].id", format: "lines"),
      ResponseReader(
        "select-map", "select: {list: $.items, row: '$[*]'}\nshape: {id: <row.id>}",
        format: "csv"),
      ResponseReader("shape", "shape: {count: <it.items | length>}"),
      ResponseReader("shape-of-nothing", "shape: {done: yes}"),
      ResponseReader("output", "outputs: {list: $.items}", print: ["list"]),
      ResponseReader(
        "output-with-default", "outputs: {list: {from: $.items, default: none}}", print: ["list"]),
      ResponseReader("stop", "stop: {$.done: true}"),
      ResponseReader("expect", "expect: {status: 2xx, body: {$.items: {type: array}}}"),
      ResponseReader(
        "expect-absence", "expect: {status: 2xx, body: {$.error: {exists: false}}}"),
      ResponseReader("page-by-link", "paginate: {link: next, items: $.items}"),
      ResponseReader("page-by-next", "paginate: {next: $.next, items: $.items}"),
      ResponseReader(
        "page-by-cursor", "paginate: {cursor: $.next, into: query.after, items: $.items}"),
    ]
    + ["json", "ndjson", "sse", "csv", "form", "yaml", "lines"].map {
      ResponseReader("decode-\($0)", "decode: \($0)", format: "compact")
    }
}

@Suite("A wrong response is never an empty success")
struct WrongResponseTests {
  @Test("What each reader makes of each response", arguments: ResponseReader.all)
  fileprivate func reads(_ reader: ResponseReader) async throws {
    var text = ""
    for response in WrongResponse.all {
      let result = try await Exchange(
        response.requester, reader.spec, format: reader.format, print: reader.parts)
      text += "#### \(response.name)\n\(result)\n"
    }
    try GoldenFile(path: "wrong-responses/\(reader.name).txt").check(text)
  }

  @Test(
    "The header of a table has the names that the file uses",
    arguments: [
      ("shape: {n: <it.name>}", false), ("where: <it.name == \"x\">", false),
      ("sort: [name]", false), ("select: $.name", false), ("group: <it.name>", false),
      ("select: {row: $, n: <row.name>}", false), ("expect: {body: {$.name: x}}", false),
      ("shape: {n: <it.name | default(\"-\")>}", true), ("shape: {n: '<try(it.name, 0)>'}", true),
      ("select: $.name | default(\"-\")", true),
      ("expect: {body: {'$.name | default(1)': 1}}", true),
      ("expect: {body: {$.name: {all: [{exists: false}]}}}", true),
      ("shape: {n: <it.id>}", true), ("expect: {body: {$.name: {exists: false}}}", true),
      ("stop: {$.name: x}", false), ("paginate: {link: next, items: $.name}", false),
      ("paginate: {link: next, items: $.name | default(list())}", true),
      ("expect: {body: {$.name: {any: [{type: string}, {type: 'null'}]}}}", false),
      ("expect: {body: {$.name: {any: [{type: string}, {exists: false}]}}}", true),
      ("group: all\nshape: {n: <group.items | sum(.name)>}", false),
      ("group: all\nshape: {n: <group.items | map(.name.a)>}", false),
      ("group: all\nshape: {n: <group.items | select(.id) | any(.name == 1)>}", false),
      ("group: all\nshape: {n: <group.items | map(.name | default(1))>}", true),
      ("group: all\nshape: {n: <group.items | map(.id) | length>}", true),
    ])
  func header(_ spec: String, _ isGood: Bool) async throws {
    let result = try await Exchange(
      ScriptedRequester("id,nmae\n", type: "text/csv"), "host: a.example\n\(spec)", format: "csv")
    #expect(result.status == (isGood ? 0 : 8))
    guard !isGood else { return }
    let problem = try #require(result.failure?.diagnostics.first)
    #expect(
      problem.message.replacing("page 1: ", with: "")
        == "cannot decode the response of call.yaml: the first row has no column 'name'")
    #expect(problem.hint == "did you mean 'nmae'?")
    #expect(spec.hasPrefix("stop") || result.failure?.report.hasPrefix("call.yaml:") == true)
  }

  @Test(
    "A name of a table that the file uses is that of one column",
    arguments: [
      ("select: $.id", 8), ("shape: {n: <it.id>}", 8), ("sort: [id]", 8),
      ("where: <it.n == '1'>", 0),
      ("expect: {body: {$.id: 1}}", 8), ("shape: {n: <it.n>}", 0), ("", 0),
    ])
  func repeatedColumn(_ spec: String, _ status: Int32) async throws {
    let result = try await Exchange(
      ScriptedRequester("id,n,id\n1,1,2\n", type: "text/csv"), "host: a.example\n\(spec)",
      format: "ndjson")
    #expect(result.status == status)
    guard status != 0 else { return }
    #expect(result.output.isEmpty)
    #expect(
      result.failure?.diagnostics.map(\.message)
        == ["cannot decode the response of call.yaml: two columns are named 'id'"])
  }

  @Test("A table has no room for a member that occurs twice", arguments: ["csv", "table"])
  func repeatedMember(_ format: String) async throws {
    for (type, body) in [
      ("text/csv", "id,id\n1,2\n"), ("application/json", #"[{"id": 1, "id": 2}]"#),
    ] {
      let result = try await Exchange(
        ScriptedRequester(body, type: type), "host: a.example", format: format)
      #expect(result.output.isEmpty)
      #expect(
        result.failure?.report == """
          apicall: value 1 has the key 'id' twice
            hint: the format ndjson prints both values
          exit status 8

          """)
    }
  }

  @Test("JSON that is labelled as text is converted from its charset in every place")
  func charsetOfUnlabelledJSON() async throws {
    var requester = ScriptedRequester("", type: "text/plain; charset=iso-8859-1")
    requester.pieces = [Array("{\"a\":\"".utf8) + [0xE9] + Array("\"}".utf8)]
    let good = "host: a.example\n"
    let selected = try await Exchange(requester, good + "select: $.a")
    #expect(selected.text == "é\n" && selected.status == 0)
    let output = try await Exchange(requester, good + "outputs: {a: $.a}", print: ["a"])
    #expect(output.text == "é\n" && output.status == 0)
    let expected = try await Exchange(requester, good + "expect: {body: {$.a: é}}")
    #expect(expected.status == 0)
  }

  @Test("JSON in UTF-16 has a way out", arguments: ["", "select: $.a", "outputs: {a: $.a}"])
  func utf16(_ spec: String) async throws {
    var requester = ScriptedRequester("")
    requester.pieces = [[0xFF, 0xFE] + "{\"a\":1}".utf8.flatMap { [$0, 0] }]
    let parts = spec.hasPrefix("outputs") ? ["a"] : []
    let result = try await Exchange(requester, "host: a.example\n\(spec)", print: parts)
    let problem = try #require(result.failure?.diagnostics.first)
    #expect(result.status == 8 && result.output.isEmpty)
    #expect(
      problem.message == "cannot decode the response of call.yaml as json: it is "
        + "'application/json' and begins with the bytes ff fe 7b 00 22 00 61 00")
    #expect(problem.hint == "'decode: {charset: utf-16}' reads it")
    let good = try await Exchange(
      requester, "host: a.example\ndecode: {charset: utf-16}\n\(spec)", print: parts)
    #expect(good.status == 0)
  }

  @Test("A decoder that reads no values is named where a path is followed")
  func namedDecoder() async throws {
    for body in ["{\"a\": 1}", "<html>"] {
      let result = try await Exchange(
        ScriptedRequester(body, type: "text/html"), "host: a.example\ndecode: text\nselect: $.a")
      #expect(
        result.failure?.report == """
          call.yaml:2:9: error: the response of call.yaml is read as text, not as json
            2 | decode: text
              |         ^^^^
            hint: leave out 'decode', or name the format of the response
          exit status 8

          """)
    }
  }

  @Test("The beginning of a body is not cut inside a cookie")
  func cookie() async throws {
    let cookie = "topsecretcookie-q8w7e6r5t4y3u2i1"
    for space in ["", String(repeating: "x", count: 40) + " sid="] {
      let result = try await Exchange(
        ScriptedRequester(
          space + cookie + String(repeating: "y", count: 40), type: "text/plain",
          headers: [ResponseHead.Field("Set-Cookie", "sid=\(cookie)")]),
        "host: a.example\nselect: $.a")
      #expect(result.status == 8)
      #expect(result.failure?.report.contains("topsecret") == false)
    }
  }

  @Test("A text is not a table without rows")
  func text() async throws {
    let result = try await Exchange(
      ScriptedRequester("quota exceeded\n", type: "text/plain"),
      "host: a.example\ndecode: csv\nshape: {n: <it.name>}", format: "csv")
    #expect(result.output.isEmpty)
    #expect(
      result.failure?.report == """
        call.yaml:3:12: error: cannot decode the response of call.yaml: the first row has no \
        column 'name'
          3 | shape: {n: <it.name>}
            |            ^^^^^^^^^
          hint: there is only 'quota exceeded' here
        exit status 8

        """)
  }

  @Test(
    "The charset of `decode` replaces that of the response",
    arguments: [
      ("text/plain; charset=utf-8,x", "decode: {charset: iso-8859-1}"),
      ("text/plain; charset=binary", "decode: {charset: windows-1252}"),
      ("text/plain; charset=", "decode: {type: lines, charset: iso-8859-1}"),
      ("text/plain", "decode: {type: text, charset: iso-8859-1}"),
    ])
  func charset(_ type: String, _ decode: String) async throws {
    var requester = ScriptedRequester("", type: type)
    requester.pieces = [[0xE9]]
    let result = try await Exchange(requester, "host: a.example\n\(decode)", format: "lines")
    #expect(result.text == "é\n" && result.status == 0)
  }

  @Test("JSON in another charset is an error that names the charset, and `decode` reads it")
  func charsetOfJSON() async throws {
    var requester = ScriptedRequester("", type: "application/json; charset=latin1")
    requester.pieces = [[0x22, 0xE9, 0x22]]
    for spec in ["select: $", "outputs: {a: $}", ""] {
      let result = try await Exchange(
        requester, "host: a.example\n\(spec)", print: spec.contains("outputs") ? ["a"] : [])
      #expect(
        result.failure?.report == """
          apicall: cannot decode the response of call.yaml: line 1: the byte 0xe9, number 2 of the \
          text, is not UTF-8
            hint: the Content-Type names iso-8859-1; 'decode: {charset: iso-8859-1}' reads it so
          exit status 8

          """)
      let good = try await Exchange(
        requester, "host: a.example\ndecode: {charset: iso-8859-1}\n\(spec)", format: "compact",
        print: spec.contains("outputs") ? ["a"] : [])
      #expect(good.text == "\"é\"\n" && good.status == 0)
    }
  }

  @Test("An unknown charset has a way out")
  func unknownCharset() async throws {
    let result = try await Exchange(
      ScriptedRequester("x", type: "text/plain; charset=binary"), "host: a.example",
      format: "json")
    #expect(
      result.failure?.report == """
        apicall: cannot decode the response of call.yaml: unknown charset 'binary'
          hint: 'decode: {charset: utf-8}' replaces it
        exit status 8

        """)
  }

  @Test("A broken row is not printed in part", arguments: ["ndjson", "compact", "lines"])
  func brokenRow(_ format: String) async throws {
    let body = "{\"a\":1}\n{\"b\":\"half"
    for type in ["application/x-ndjson", "application/json"] {
      let text = type == "application/json" ? "[{\"a\":1},{\"b\":\"half" : body
      if type == "application/json", format == "compact" { continue }
      let result = try await Exchange(
        ScriptedRequester(text, type: type), "host: a.example", format: format)
      #expect(!result.text.contains("half") && result.text.contains("{\"a\":1}"))
      #expect(result.status == 8)
    }
  }

  @Test("The beginning of a body with a secret output is not shown")
  func secret() async throws {
    let result = try await Exchange(
      ScriptedRequester("token=s3cr3t", type: "text/plain"),
      "host: a.example\noutputs: {token: {from: $.token, secret: true}}", print: ["token"])
    #expect(result.status == 8)
    #expect(result.failure?.report.contains("s3cr3t") == false)
    #expect(result.failure?.report.contains("the response is 'text/plain'; write") == true)
  }

  @Test("A page that another one announces has items, or no content")
  func announcedPage() async throws {
    let first = PagedRequester.Page(#"{"i": [1], "n": "/y"}"#, link: "</y>; rel=next")
    let paginations = [
      "{link: next, items: $.i}", "{next: $.n, items: $.i}",
      "{cursor: $.n, into: query.n, items: $.i}",
    ]
    for paginate in paginations {
      for type in ["application/json", "application/x-ndjson", "text/plain"] {
        let spec = "host: https://a.example\npaginate: \(paginate)"
        let result = try await Exchange(
          PagedRequester([first, PagedRequester.Page("", type: type)]), spec)
        #expect(result.text == "1\n" && result.status == 8)
        #expect(result.failure?.report.contains("page 2: cannot decode the response") == true)
        #expect(result.failure?.report.contains("page 1 announces it, but it is empty") == true)
        let none = try await Exchange(
          PagedRequester([first, PagedRequester.Page("", 204, type: type)]), spec)
        #expect(none.text == "1\n" && none.status == 0)
      }
    }
  }
}

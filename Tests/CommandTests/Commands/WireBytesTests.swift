import Foundation
import TestServers
import Testing

@Suite("Responses as they came over the wire")
struct WireBytesTests {
  /// The responses by the path of their request, without its query.
  private static let replies: [String: [UInt8]] = [
    "/made": reply(
      "Location: ../things/fü", "Set-Cookie: a=kü; Path=/", "X-Name: Jürgen",
      "Link: </pé>; rel=\"self\"", body: #"{"next":"/p?2","self":"?x=1"}"#),
    "/away": reply(status: "302 Found", "Location: fü?é"),
    "/pages": reply("Link: </lasté>; rel=next", body: "[1]"), "/last%E9": reply(body: "[2]"),
    "/name": reply(#"Content-Disposition: attachment; filename="a\"fü.txt""#),
    "/trailers": Array(
      ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        + "Connection: close\r\n\r\n2\r\n{}\r\n0\r\nDigest: abcdef\r\nX-Two: 1\r\n\r\n").utf8),
    "/coded": reply("Content-Encoding: gzip", bytes: gzipped),
  ]

  /// `{"a":1}` in gzip.
  private static let gzipped: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 84, 178, 50, 172, 5, 0, 175, 172, 27, 86, 7, 0,
    0, 0,
  ]

  /// A response whose header is in ISO 8859-1.
  private static func reply(
    status: String = "200 OK", _ fields: String..., body: String = "{}", bytes: [UInt8]? = nil
  ) -> [UInt8] {
    let bytes = bytes ?? Array(body.utf8)
    let own = ["Content-Type: application/json", "Content-Length: \(bytes.count)"]
    let lines = ["HTTP/1.1 \(status)"] + fields + own + ["Connection: close", "", ""]
    return [UInt8](lines.joined(separator: "\r\n").data(using: .isoLatin1) ?? Data()) + bytes
  }

  /// A run of a file, and what was sent and printed.
  private struct Run {
    let result: CommandRun
    let requests: [[UInt8]]

    init(
      _ spec: String, _ options: [String] = [], files: [String: [UInt8]] = [:],
      in folder: String? = nil
    ) throws {
      let folder = folder ?? "\(Place.scratch)/wire-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let server = try ScriptedServer { request, connection in
        let path = request.split(separator: " ")[1].prefix { $0 != "?" }
        connection.send(WireBytesTests.replies[String(path)] ?? WireBytesTests.reply())
      }
      try spec.replacing("http://server", with: server.url)
        .write(toFile: "\(folder)/call.yaml", atomically: true, encoding: .utf8)
      for (name, bytes) in files {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      result = CommandRun(
        try ChildProcess([Place.program("apicall"), "run", "call.yaml"] + options, in: folder))
      requests = server.takeRequests()
      server.stop()
    }

    var targets: [String] {
      requests.map { request in
        String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first
          .map(String.init) ?? ""
      }
    }
  }

  @Test("Relative references of a response are resolved wherever they are a whole URL")
  func references() throws {
    let run = try Run(
      """
      steps:
        made:
          call:
            url: http://server/made
            outputs: {next: $.next, self: {header: Link, regex: '<([^>]*)>'}}
        header: {call: {url: '<made.headers.location>'}}
        output: {call: {url: '<made.next>'}}
        link: {call: {url: '<made.self>', query: {q: '<made.headers.x-name>'}}}
        with: {call: get.yaml, with: {target: '<made.body.self>'}}
      """,
      files: ["get.yaml": Array("inputs: {target: {}}\nurl: <target>\n".utf8)])
    #expect(run.result.error == "")
    #expect(run.result.ending == .exit(0))
    #expect(
      run.targets
        == ["/made", "/things/f%FC", "/p?2", "/p%E9?q=J%FCrgen", "/made?x=1"])
  }

  @Test("Bytes that are not UTF-8 are sent again as they came, and shown as text")
  func bytes() throws {
    let run = try Run(
      """
      steps:
        made:
          call:
            url: http://server/made
            outputs: {cookie: {header: Set-Cookie, regex: '^[^;]*'}}
        sent:
          call:
            url: http://server/x
            headers: {Cookie: '<made.cookie>', X-Name: 'is <made.headers.x-name>'}
            json: {name: '<made.headers.x-name>'}
      print: {name: '<made.headers.x-name>'}
      """)
    #expect(
      run.result
        == CommandRun(ending: .exit(0), output: "{\n  \"name\": \"Jürgen\"\n}\n", error: ""))
    let request = try #require(run.requests.last)
    for part in [
      Array("\r\nCookie: a=k".utf8) + [0xFC, 0x0D],
      Array("\r\nX-Name: is J".utf8) + [0xFC] + Array("rgen\r".utf8),
      Array(#"{"name":"Jürgen"}"#.utf8),
    ] {
      #expect(request.firstRange(of: part) != nil, "\(String(decoding: part, as: UTF8.self))")
    }
  }

  @Test(
    "They are escaped in the target of a redirect and of a next page",
    arguments: [
      ("url: http://server/away\nredirects: 1\n", ["/away", "/f%FC?%E9"]),
      ("url: http://server/pages\npaginate: {link: next}\n", ["/pages", "/last%E9"]),
    ])
  func targets(_ spec: String, _ targets: [String]) throws {
    let run = try Run(spec)
    #expect(run.result.error == "")
    #expect(run.targets == targets)
  }

  @Test("They are text in the name of a file, as are quoted pairs")
  func fileName() throws {
    let folder = "\(Place.scratch)/wire-name-\(UUID().uuidString)"
    let run = try Run("url: http://server/name\n", ["--output", "./"], in: folder)
    #expect(run.result.ending == .exit(0))
    #expect(FileManager.default.fileExists(atPath: "\(folder)/a\"fü.txt"))
  }

  @Test("Trailer fields are apart from header fields")
  func trailers() throws {
    let run = try Run(
      """
      steps:
        t:
          call:
            url: http://server/trailers
            outputs: {sum: {trailer: digest}}
            expect: {trailers: {X-Two: '1', X-Three: {exists: false}}, headers: {Digest: {exists: false}}}
      print: [<t.sum>, <t.trailers.X-Two>, <t.trailers>, <t.headers.digest | default("none")>]
      """, ["--format", "compact"])
    #expect(
      run.result
        == CommandRun(
          ending: .exit(0),
          output: #"["abcdef","1",{"digest":"abcdef","x-two":"1"},"none"]"# + "\n",
          error: ""))
  }

  @Test(
    "A trailer field that is missing or wrong is an error",
    arguments: [
      (
        "outputs: {sum: {trailer: Digset}}", ["--print", "sum"], 8,
        "the response has no trailer field 'Digset' for the output 'sum'"
      ),
      (
        "expect: {trailers: {Digest: abd}}", [], 9,
        "the trailer field 'Digest' is the text 'abcdef', not 'abd'"
      ),
      (
        "expect: {trailers: {Digset: abcdef}}", [], 9, "the response has no trailer field 'Digset'"
      ),
      (
        "outputs: {sum: {trailer: Digest, secret: true}}\nexpect: {trailers: {Digest: abd}}", [], 9,
        "the trailer field 'Digest' is the text '***', not 'abd'"
      ),
    ] as [(String, [String], Int32, String)])
  func wrongTrailers(
    _ field: String, _ options: [String], _ status: Int32, _ message: String
  ) throws {
    let run = try Run("url: http://server/trailers\n\(field)\n", options)
    #expect(run.result.ending == .exit(status))
    // A body that fails an expectation is printed, as that of an unexpected status is.
    #expect(run.result.output == (status == 9 ? "{}" : ""))
    #expect(run.result.error.contains("error: \(message)\n"), "\(run.result.error)")
  }

  @Test("Content-Encoding is what the server sent, although the body is decoded")
  func coding() throws {
    let run = try Run(
      """
      steps:
        c:
          call:
            url: http://server/coded
            expect: {headers: {Content-Encoding: gzip, Content-Length: {exists: false}}}
            outputs: {coding: {header: Content-Encoding}}
      print: [<c.body.a>, <c.coding>, <c.headers.content-encoding>]
      """, ["--format", "compact"])
    #expect(
      run.result == CommandRun(ending: .exit(0), output: "[1,\"gzip\",\"gzip\"]\n", error: ""))
  }

  @Test(
    "A byte order mark at the beginning of a user's text is dropped",
    arguments: [
      ("inputs: {x: {}}\ntext: <x>\ntemplate: [x]\n", ["x@=in.txt"], "hi"),
      ("inputs: {hi: {}}\nfile: in.txt\ntemplate: [hi]\n", ["hi=1"], "1"),
      ("graphql: {query: {file: in.txt}}\n", [], #"{"query":"hi\n"}"#),
    ] as [(String, [String], String)])
  func mark(_ fields: String, _ options: [String], _ body: String) throws {
    let text = fields.contains("file: in.txt\ntemplate") ? "<hi>\n" : "hi\n"
    let run = try Run(
      "url: http://server/\nmethod: POST\n\(fields)", options,
      files: ["in.txt": [0xEF, 0xBB, 0xBF] + Array(text.utf8)])
    // The server does not speak GraphQL.
    let status: Int32 = fields.hasPrefix("graphql") ? 8 : 0
    #expect(run.result.ending == .exit(status), "\(run.result.error)")
    let request = String(decoding: run.requests.first ?? [], as: UTF8.self)
    #expect(request.contains("\r\n\r\n\(body)"), "\(request)")
  }
}

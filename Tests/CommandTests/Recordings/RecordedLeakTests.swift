import APICallSafety
import Foundation
import TestServers
import Testing

@Suite("Secrets in recordings")
struct RecordedLeakTests {
  /// A way for a secret to get into a recording.
  struct Leak: Sendable, CustomTestStringConvertible {
    var name: String
    var secret = "Zx9/+k\"q&w=7é"
    var spec: String
    var arguments: [String] = []
    /// Another file beside the spec.
    var file: (name: String, text: String)?
    var status: Int32 = 0
    /// Returns the response, given the secret.
    var answer: @Sendable (String) -> String = { _ in response("{}") }
    var testDescription: String { name }
  }

  private static let head = "host: <host>\ninputs: {host: , key: {secret: true}}\n"

  private static func percent(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// Base64 in lines (RFC 2045, section 6.8).
  private static func mime(_ text: String, columns: Int = 76) -> String {
    var rest = Data(text.utf8).base64EncodedString()[...]
    var lines: [Substring] = []
    while !rest.isEmpty {
      lines.append(rest.prefix(columns))
      rest = rest.dropFirst(columns)
    }
    return lines.joined(separator: "\r\n")
  }

  static let leaks: [Leak] =
    [
      Leak(name: "the path of a URL", spec: head + "path: /a/<key>/b\n"),
      Leak(name: "the query", spec: head + "query: {q: <key>, rest: 1}\n"),
      Leak(name: "a form", spec: head + "form: {q: x<key>y, token: <key>}\n"),
      Leak(name: "JSON that is sent", spec: head + "json: {list: [{a: 'x <key>'}], <key>: 1}\n"),
      Leak(
        name: "JSON that comes back", spec: head + "json: {a: <key>}\n",
        answer: { key in
          let text = key.replacing("\"", with: "\\\"").replacing("/", with: "\\/")
          return response("{\"deep\":[{\"echo\":\"a \(text) b\"}],\"\(text)\":1}")
        }),
      Leak(
        name: "a header field that is echoed", secret: "Zx9.k-q=w77",
        spec: head + "headers: {X-Key: v<key>}\nexpect: {headers: {X-Echo: {contains: Zx9}}}\n",
        answer: { response("{}", headers: ["X-Echo: v\($0)", "Location: /a?b=\($0)"]) }),
      Leak(
        name: "a cookie", secret: "Zx9.k-qw77",
        spec: head
          + "outputs: {sid: {header: Set-Cookie, regex: 'sid=([^;]+)'}}\nquery: {a: b<key>}\n",
        answer: { response("{\"me\":\"\($0)\"}", headers: ["Set-Cookie: sid=\($0); Path=/"]) }),
      Leak(
        name: "a token that the server makes", secret: "made-by-the-server-1",
        spec: "host: <host>\ninputs: {host: , key: {secret: true}}\n"
          + "outputs: {t: {from: $.data.t, secret: true}}\n",
        answer: { response("{\"data\":{\"t\":\"\($0)\"},\"again\":\"Bearer \($0)\"}") }),
      Leak(
        name: "Base64", spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let texts = ["", "a", "ab"].map { Data(($0 + key + "tail").utf8).base64EncodedString() }
          return response("{\"a\":\"\(texts[0])\",\"b\":\"\(texts[1])\",\"c\":\"\(texts[2])\"}")
        }),
      Leak(
        name: "percent-encoded text", spec: head + "headers: {X-Key: v<key>}\n",
        answer: { response("see https://a.example/?k=\(percent($0))&x", type: "text/plain") }),
      Leak(
        name: "an error page", spec: head + "query: {q: <key>}\n", status: 5,
        answer: { key in
          let text = key.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
          return response(
            "500 Internal Server Error", "<p>no \(text) here, \(percent(key))</p>",
            type: "text/html")
        }),
      Leak(
        name: "a file that is sent",
        spec: head + "headers: {X-Key: v<key>}\nmultipart: {doc: {file: doc.txt}, more: <key>}\n",
        file: ("doc.txt", "line one\nkey: Zx9/+k\"q&w=7é\n")),
      Leak(
        name: "a file that is the body",
        spec: head + "headers: {X-Key: v<key>, Content-Type: text/plain}\nfile: doc.txt\n",
        file: ("doc.txt", "line one\nkey: Zx9/+k\"q&w=7é\n")),
      Leak(
        name: "the name of a file", secret: "Zx9-key-qw77",
        spec: head + "headers: {X-Key: v<key>}\nmultipart: {doc: {file: Zx9-key-qw77.txt}}\n",
        file: ("Zx9-key-qw77.txt", "nothing")),
      Leak(
        name: "the name of the spec", secret: "call", spec: head + "headers: {X-Key: <key>}\n"),
      Leak(
        name: "upper and lower case", spec: head + "query: {q: v<key>}\n",
        answer: { key in
          let hexadecimal = key.utf8.map { String(format: "%02x", $0) }.joined()
          let mixed = hexadecimal.enumerated().map { $0 % 3 == 0 ? $1.uppercased() : String($1) }
          let texts = [
            key.uppercased(), key.lowercased(), percent(key).lowercased(),
            percent(key).uppercased(),
            mixed.joined(), percent(key.uppercased()),
          ]
          return response(
            "<p>\(texts.joined(separator: "</p>\n<p>"))</p>", type: "text/html",
            headers: ["Location: /a?b=\(percent(key).lowercased())"])
        }),
      Leak(
        name: "a header field in another case", secret: "Zx9.k-q=w77",
        spec: head + "headers: {X-Key: v<key>}\ntest: {headers: [X-Echo]}\n",
        answer: { response("{}", headers: ["X-Echo: V\($0.uppercased())"]) }),
      Leak(
        name: "Base64 with line breaks", spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          response(
            (0..<30).map { mime(String(repeating: "u", count: 48 + $0) + ":" + key + "tail") }
              .joined(separator: "\r\n\r\n"), type: "text/plain")
        }),
      Leak(
        name: "Base64 with line breaks in JSON", spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let texts = (0..<30).map { mime(String(repeating: "u", count: 48 + $0) + key) }
          let data = try? JSONEncoder().encode(texts)
          return response(String(decoding: data ?? Data(), as: UTF8.self))
        }),
      Leak(
        name: "indented Base64", spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let text = mime(String(repeating: "u", count: 50) + key, columns: 16)
          return response(
            "<data>\n        \(text.replacing("\r\n", with: "\n        "))\n</data>",
            type: "text/xml")
        }),
      Leak(
        name: "Base64 for URLs", secret: "Zx9~~~???>>>k77",
        spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let texts = ["", "a", "ab"].map { before in
            Data((before + key + "tail").utf8).base64EncodedString()
              .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
          }
          return response(texts.joined(separator: "."), type: "text/plain")
        }),
      Leak(
        name: "credentials of Basic that come back", spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let texts = ["u", "us", "use"].map { Data("\($0):\(key)".utf8).base64EncodedString() }
          return response("Basic " + texts.joined(separator: "\nBasic "), type: "text/plain")
        }),
      Leak(
        name: "UTF-16", secret: "Zx9/+k-qw77", spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let wide = "{\"a\": \"x \(key) y\"}".map { "\($0)\0" }.joined()
          return response(wide, type: "application/octet-stream")
        }),
      Leak(
        name: "JSON in UTF-16", secret: "Zx9/+k\"q&w=77",
        spec: head + "headers: {X-Key: v<key>}\n", status: 8,
        answer: { key in
          let text = "{\"ab\": \"\(key.replacing("\"", with: "\\\""))\"}"
          return response(
            text.map { "\($0)\0" }.joined(), type: "application/json; charset=utf-16")
        }),
      Leak(
        name: "doubled quotes", secret: "Zx9\"+k'q&w=77",
        spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let texts = ["\"", "'"].map { key.replacing($0, with: $0 + $0) }
          return response("a,b\n\"\(texts[0])\",'\(texts[1])'\n", type: "text/plain")
        }),
      Leak(
        name: "entities in upper case", secret: "Zx9\"+k<q&w=77",
        spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let text = key.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
          return response(text.replacing("<", with: "&lt;").uppercased(), type: "text/html")
        }),
      Leak(
        name: "UTF-16 within other bytes", secret: "Zx9/+k-qw77",
        spec: head + "headers: {X-Key: v<key>}\n",
        answer: { key in
          let wide = key.map { "\0\($0)" }.joined()
          return response("head\u{1}\u{2}é\(wide)\u{1}odd", type: "application/octet-stream")
        }),
    ]
    + ["&&q=w=7%41+b", "k=v&token=%26%3D", "%%41&=&=%zz", "a%2Bb=c d&e+f"].flatMap { secret in
      [
        Leak(name: "a query with \(secret)", secret: secret, spec: head + "query: {q: <key>}\n"),
        Leak(
          name: "the name in a query with \(secret)", secret: secret,
          spec: head + "query: {<key>: 1, token: <key>}\n"),
        Leak(
          name: "a form with \(secret)", secret: secret,
          spec: head + "form: {q: <key>, b: x<key>y, password: <key>}\n"),
        Leak(
          name: "a form as text with \(secret)", secret: secret,
          spec: head + "headers: {Content-Type: application/x-www-form-urlencoded}\n"
            + "text: 'a=1&token=x<key>&b=2'\ntemplate: [key]\n"),
        Leak(
          name: "a form that comes back with \(secret)", secret: secret,
          spec: head + "headers: {X-Key: v<key>}\n",
          answer: { key in
            response(
              "a=1&q=\(key)&token=\(key)&b=\(percent(key))",
              type: "application/x-www-form-urlencoded")
          }),
        Leak(
          name: "a link with \(secret)", secret: secret,
          spec: head + "headers: {X-Key: v<key>}\n",
          answer: { key in
            response(
              "{\"next\": \"/a?token=\(key)&b=2\"}",
              headers: ["Location: /a?token=\(key)&b=\(percent(key))"])
          }),
      ]
    }

  @Test("No file of a recording has the secret, in any spelling", arguments: leaks)
  func masked(_ leak: Leak) throws {
    let answer = leak.answer(leak.secret)
    let server = try ScriptedServer.answering { _ in answer }
    let folder = try RecordingFolder(["call.yaml": leak.spec], at: server.url)
    if let file = leak.file { try folder.write(file.text, file.name) }
    let run = try folder.run(
      "run", "call.yaml", "host=\(server.url)", "key=\(leak.secret)", "--record", "rec")
    #expect(run.ending == .exit(leak.status), "\(run.error)")
    let files = folder.tree("rec")
    #expect(files["recording.yaml"] != nil, "\(run.error)")
    guard leak.secret.utf8.count >= Redactor.shortest else { return }
    #expect(run.error.contains("masked: "), "\(run.error)")
    let redactor = Redactor(findingAll: [Array(leak.secret.utf8)])
    for (name, bytes) in files {
      let texts = [String(decoding: bytes, as: UTF8.self), name]
      for text in texts {
        let shown = redactor.protecting(ProtectedText(text))
        #expect(!shown.holdsSecret, "\(name): \(text)")
        for reading in Self.readings(of: text) {
          for spelling in Self.spellings(of: leak.secret) {
            let isThere = reading.lowercased().contains(spelling.lowercased())
            #expect(!isThere, "\(name) has '\(spelling)': \(text)")
          }
        }
      }
    }
    // What was recorded can be replayed, with any other secret.
    let replay = try folder.run(
      "run", "call.yaml", "host=\(server.url)", "key=another", "--replay", "rec")
    let isSame = replay.ending == run.ending
    // Where the file itself names the secret, a replay cannot expect it.
    #expect(isSame || leak.name.contains("echoed"), "\(replay.error)")
  }

  /// Independent of the redactor: the text without line breaks, and without the zeros of UTF-16.
  private static func readings(of text: String) -> [String] {
    let joined = text.replacing(#/\\r\\n|\s+/#, with: "")
    return [text, joined, text.replacing("\0", with: "")]
  }

  /// Independent of the redactor: the spellings that a search of the disk would try.
  private static func spellings(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
    var spellings = [
      secret, Self.percent(secret), hexadecimal, secret.replacing("\"", with: "\"\""),
      secret.replacing("'", with: "''"),
      secret.replacing("\"", with: "\\\""), secret.replacing("&", with: "&amp;"),
    ]
    for offset in 0..<3 {
      let data = Data([UInt8](repeating: 0, count: offset) + bytes)
      let text = data.base64EncodedString().drop { $0 == "A" }.dropFirst(offset)
      let middle = String(text.dropLast(4))
      spellings += [middle, middle.replacing("+", with: "-").replacing("/", with: "_")]
    }
    return spellings
  }

  @Test("A secret that is too short is refused, except in a header field or a named field")
  func short() throws {
    let server = try ScriptedServer.answering { _ in response("{\"a\":\"pin 4711.\"}") }
    let folder = try RecordingFolder(
      [
        "query.yaml": Self.head + "query: {q: <key>}\n",
        "echo.yaml": Self.head + "headers: {X-Key: <key>}\n",
        "named.yaml": Self.head + "json: {password: <key>}\n",
      ], at: server.url)
    func run(_ file: String, _ key: String) throws -> CommandRun {
      try folder.run("run", file, "host=\(server.url)", "key=\(key)", "--record", "rec")
    }
    for (file, key) in [("query.yaml", "abc"), ("echo.yaml", "4711")] {
      let refused = try run(file, key)
      #expect(refused.ending == .exit(73))
      #expect(refused.error.contains("a secret in it is too short"))
      #expect(!refused.error.contains(key) && folder.names("rec").isEmpty)
    }
    // A short value of a cookie is mostly a word.
    let cookies = try ScriptedServer.answering { _ in
      response("{\"lang\":\"en\"}", headers: ["Set-Cookie: lang=en; Path=/"])
    }
    let free = try RecordingFolder(["a.yaml": "host: <host>\n"], at: cookies.url)
    #expect(try free.run("run", "a.yaml", "--record", "rec").ending == .exit(0))
    #expect(!free.text("rec/recording.yaml").contains("Set-Cookie"))
    #expect(try run("named.yaml", "abc").ending == .exit(0))
    #expect(folder.text("rec/recording.yaml").contains("password: <masked>"))
  }

  /// Secrets that are also names in a recording, each with a call that writes it.
  static let names = [
    ("password", "json: {password: <key>}\n"), ("username", "form: {username: <key>}\n"),
    ("username", "query: {username: <key>}\n"), ("application", "query: {a: <key>}\n"),
    ("127.0.0.1", "query: {a: <key>}\n"), ("recorded", "query: {a: <key>}\n"),
    ("exchanges", "headers: {X-Key: <key>}\n"), ("my_list", "json: {x: <key>}\n"),
  ]

  @Test("A secret that is also a name is refused, with the input that has it", arguments: names)
  func name(_ key: String, _ spec: String) throws {
    let server = try ScriptedServer.answering { _ in response(#"{"my_list":[1],"b":"c"}"#) }
    let folder = try RecordingFolder(["a.yaml": Self.head + spec], at: server.url)
    let run = try folder.run(
      "run", "a.yaml", "host=\(server.url)", "key=\(key)", "--record", "rec")
    #expect(run.ending == .exit(73), "\(run.error)")
    #expect(
      run.error.contains(
        "cannot record the run: the value of the secret input 'key' is also a name, a media type"
          + " or a host\n"), "\(run.error)")
    #expect(folder.names("rec").isEmpty)
  }

  @Test("Credentials are known by their names and shapes, unless the file keeps them")
  func shapes() throws {
    let token = "ghp_" + String(repeating: "a1", count: 18)
    let body = """
      {"access_token":"plain-text-token","n":{"apiKey":123456},"note":"use \(token)",\
      "sample":"sample"}
      """
    let server = try ScriptedServer.answering { _ in response(body) }
    let spec = "host: <host>\ninputs: {host: }\n"
    let folder = try RecordingFolder(
      [
        "a.yaml": spec, "b.yaml": spec + "test: {keep: [$.access_token, $.note]}\n",
      ], at: server.url)
    var run = try folder.run("run", "a.yaml", "host=\(server.url)", "--record", "a.recorded/a")
    #expect(run.error.contains("masked: 2 by name, 1 by shape"), "\(run.error)")
    #expect(
      folder.text("a.recorded/a/1-a.json") == """
        {
          "access_token": "masked-1",
          "n": {
            "apiKey": "masked-2"
          },
          "note": "use masked-3",
          "sample": "sample"
        }

        """)
    run = try folder.run("run", "b.yaml", "host=\(server.url)", "--record", "b.recorded/b")
    #expect(folder.text("b.recorded/b/1-b.json").contains("use \(token)"))
    #expect(folder.text("b.recorded/b/1-b.json").contains("plain-text-token"))
    // `check` finds what was not masked, and does not show it.
    #expect(try folder.run("check", "b.yaml").ending == .exit(0))
    try folder.write(spec, "b.yaml")
    let check = try folder.run("check", "b.yaml")
    #expect(check.ending == .exit(65))
    #expect(check.error.contains("b.recorded/b/1-b.json:6: there is a GitHub token here"))
    #expect(!check.error.contains(token))
  }
}

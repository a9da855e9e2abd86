import APICallBase
import APICallSafety
import Foundation
import TestServers
import Testing

@Suite("Reports of apicall run")
struct RunReportTests {
  private static func server() throws -> ScriptedServer {
    try ScriptedServer.answering { bytes in
      let request = String(decoding: bytes, as: UTF8.self)
      return request.contains(" /bad")
        ? response("404 Not Found", #"{"error":"no hunter-2-hunter"}"#)
        : response(#"{"n":1,"token":"hunter-2-hunter"}"#)
    }
  }

  private static let head =
    "host: <host>\ninputs: {key: {secret: true}}\n"
  private static let good = head + "path: /good\nheaders: {X-Key: <key>}\n"

  @Test("A script has a case for each call, with what failed")
  func script() throws {
    let server = try Self.server()
    defer { server.stop() }
    let folder = try RecordingFolder(
      [
        "good.yaml": Self.good,
        "bad.yaml": Self.head
          + "path: /bad\nquery: {k: <key>}\n",
        "all.yaml": """
        inputs: {key: {secret: true}}
        steps:
          first: {each: {range: [1, 3]}, call: good.yaml, with: {key: <key>}}
          second: {call: bad.yaml, with: {key: <key>}}
          third: {call: good.yaml, with: {key: <key>}}
        finally: {last: {call: good.yaml, with: {key: <key>}}}

        """,
      ], at: server.url)
    let run = try folder.run(
      "run", "all.yaml", "key=hunter-2-hunter", "--allow-write", "--report", "tap=r.tap",
      "--report", "json=r.json", "--report", "html=r.html", "--report", "junit=r.xml")
    #expect(run.ending == .exit(4))
    let results = folder.text("r.tap").split(separator: "\n").filter { $0.contains("ok ") }
    #expect(
      results == [
        "ok 1 - all.yaml::first[1]", "ok 2 - all.yaml::first[2]", "ok 3 - all.yaml::first[3]",
        "not ok 4 - all.yaml::second", "ok 5 - all.yaml::last",
      ])
    for name in ["r.tap", "r.json", "r.html", "r.xml"] {
      #expect(!folder.text(name).contains("hunter-2"), "\(name)")
    }
    #expect(
      folder.text("r.html").contains(
        "apicall run --allow-write all.yaml 'key=\(ProtectedText.mask)'"))
    let json = folder.text("r.json")
    #expect(json.contains(#""exit": 4"#) && json.contains(#""status": 404"#), "\(json)")
  }

  @Test("Several files have a suite each, also in parallel")
  func files() throws {
    let server = try Self.server()
    defer { server.stop() }
    let folder = try RecordingFolder(
      [
        "a.yaml": "host: <host>\npath: /good\n", "b.yaml": "host: <host>\npath: /bad\n",
        "rows.yaml": "host: <host>\npath: /<p>\ninputs: {p: }\n",
        "rows.csv": "p\ngood\nbad\nmore\n",
      ], at: server.url)
    let run = try folder.run(
      "run", "a.yaml", "b.yaml", "a.yaml", "-j", "3", "--keep-going", "--report", "junit=r.xml")
    #expect(run.ending == .exit(4))
    let names = folder.text("r.xml").split(separator: "\n").filter { $0.contains("<testsuite ") }
    #expect(
      names.map { $0.split(separator: "\"")[1] } == ["a.yaml", "b.yaml", "a.yaml"],
      "\(folder.text("r.xml"))")
  }

  @Test("What ended a run is in the report, also beside a failure that was allowed")
  func allowed() throws {
    let server = try Self.server()
    defer { server.stop() }
    let script = """
      steps:
        bad: {call: bad.yaml, allow_failure: true}
        good: {call: good.yaml}
        found: {of: "<good.body.m>"}

      """
    let folder = try RecordingFolder(
      [
        "bad.yaml": "host: <host>\npath: /bad\n", "good.yaml": "host: <host>\npath: /good\n",
        "all.yaml": script,
      ], at: server.url)
    let run = try folder.run("run", "all.yaml", "--report", "tap=r.tap")
    #expect(run.ending == .exit(8), "\(run.error)")
    let text = folder.text("r.tap")
    #expect(text.contains("not ok 1 - all.yaml::bad") && text.contains("'m'"), "\(text)")
  }

  @Test("A run that cannot begin is in the report")
  func unread() throws {
    let folder = try RecordingFolder(["a.yaml": "urls: 1\n"])
    let run = try folder.run("run", "a.yaml", "--report", "tap=r.tap")
    #expect(run.ending == .exit(65))
    let text = folder.text("r.tap")
    #expect(text.contains("not ok 1 ") && text.contains("unknown field 'urls'"), "\(text)")
  }

  @Test("A report and the response do not share standard output")
  func output() throws {
    let server = try Self.server()
    defer { server.stop() }
    let folder = try RecordingFolder(["a.yaml": "host: <host>\npath: /good\n"], at: server.url)
    let run = try folder.run("run", "a.yaml", "--report", "tap=-")
    #expect(run.ending == .exit(64))
    #expect(server.requests.isEmpty)
    let saved = try folder.run("run", "a.yaml", "--report", "tap=-", "--output", "body.json")
    #expect(
      saved.output.hasPrefix("TAP version 13\n1..1\nok 1 - a.yaml::call\n"), "\(saved.output)")
    #expect(folder.text("body.json") == #"{"n":1,"token":"hunter-2-hunter"}"#)
  }

  @Test("A secret of a trailer field is masked wherever the body has it")
  func trailers() throws {
    let server = try ScriptedServer.answering { _ in
      "HTTP/1.1 500 Broken\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n"
        + "Connection: close\r\n\r\n11\r\nit is made-by-end\r\n0\r\nDigest: made-by-end\r\n\r\n"
    }
    defer { server.stop() }
    let file = "host: <host>\npath: /\noutputs: {t: {trailer: Digest, secret: true}}\n"
    let folder = try RecordingFolder(["a.yaml": file], at: server.url)
    #expect(try folder.run("run", "a.yaml", "--report", "json=r.json").ending == .exit(5))
    let report = folder.text("r.json")
    #expect(report.contains("it is ***") && !report.contains("made-by-end"), "\(report)")
  }

  @Test("What the screen masks is masked, whatever its length, its place and its time")
  func masks() throws {
    let server = try ScriptedServer.answering { bytes in
      let request = String(decoding: bytes, as: UTF8.self)
      let key = request.split(separator: "\r\n").first { $0.hasPrefix("X-Key: ") }?.dropFirst(7)
      return response(
        "500 Broken", #"{"token":"made-by-server-77","key":"\#(key ?? "")","pin":4711}"#,
        headers: [
          "X-Token: header-secret-9", "X-hunter2secret9: name", "Set-Cookie: s=cookie-secret-5",
          "X-Echo: cookie-secret-5 \(key ?? "")",
        ])
    }
    defer { server.stop() }
    let one = """
      host: <host>
      path: /one
      inputs: {key: {secret: true}, pin: {secret: true}, open: {default: shown-value}}
      headers: {X-Key: <key>}
      json: {pin: <pin>, open: <open>}
      outputs: {t: {from: $.token, secret: true}, h: {header: X-Token, secret: true}}

      """
    let folder = try RecordingFolder(
      ["one.yaml": one], at: server.url)
    let kinds = ["junit", "json", "html", "summary", "tap", "github"]
    func reports(_ words: String...) throws -> String {
      let run = try folder.run(
        ["run"] + words + kinds.flatMap { ["--report", "\($0)=r.\($0)"] })
      #expect(run.ending != .exit(0), "\(run.error)")
      return kinds.map { folder.text("r.\($0)") }.joined()
    }
    let sent = try reports("one.yaml", "key=hunter2secret9", "pin=4711", "open=shown-value")
    for secret in [
      "hunter2secret9", "pin=4711", "\"pin\": \"4711\"", "made-by-server-77", "header-secret-9",
      "cookie-secret-5",
    ] {
      #expect(!sent.contains(secret), "\(secret)")
    }
    #expect(sent.contains("open=shown-value") && sent.contains("key=***"), "\(sent)")
    let unsent = try reports("one.yaml", "key=never-sent-secret", "pin=1", "opne=x")
    #expect(unsent.contains("opne") && !unsent.contains("never-sent-secret"), "\(unsent)")
  }
}

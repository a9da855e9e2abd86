import Foundation
import TestServers
import Testing

@Suite("Reports of results in files")
struct ResultFileTests {
  private static let kinds = [
    "text", "junit", "junit-xsd", "tap", "tap14", "github", "summary", "json", "html",
  ]
  private static let secret = "hunter-2-hunter-22"

  private static func reports() -> [String] { kinds.flatMap { ["--report", "\($0)=r.\($0)"] } }

  /// A project whose cases fail in all ways, with a secret in each of them.
  private static func folder(at url: String) throws -> RecordingFolder {
    let head = "host: <host>\ninputs: {key: {secret: true}}\nheaders: {X-Key: <key>}\n"
    let example = "examples: {one: {with: {key: \(secret)}, response: {}}}\n"
    return try RecordingFolder(
      [
        "body.yaml": head + "path: /body\nexpect: {body: {$.n: 2}}\n" + example,
        "fine.yaml": head
          + "path: /fine\njson: {k: <key>}\noutputs: {t: {from: $.echo, secret: true}}\n" + example,
        "page.yaml": head + "path: /page/<key>\n" + example,
        "query.yaml": head + "path: /q\nquery: {k: <key>}\nexpect: {status: 201}\n" + example,
        "steps.test.yaml": """
        steps:
          a: {call: fine.yaml, with: {key: \(secret)}}
          b: {call: body.yaml, with: {key: \(secret)}}

        """,
      ], at: url)
  }

  private static func server() throws -> ScriptedServer {
    try ScriptedServer.answering { bytes in
      let request = String(decoding: bytes, as: UTF8.self)
      let body = #"{"echo":"\#(secret)","n":1,"path":"\#(request.split(separator: " ")[1])"}"#
      return request.contains(" /page/")
        ? response(
          "500 Broken", "<p>\(secret)\u{1b}[31m</p></script>\n::error::x ]]>", type: "text/plain",
          headers: ["X-Echo: \(secret)", "Set-Cookie: id=\(secret)"])
        : response(body, headers: ["X-Echo: \(secret)"])
    }
  }

  @Test("No report has a secret that the screen masks, in any encoding")
  func masked() throws {
    let server = try Self.server()
    defer { server.stop() }
    let folder = try Self.folder(at: server.url)
    let run = try folder.run(["test", "--live"] + Self.reports())
    #expect(run.ending == .exit(9))
    #expect(!run.error.contains(Self.secret), "\(run.error)")
    #expect(run.error.contains(#"    \x3a:error::x ]]>"#), "\(run.error)")
    let secret = Data(Self.secret.utf8)
    let forms = [
      secret, Data(secret.base64EncodedData().dropLast(4)),
      Data(secret.map { String(format: "%02x", $0) }.joined().utf8),
      Data(Self.secret.replacing("-", with: "%2D").utf8),
    ]
    for kind in Self.kinds {
      let bytes = Data(folder.tree("")["r.\(kind)"] ?? [])
      #expect(!bytes.isEmpty, "\(kind)")
      for form in forms { #expect(bytes.range(of: form) == nil, "\(kind)") }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("\u{1b}"), "\(kind)")
      // A CI service obeys such a line also after blanks.
      let commands = text.split(separator: "\n").filter {
        $0.drop { $0 == " " }.hasPrefix("::") && !$0.hasPrefix("::error file=")
      }
      #expect(commands == [], "\(kind)")
      #expect(!text.contains("</script>") || ["json", "summary", "text"].contains(kind), "\(kind)")
    }
    #expect(folder.text("r.json").contains(#""timings""#))
    #expect(folder.text("r.html").contains("steps.test.yaml"))
  }

  @Test("Equal runs without a network give equal reports, also in parallel")
  func equal() throws {
    let folder = try Self.folder(at: "http://a.example")
    var files: [[String: [UInt8]]] = []
    for jobs in ["1", "4"] {
      #expect(try folder.run(["test", "-j", jobs] + Self.reports()).ending == .exit(9))
      files.append(folder.tree("").filter { $0.key.hasPrefix("r.") })
    }
    #expect(files[0].count == Self.kinds.count)
    #expect(files[0] == files[1])
  }

  @Test("A report that cannot be written is found out before anything is sent")
  func unwritable() throws {
    let server = try Self.server()
    defer { server.stop() }
    let folder = try Self.folder(at: server.url)
    let run = try folder.run("test", "--live", "--report", "junit=none/a.xml")
    #expect(run.ending == .exit(73))
    #expect(server.requests.isEmpty)
    try folder.write("old", "kept.xml")
    let broken = try folder.run("test", "missing.yaml", "--report", "junit=kept.xml")
    #expect(broken.ending == .exit(66))
    // The report of an earlier run is not taken for this one.
    #expect(folder.text("kept.xml").contains("missing.yaml"))
    #expect(folder.names().filter { $0.hasPrefix(".") } == [])
  }

  @Test("After a signal, the reports hold what is known")
  func signal() throws {
    let isOver = Flag()
    let server = try ScriptedServer.answering { bytes in
      if String(decoding: bytes, as: UTF8.self).contains(" /slow") { isOver.waits() }
      return response("{}")
    }
    defer { isOver.raise() }
    let example = "examples: {one: {with: {}, response: {}}}\n"
    let folder = try RecordingFolder(
      [
        "a.yaml": "host: <host>\npath: /a\n\(example)",
        "b.yaml": "host: <host>\npath: /slow\n\(example)",
        "c.yaml": "host: <host>\npath: /c\n\(example)",
      ], at: server.url)
    let child = try folder.start("test", "--live", "--report", "json=r.json")
    #expect(waits { server.requests.count == 2 })
    child.send(SIGTERM)
    let run = CommandRun(child)
    #expect(run.ending == .signal(SIGTERM))
    let text = folder.text("r.json")
    #expect(
      text.contains(#""passed": 1"#) && text.contains(#""exit_name": "interrupted""#), "\(text)")
    #expect(text.contains(#""skipped": 2"#), "\(text)")
    #expect(text.contains("a signal interrupted the run"), "\(text)")
  }

  @Test("auto writes what GitHub Actions shows, and nothing elsewhere")
  func auto() throws {
    let folder = try Self.folder(at: "http://a.example")
    try folder.write("before\n", "summary.md")
    func run(_ variables: [String: String]) throws -> CommandRun {
      CommandRun(
        try ChildProcess(
          [Place.program("apicall"), "test", "--report", "auto"], in: folder.path,
          environment: Surroundings.variables.merging(variables) { $1 }))
    }
    #expect(try run([:]).output == "")
    let shown = try run([
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "\(folder.path)/summary.md",
    ])
    #expect(shown.error.contains("\n::error file=body.yaml,line="), "\(shown.error)")
    #expect(folder.text("summary.md").hasPrefix("before\n## apicall test: "))
  }
}

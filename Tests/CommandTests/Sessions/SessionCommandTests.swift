import APICallScripts
import APICallSystem
import APICallText
import Foundation
import JSONText
import TestWorlds
import Testing

@Suite("Sessions at the command line")
struct SessionCommandTests {
  private static let token = SessionOutput("token", .text("tok-hunter2-12345678"), isSecret: true)

  @Test("The session of a project is found from any folder below its root, and only there")
  func projects() async throws {
    let home = try SessionsHome()
    try await home.store([Self.token], in: try home.projectFiles())
    let shown = try home.run("session", "show")
    #expect(
      shown.output.hasPrefix("endpoints/login.yaml (https://odd.example)\n  2 h old, inputs "))
    let below = CommandRun(try home.start(["session", "show"], in: "\(home.project)/endpoints"))
    #expect(below.output.hasPrefix("login.yaml (https://odd.example)\n"))
    let above = CommandRun(try home.start(["session", "show"], in: home.path))
    #expect(above.ending == .exit(0) && above.output.isEmpty)
    #expect(CommandRun(try home.start(["session", "clear"], in: home.path)).output.isEmpty)
    #expect(try home.projectFiles().isThere)
    // The same folder by another path.
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/link", withDestinationPath: home.project)
    let linked = CommandRun(try home.start(["session", "show"], in: "\(home.path)/link"))
    #expect(linked.output == shown.output)
    let list = CommandRun(try home.start(["session", "list"], in: home.path))
    #expect(list.output == "\(home.project)  1 entry  2 h old\n")
  }

  @Test("Entries are selected by path or by name, even if their files are gone")
  func clearing() async throws {
    let home = try SessionsHome()
    let file = try home.projectFiles()
    func store() async throws {
      for name in ["login", "token"] {
        try await home.store([Self.token], of: "endpoints/\(name).yaml", in: file)
      }
      try await home.store([Self.token], profile: "live", in: file)
    }
    try await store()
    let login = "endpoints/login.yaml (https://odd.example)"
    let live = "endpoints/login.yaml (live, https://odd.example)"
    let byName = try home.run("session", "clear", "login")
    #expect(byName.output == "removed: \(login)\nremoved: \(live)\n")
    #expect(try home.run("session", "clear", "login").output.isEmpty)
    let missing = try home.run("session", "clear", "tokn")
    #expect(missing.ending == .exit(66))
    #expect(
      missing.error == """
        apicall: endpoint 'tokn' does not exist
          hint: did you mean 'token'?

        """)
    try FileManager.default.removeItem(atPath: "\(home.project)/endpoints/token.yaml")
    let gone = try home.run("session", "clear", "./endpoints/../endpoints/token.yaml")
    #expect(gone.output == "removed: endpoints/token.yaml (https://odd.example)\n")
    #expect(!file.isThere)
    try await store()
    try await home.store([Self.token], in: try home.files())
    let all = try home.run("session", "clear", "--all")
    #expect(all.ending == .exit(0))
    #expect(all.output.split(separator: "\n").count == 4)
    for session in try home.names() { #expect(try home.names(session) == ["key"]) }
    #expect(try home.run("session", "list").output.isEmpty)
  }

  @Test("A secret is not printed, nor is another output that repeats it")
  func secrets() async throws {
    let home = try SessionsHome()
    let outputs = [
      Self.token,
      SessionOutput("header", .text("Bearer tok-hunter2-12345678")),
      SessionOutput("number", try Value(json: "12345678901"), isSecret: true),
      SessionOutput("list", try Value(json: "[12345678901, 2]")),
      SessionOutput("user", try Value(json: #"{"name": "eve",\#n "id": 1.10}"#)),
      SessionOutput("trap", .text("\u{1b}[31m\u{202e}x")),
    ]
    try await home.store(outputs, lasting: .seconds(5_430), in: try home.projectFiles())
    let text = try home.run("session", "show")
    #expect(
      text.output.split(separator: "\n").dropFirst(2).map(String.init) == [
        "  token   ***", "  header  ***", "  number  ***", "  list    ***",
        #"  user    {"name":"eve","id":1.10}"#, #"  trap    "\u001b[31m\u{202e}x""#,
      ])
    #expect(text.output.contains("\n  2 h old, expires in 1 h, inputs "))
    let json = try home.run("session", "show", "--json")
    let object = try JSONDocument(text: json.output).root
    #expect(object["outputs"]?[0]?.text == #"{"name":"token","secret":true}"#)
    #expect(object["outputs"]?[1]?.text == #"{"name":"header","secret":true}"#)
    #expect(object["outputs"]?[4]?["value"]?.text == #"{"name":"eve","id":1.10}"#)
    #expect(object["profile"]?.isNull == true)
    for run in [text, json] {
      #expect(!run.output.contains("hunter2") && !run.output.contains("12345678901"))
    }
  }

  @Test("An unreadable entry is reported, and hides no other")
  func broken() async throws {
    let home = try SessionsHome()
    for name in ["a", "broken", "z"] {
      try await home.store([Self.token], in: try home.files(name))
    }
    let files = try home.files("broken")
    let place = try home.entry(of: files)
    try await home.store([Self.token], of: "endpoints/token.yaml", in: files)
    try "{\"version\":3,\"inputs\":\"hunter2".write(
      toFile: place, atomically: false, encoding: .utf8)
    let list = try home.run("session", "list")
    #expect(list.ending == .exit(78))
    #expect(
      list.output
        == "a       1 entry  2 h old\nbroken  1 entry  2 h old\nz       1 entry  2 h old\n")
    let message = """
      apicall: '\(place)' cannot be read as a session: it is not JSON
        hint: 'apicall session clear --session broken' removes it; its calls are then made again

      """
    #expect(list.error == message)
    let show = try home.run("session", "show", "--session", "broken")
    #expect(show.ending == .exit(78) && show.error == message)
    #expect(show.output.hasPrefix("endpoints/token.yaml (https://odd.example)\n"))
    let some = try home.run("session", "clear", "--session", "broken", "endpoints/token.yaml")
    #expect(some.ending == .exit(78) && some.error == message)
    #expect(some.output == "removed: endpoints/token.yaml (https://odd.example)\n")
    let clear = try home.run("session", "clear", "--session", "broken")
    #expect(clear.output == "removed: \(place), which could not be read\n")
    #expect(try home.run("session", "list").ending == .exit(0))
  }

  @Test("Names of sessions are completed")
  func completion() async throws {
    let home = try SessionsHome()
    try await home.store([Self.token], in: try home.files())
    try await home.store([Self.token], in: try home.projectFiles())
    for command in ["show", "clear"] {
      let run = try home.run("__complete", "session", command, "--session", "")
      #expect(run.output == "nightly\n")
    }
  }
}

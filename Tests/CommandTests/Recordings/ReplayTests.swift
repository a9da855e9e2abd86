import Foundation
import Synchronization
import TestServers
import Testing

@Suite("Replaying recordings")
struct ReplayTests {
  /// A service with a login, a list in pages, a page that is missing, a busy page and jobs.
  private static func service() throws -> ScriptedServer {
    let counts = Mutex<[String: Int]>([:])
    return try ScriptedServer.answering { bytes in
      let request = String(decoding: bytes, as: UTF8.self)
      let target = String(request.split(separator: " ")[1])
      let count = counts.withLock { counts in
        counts[target, default: 0] += 1
        return counts[target] ?? 0
      }
      switch target {
      case "/login":
        return response("{\"token\": \"made-by-the-server-\(count)\", \"at\": 1.50}")
      case "/users":
        return response("[{\"id\":1},{\"id\":2}]", headers: ["Link: </users?page=2>; rel=next"])
      case _ where target.hasPrefix("/users?page=2"): return response("[{\"id\":3}]\n")
      case "/flaky":
        return count % 2 == 1
          ? response("503 Service Unavailable", "busy", type: "text/plain") : response("{\"ok\":1}")
      case "/moved": return response("302 Found", "", headers: ["Location: /users?page=2"])
      case "/digest":
        let challenge =
          "WWW-Authenticate: Digest realm=\"shop\", nonce=\"n0nce-of-\(count)\", algorithm=SHA-256, "
          + "qop=\"auth\""
        return request.contains("\r\nAuthorization: Digest ")
          ? response("{\"in\":true}")
          : response("401 Unauthorized", "{}", headers: [challenge])
      case "/jobs": return response("201 Created", "{\"id\":\(count)}")
      case _ where target.hasPrefix("/job"):
        return response("{\"state\":\"\(count < 3 ? "running" : "done")\",\"n\":\(count)}")
      default: return response("404 Not Found", "{\"error\":\"no \(target)\"}")
      }
    }
  }

  private static let files = [
    "apicall.yaml": "",
    "login.yaml": """
    host: <host>
    path: /login
    inputs: {host: , password: {secret: true}}
    json: {user: ann, password: <password>, id: <uuid()>, at: <now()>}
    outputs: {token: {from: $.token, secret: true}}
    """,
    "users.yaml": """
    host: <host>
    path: /users
    inputs: {host: , token: }
    headers: {Authorization: Bearer <token>, X-Token: <token>}
    paginate: {link: next}
    outputs: {ids: '$[*].id'}
    """,
    "flaky.yaml": """
    host: <host>
    path: /flaky
    inputs: {host: }
    retry: {times: 2, every: 300ms}
    """,
    "missing.yaml": "host: <host>\npath: /missing\ninputs: {host: }\n",
    "moved.yaml": "host: <host>\npath: /moved\ninputs: {host: }\nredirects: 2\n",
    "digest.yaml": """
    host: <host>
    path: /digest
    inputs: {host: , password: {secret: true}}
    auth: {type: digest, username: ann, password: <password>}
    """,
    "needs.yaml": """
    host: <host>
    path: /users
    inputs: {host: , password: {secret: true}}
    needs: {login: {call: login.yaml, with: {password: <password>, host: <host>}, fresh: 1h}}
    query: {page: 2, key: <login.token>}
    """,
    "create.yaml": """
    host: <host>
    path: /jobs
    method: POST
    inputs: {host: }
    outputs: {id: $.id}
    """,
    "job.yaml": """
    host: <host>
    path: /job/<id>
    inputs: {host: , id: }
    outputs: {n: $.n}
    """,
    "item.yaml": """
    inputs: {host: , number: }
    steps:
      made: {call: create.yaml, with: {host: <host>}}
      ready:
        call: job.yaml
        with: {host: <host>, id: <made.id>}
        poll: {until: {body: {$.state: done}}, every: 200ms, for: 1m}
    outputs: {id: <made.id>, n: <ready.n>}
    """,
    "all.yaml": """
    inputs: {host: , password: {secret: true}}
    steps:
      login: {call: login.yaml, with: {host: <host>, password: <password>}}
      users: {call: users.yaml, with: {host: <host>, token: <login.token>}}
      flaky: {call: flaky.yaml, with: {host: <host>}}
      items:
        call: item.yaml
        with: {host: <host>, number: <each>}
        each: {range: [1, 6]}
        parallel: 3
    outputs: {items: <items.id>, stamp: <now()>}
    """,
  ]

  @Test(
    "A run and its replay print the same and end in the same way",
    arguments: ["login", "users", "flaky", "missing", "moved", "digest", "needs", "item", "all"])
  func same(_ name: String) throws {
    let server = try Self.service()
    let folder = try RecordingFolder(Self.files, at: server.url)
    var inputs = ["host=\(server.url)"]
    if name == "users" { inputs.append("token=abcdefgh") }
    if name == "item" { inputs.append("number=1") }
    let needsPassword = ["login", "digest", "needs", "all"].contains(name)
    let real = try folder.run(
      ["run", "\(name).yaml"] + inputs + (needsPassword ? ["password=hunter2-hunter2"] : [])
        + ["--record", "rec"])
    #expect(real.ending == .exit(name == "missing" ? 4 : 0), "\(real.error)")
    #expect(!folder.text("rec/recording.yaml").isEmpty, "\(real.error)")
    server.stop()
    // Pauses take no time: these would take hours.
    for name in ["flaky", "item"] {
      let text = folder.text("\(name).yaml")
      try folder.write(
        text.replacing(/every: \d+ms(, for: 1m)?/) { match in
          match.output.1 == nil ? "every: 1h" : "every: 1h, for: 20h"
        }, "\(name).yaml")
    }
    let replay = try folder.run(
      ["run", "\(name).yaml"] + inputs + (needsPassword ? ["password=other"] : [])
        + ["--replay", "rec"])
    #expect(replay.ending == real.ending, "\(replay.error)")
    // A secret that the response showed is masked in the recording.
    let expected = real.output.replacing("made-by-the-server-1", with: "masked-1")
    #expect(replay.output == expected)
    let note = real.error.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("apicall: recorded") }.joined(separator: "\n")
    #expect(replay.error == note)
  }

  @Test("Recording the same again changes only the line with the moment")
  func again() throws {
    let server = try ScriptedServer.answering { _ in response("{\"b\":1,\"a\":[1, 2]}") }
    let folder = try RecordingFolder(["a.yaml": "host: <host>\ninputs: {host: }\n"], at: server.url)
    func record() throws -> [String: [UInt8]] {
      #expect(
        try folder.run("run", "a.yaml", "host=\(server.url)", "--record", "rec").ending == .exit(0))
      return folder.tree("rec")
    }
    let (first, second) = (try record(), try record())
    #expect(
      Set(first.keys) == ["recording.yaml", "1-a.json"] && Set(second.keys) == Set(first.keys))
    #expect(first["1-a.json"] == second["1-a.json"])
    func lines(_ bytes: [UInt8]?) -> [String] {
      String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }
    let changed = zip(lines(first["recording.yaml"]), lines(second["recording.yaml"]))
      .filter { $0 != $1 }
    #expect(changed.count == 1 && changed.allSatisfy { $0.0.hasPrefix("recorded: ") })
  }

  @Test(
    "A failed exchange is recorded with the word of --fail",
    arguments: [("connect", 69), ("garbage", 76), ("truncated", 74), ("reset", 74), ("timeout", 2)])
  func failures(_ word: String, _ status: Int32) throws {
    let server: ScriptedServer
    switch word {
    case "garbage": server = try ScriptedServer(.write("what is this\r\n\r\n"))
    case "truncated":
      server = try ScriptedServer(.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"))
    case "reset": server = try ScriptedServer { _, connection in connection.shutDown() }
    case "timeout": server = try ScriptedServer(.read, .silence)
    default: server = try ScriptedServer()
    }
    if word == "connect" { server.stop() }
    let folder = try RecordingFolder(
      [
        "a.yaml": "host: <host>\ninputs: {host: }\n"
          + (word == "timeout" ? "timeout: {idle: 500ms}\n" : "")
      ], at: server.url)
    let real = try folder.run("run", "a.yaml", "host=\(server.url)", "--record", "rec")
    #expect(real.ending == .exit(status), "\(real.error)")
    #expect(folder.text("rec/recording.yaml").contains("failure: \(word)"), "\(real.error)")
    let replay = try folder.run("run", "a.yaml", "host=\(server.url)", "--replay", "rec")
    #expect(replay.ending == real.ending && replay.output == real.output, "\(replay.error)")
  }

  @Test("A request that is not in the recording shows the nearest one")
  func misses() throws {
    let server = try ScriptedServer.answering { _ in response("{}") }
    let folder = try RecordingFolder(
      [
        "a.yaml": """
        host: <host>
        inputs: {host: , name: {default: ann}}
        headers: {X-A: b}
        query: {page: 1}
        json: {user: {name: <name>}, n: 1}
        """
      ], at: server.url)
    func run(_ arguments: String...) throws -> CommandRun {
      try folder.run(["run", "a.yaml", "host=\(server.url)"] + arguments)
    }
    #expect(try run("--record", "rec").ending == .exit(0))
    #expect(try run("--replay", "rec").ending == .exit(0))
    var miss = try run("name=bob", "--replay", "rec")
    #expect(miss.ending == .exit(1) && miss.output.isEmpty)
    #expect(
      miss.error.contains(
        "the nearest recorded request, rec/recording.yaml:4, differs in the body at $.user.name: "
          + "recorded '\"ann\"', now '\"bob\"'"), "\(miss.error)")
    miss = try run("--query", "page=2", "-H", "X-A: c", "--replay", "rec")
    #expect(
      miss.error.contains(
        "differs in the query: recorded 'page=1', now 'page=2'; X-A: recorded 'b', now 'c'"),
      "\(miss.error)")
    // Recorded once, requested twice.
    try folder.write(
      """
      inputs: {host: }
      steps:
        one: {call: a.yaml, with: {host: <host>}}
        two: {call: a.yaml, with: {host: <host>}}
      """, "twice.yaml")
    let twice = try folder.run("run", "twice.yaml", "host=\(server.url)", "--replay", "rec")
    #expect(twice.ending == .exit(1))
    #expect(twice.error.contains("the recorded response to this request was used already"))
    #expect(
      try folder.run("run", "twice.yaml", "host=\(server.url)", "--record", "two").ending
        == .exit(0))
    let once = try run("--replay", "two")
    #expect(once.ending == .exit(0))
    #expect(once.error.contains("was not used"), "\(once.error)")
  }

  @Test("Secrets that are not given have dummies in a replay")
  func dummies() throws {
    let server = try Self.service()
    let folder = try RecordingFolder(Self.files, at: server.url)
    let host = "host=\(server.url)"
    let recorded = try folder.run("run", "login.yaml", host, "password=hunter-22", "--record", "r")
    server.stop()
    let replayed = try folder.run("run", "login.yaml", host, "--replay", "r")
    #expect(replayed.ending == .exit(0) && recorded.ending == .exit(0), "\(replayed.error)")
    #expect(replayed.output.contains("masked-1"), "\(replayed.output)")
  }

  @Test(
    "Options that make no sense together are refused",
    arguments: [
      ["--record", "a", "--replay", "b"], ["--record", "a", "--fail", "dns"],
      ["--replay", "a", "--mock", "127.0.0.1:1"], ["--replay", "a", "--requester", "curl"],
      ["--record", "a", "--requester", "fixture"], ["--record", "a", "--session", "x"],
      ["--record", ""], ["b.yaml", "--record", "a"],
    ])
  func refused(_ arguments: [String]) throws {
    let folder = try RecordingFolder(["a.yaml": "host: http://127.0.0.1:1\n", "b.yaml": ""])
    let run = try folder.run(["run", "a.yaml"] + arguments)
    #expect(run.ending == .exit(64), "\(run.error)")
    #expect(folder.names() == ["a.yaml", "b.yaml"])
  }
}

import Foundation
import Synchronization
import TestServers
import Testing

/// `--rate-file` and `--limiter`: one rate for all workers.
@Suite("A rate that workers share")
struct SharedRateTests {
  private let folder: String
  private let server: ScriptedServer
  private let count: Count

  private final class Count: Sendable {
    let value = Mutex(0)
    /// The fields of the response to each request, by its number from 1.
    let fields = Mutex<@Sendable (Int) -> String>({ _ in "HTTP/1.1 200 OK\r\n" })
  }

  init() throws {
    folder = "\(Place.scratch)/rate-\(UUID().uuidString)"
    let plugin = "\(folder)/.local/share/apicall/plugins/gate"
    try FileManager.default.createDirectory(atPath: plugin, withIntermediateDirectories: true)
    let count = Count()
    self.count = count
    server = try ScriptedServer.answering { _ in
      let number = count.value.withLock {
        $0 += 1
        return $0
      }
      return count.fields.withLock { $0(number) }
        + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    }
    try write(
      "url: http://a.example/<id>\ninputs: {id: {type: integer}}\nretry: {every: 10ms}\n",
      "get.yaml")
    try write((1...20).map { "{\"id\":\($0)}\n" }.joined(), "rows.ndjson")
    try writeManifest()
  }

  private func writeManifest(timeout: Int = 60_000) throws {
    try write(
      """
      {"name": "gate", "exec": "./gate", "roles": [{"role": "limiter"}], "timeout_ms": \(timeout)}
      """, ".local/share/apicall/plugins/gate/plugin.json")
  }

  private func write(_ text: String, _ name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Makes the limiter a program for sh(1), which has the question in a variable.
  private func makeLimiter(_ text: String) throws {
    let path = ".local/share/apicall/plugins/gate/gate"
    try write("#!/bin/sh\nread -r question\n\(text)\n", path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(path)")
  }

  private func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall"), "run", "--mock", server.url] + arguments, in: folder,
      environment: Surroundings.variables.merging(["HOME": folder]) { $1 })
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    CommandRun(
      try start(["get.yaml", "--rows", "rows.ndjson", "--results", "out", "-j", "8"] + arguments))
  }

  private static let pass =
    #"printf '%s\n' "$question" | sed 's/.*"permits":\([0-9]*\).*/{"permits":\1,"wait":0.02}/'"#

  @Test("A limiter is asked for the requests that wait, and told the rate and the refusals")
  func questions() throws {
    try makeLimiter("printf '%s\\n' \"$question\" >>\"$HOME/asked\"\n\(Self.pass)")
    count.fields.withLock {
      $0 = { number in
        number == 3
          ? "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\n" : "HTTP/1.1 200 OK\r\n"
      }
    }
    let run = try run("--rate", "200/s", "--limiter", "gate")
    #expect(run.ending == .exit(0), "\(run.error)")
    let asked = try String(contentsOfFile: "\(folder)/asked", encoding: .utf8)
    let lines = asked.split(separator: "\n")
    var permits = 0
    for line in lines {
      let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let question = try #require(parsed)
      permits += question["permits"] as? Int ?? 0
      #expect(question["requests"] as? Int == 200 && question["seconds"] as? Int == 1)
    }
    // The refused request was sent again.
    #expect(count.value.withLock { $0 } == 21 && permits >= 21)
    #expect(asked.contains(#""status":429,"retry_after":1}"#), "\(asked)")
  }

  @Test(
    "A limiter that fails ends the run before anything is sent",
    arguments: [
      ("echo nonsense", "its answer has no number 'permits': 'nonsense\\x0a'"),
      (#"echo '{"permits":99}'"#, "it allows 99 requests, and was asked for "),
      (
        #"echo '{"permits":1,"wait":4000}'"#,
        "'wait' is not a number of seconds from 0 to 3600: '4000'"
      ),
      ("echo lost >&2; exit 3", "it exited with status 3\n    it printed: lost"),
      ("sleep 50", "it was silent for 500ms"),
      ("yes", "its answer is longer than 65536 bytes"),
    ])
  func failures(_ text: String, _ reason: String) throws {
    try makeLimiter(text)
    if reason.hasSuffix("silent for 500ms") { try writeManifest(timeout: 500) }
    let run = try run("--limiter", "gate")
    #expect(run.ending == .exit(75), "\(run)")
    #expect(run.error.contains("the plugin 'gate' failed: \(reason)"), "\(run.error)")
    #expect(count.value.withLock { $0 } == 0)
    try write("steps: {all: {each: [1, 2], call: get.yaml, with: {id: <each>}}}\n", "all.yaml")
    let script = CommandRun(try start(["all.yaml", "--limiter", "gate"]))
    #expect(script.ending == .exit(75) && script.error.contains(reason), "\(script)")
    #expect(count.value.withLock { $0 } == 0)
  }

  @Test("A limiter that does not exist is named, with those that do")
  func unknown() throws {
    try makeLimiter(Self.pass)
    let run = try run("--limiter", "gat")
    #expect(run.ending == .exit(64) && count.value.withLock { $0 } == 0)
    #expect(
      run.error == """
        apicall: there is no limiter 'gat'
          hint: did you mean 'gate'?

        """)
  }

  @Test("Processes share what the fields of a server tell")
  func fields() throws {
    let start = Mutex<ContinuousClock.Instant?>(nil)
    let windows = Mutex<[Int: Int]>([:])
    // Ten requests in each half of a second, from the first one on.
    count.fields.withLock {
      $0 = { _ in
        let now = ContinuousClock.now
        let begun = start.withLock { start in
          if start == nil { start = now }
          return start ?? now
        }
        let passed = Int((now - begun) / .milliseconds(1))
        let used = windows.withLock { windows in
          windows[passed / 500, default: 0] += 1
          return windows[passed / 500] ?? 0
        }
        let left = Double(500 - passed % 500) / 1000
        return "HTTP/1.1 \(used > 10 ? "429 Too Many" : "200 OK")\r\n"
          + "X-Left: \(max(10 - used, 0))\r\nX-Reset: \(left)\r\n"
      }
    }
    try write(
      """
      steps:
        all:
          each: {ndjson: rows.ndjson}
          loop: {parallel: 4, rate: {remaining: {header: X-Left}, reset: {header: X-Reset}}}
          call: get.yaml
          with: {id: <each.id>}

      """, "all.yaml")
    let children = try (1...3).map { _ in
      try self.start(["all.yaml", "--rate-file", "rate"])
    }
    for child in children {
      let run = CommandRun(child)
      #expect(run.ending == .exit(0), "\(run.error)")
    }
    #expect(windows.withLock { $0.values.reduce(0, +) } >= 60)
    // By itself, each process would know only what its own responses tell, and have some refused in
    // each window. A slow machine may send what was allowed in one window in the next.
    let refused = windows.withLock { $0.values.reduce(0) { $0 + max($1 - 10, 0) } }
    #expect(refused <= 12, "\(windows.withLock { $0 })")
  }

  private static func has(_ command: String) -> Bool {
    (try? ChildProcess(["/bin/sh", "-c", "command -v \(command)"]))?.wait() == .exit(0)
  }

  @Test(
    "Workers share a rate by way of Redis",
    .enabled(if: has("redis-check-rdb") && has("redis-cli"), "Redis is not installed"))
  func redis() throws {
    let script = #"""
      mkdir -p "$HOME/.local/share/apicall/plugins"
      cp -r "$examples/redis-limiter" "$HOME/.local/share/apicall/plugins/"
      for _ in 1 2 3 4 5 6 7 8 9; do
        port=$((20000 + RANDOM % 12000))
        # The package with the client has the server, too, by another name.
        (exec -a redis-server redis-check-rdb --port $port --bind 127.0.0.1 --save '' \
          --dir "$HOME") >/dev/null &
        for _ in {1..50}; do
          if ! kill -0 $! 2>/dev/null; then break; fi
          if redis-cli -p $port ping >/dev/null 2>&1; then break 2; fi
          sleep 0.05
        done
      done
      trap "kill $!" EXIT
      export REDIS_URL=redis://127.0.0.1:$port
      for part in 1 2 3 4; do
        $apicall run get.yaml --mock $server --rows rows.ndjson --part $part/4 --results out$part \
          -j 4 --rate 25/s --limiter redis-limiter &
        jobs="$jobs $!"
      done
      for job in $jobs; do wait $job || exit 1; done
      """#
    let variables = Surroundings.variables.merging([
      "HOME": folder, "examples": "\(Place.package)/examples/scale",
      "apicall": try Place.program("apicall"), "server": server.url,
    ]) { $1 }
    let begun = ContinuousClock.now
    let run = CommandRun(
      try ChildProcess(["/bin/bash", "-c", script], in: folder, environment: variables))
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(count.value.withLock { $0 } == 20)
    // 20 requests take 800 ms, of which the last four may be sent at once.
    #expect(ContinuousClock.now - begun >= .milliseconds(640))
  }
}

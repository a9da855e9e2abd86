import Foundation
import Glibc
import SeededNumbers
import TestServers
import Testing

@Suite("Faults of recordings")
struct RecordingFaultTests {
  private static let spec = "host: <host>\ninputs: {host: }\n"

  @Test("A run that is killed leaves the old recording or the new one, whole")
  func killed() throws {
    let pages = (1...40).map { number in
      "  s\(number): {call: a.yaml, with: {host: <host>, page: \(number)}}\n"
    }
    let server = try ScriptedServer.answering { request in
      let words = String(decoding: request, as: UTF8.self).split(separator: " ")
      return response(
        "{\"target\":\"\(words[1])\",\"rest\":\"\(String(repeating: "x", count: 9000))\"}")
    }
    let folder = try RecordingFolder(
      [
        "a.yaml": "host: <host>\ninputs: {host: , page: }\nquery: {page: <page>, v: <now()>}\n",
        "all.yaml": "inputs: {host: }\nsteps:\n" + pages.joined(),
      ], at: server.url)
    let arguments = ["run", "all.yaml", "host=\(server.url)", "--record", "rec"]
    let start = ContinuousClock.now
    #expect(try folder.run(arguments).ending == .exit(0))
    let time = ContinuousClock.now - start
    let whole = folder.tree("rec").count
    #expect(whole == 41)
    var generator = SeededGenerator(seed: TestSeed.picked())
    var changes = 0
    var before = folder.tree("rec")
    for attempt in 1...36 {
      let child = try ChildProcess([Place.program("apicall")] + arguments, in: folder.path)
      // Most kills come near the end, when the files are written.
      let share = 0.7 + 0.4 * Double(generator.below(1000)) / 1000
      usleep(UInt32(Double(time / .microseconds(1)) * share))
      child.send(SIGKILL)
      _ = child.wait()
      let now = folder.tree("rec")
      #expect(now.count == whole, "attempt \(attempt)")
      let index = String(decoding: now["recording.yaml"] ?? [], as: UTF8.self)
      let moment = index.split(separator: "\n").first { $0.hasPrefix("recorded:") } ?? ""
      let stamp = moment.split(separator: "\"").dropFirst().first.map(String.init) ?? "?"
      // The files of one recording, not of two.
      for (name, bytes) in now where name != "recording.yaml" {
        let text = String(decoding: bytes, as: UTF8.self)
        let encoded = stamp.replacing(":", with: "%3A")
        #expect(text.contains("v=\(encoded)"), "attempt \(attempt): \(name)")
      }
      if now != before { changes += 1 }
      before = now
    }
    #expect(try folder.run(arguments).ending == .exit(0))
    // What killed runs have left is removed.
    #expect(folder.names() == ["a.yaml", "all.yaml", "rec"])
    #expect(changes <= 36)
  }

  @Test("A signal ends the run without a recording")
  func interrupted() throws {
    let server = try ScriptedServer(.read, .silence)
    let folder = try RecordingFolder(["a.yaml": Self.spec], at: server.url)
    let child = try folder.start("run", "a.yaml", "host=\(server.url)", "--record", "rec")
    #expect(server.waitForRequest())
    child.send(SIGINT)
    #expect(child.wait() == .signal(SIGINT))
    #expect(folder.names() == ["a.yaml"])
  }

  @Test("A folder that is not a recording, and links on the way, are refused")
  func folders() throws {
    let server = try ScriptedServer.answering()
    let folder = try RecordingFolder(
      [
        "a.yaml": Self.spec, "full/notes.txt": "mine", "numbered/1-notes.txt": "mine",
        "real/x": "", "deep/rec/recording.yaml": "", "deep/rec/1-sub/x": "mine",
      ], at: server.url)
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/real")
    try manager.createDirectory(atPath: "\(folder.path)/empty", withIntermediateDirectories: true)
    func record(_ target: String) throws -> CommandRun {
      try folder.run("run", "a.yaml", "host=\(server.url)", "--record", target)
    }
    for target in [
      "full", "numbered", "link", "link/rec", "a.yaml", "a.yaml/rec", ".", "..", "deep/rec",
    ] {
      let run = try record(target)
      #expect(run.ending == .exit(73), "\(target): \(run.error)")
      #expect(run.error.contains("cannot write the folder"), "\(target): \(run.error)")
    }
    #expect(folder.text("full/notes.txt") == "mine" && folder.text("deep/rec/1-sub/x") == "mine")
    #expect(folder.names("real") == ["x"] && folder.names("numbered") == ["1-notes.txt"])
    for target in ["empty", "new/below/rec", "./other/"] {
      let run = try record(target)
      #expect(run.ending == .exit(0), "\(target): \(run.error)")
    }
    let attributes = try manager.attributesOfItem(atPath: "\(folder.path)/empty")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o755)
  }

  @Test("A body above 1 MiB is not cut, but refused")
  func tooLong() throws {
    let server = try ScriptedServer.answering { _ in
      response(String(repeating: "x", count: (1 << 20) + 1), type: "text/plain")
    }
    let folder = try RecordingFolder(["a.yaml": Self.spec], at: server.url)
    let run = try folder.run("run", "a.yaml", "host=\(server.url)", "--record", "rec")
    #expect(run.ending == .exit(73) && run.output.utf8.count == (1 << 20) + 1)
    #expect(run.error.contains("the body of the response is longer than 1 MiB"))
    #expect(folder.names() == ["a.yaml"])
  }

  @Test("Hostile recordings are refused with a message")
  func hostile() throws {
    let folder = try RecordingFolder(["a.yaml": "host: http://127.0.0.1:1\n"])
    let head = "apicall_recording: 1\nrecorded: \"2026-01-31T10:12:13.123Z\"\nexchanges:\n"
    func entry(_ body: String) -> String {
      "- request: {method: GET, url: \"http://127.0.0.1:1/\"}\n  response: {body: \(body)}\n"
    }
    func replay(_ text: String) throws -> CommandRun {
      try folder.write(text, "rec/recording.yaml")
      return try folder.run("run", "a.yaml", "--replay", "rec")
    }
    let long = String(repeating: "a", count: 300)
    for name in ["../a.yaml", "/etc/passwd", "..", ".hidden", long, "\"a\\0b\"", "a/b", "é"] {
      let run = try replay(head + entry(name))
      #expect(run.ending == .exit(65), "\(name.prefix(20)): \(run.error)")
      #expect(run.error.contains("is not the name of a file in the recording"))
      #expect(run.error.contains("rec/recording.yaml:5:"))
    }
    #expect(try replay(head + entry("1-gone.txt")).error.contains("does not exist"))
    try folder.write("", "rec/1-empty.txt")
    let emptied = try replay(head + entry("1-empty.txt"))
    #expect(emptied.ending == .exit(65) && emptied.error.contains("'1-empty.txt' is empty"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/rec/1-link.txt", withDestinationPath: "/etc/passwd")
    let link = try replay(head + entry("1-link.txt"))
    #expect(link.ending == .exit(65) && link.error.contains("is a symbolic link"))
    #expect(mkfifo("\(folder.path)/rec/1-pipe.txt", 0o600) == 0)
    #expect(try replay(head + entry("1-pipe.txt")).error.contains("is not a regular file"))
    #expect(truncate(create("\(folder.path)/rec/1-big.bin"), 1 << 30) == 0)
    #expect(try replay(head + entry("1-big.bin")).error.contains("is longer than 67108864 bytes"))

    var run = try replay(head + String(repeating: "- {}\n", count: 1_000_000))
    #expect(run.ending == .exit(66) && run.error.contains("it is longer than 4194304 bytes"))
    run = try replay(head + String(repeating: "- {}\n", count: 110_000))
    #expect(
      run.ending == .exit(65) && run.error.contains("more than 100000 entries"), "\(run.error)")
    run = try replay(head + "- requst: {}\n  failure: never\n  x: &a [*a]\n")
    #expect(
      run.ending == .exit(65) && run.error.contains("did you mean 'request'?"), "\(run.error)")
    let request = "- request: {method: GET, url: \"http://a/\"}\n"
    func withPart(_ part: String) -> String {
      head + "- request: {method: POST, url: \"http://a/\", parts: [{\(part)}]}\n  failure: dns\n"
    }
    for (text, message) in [
      ("", "the recording is empty"), ("# nothing\n", "the recording is empty"),
      ("a: 1", "unknown field 'a'"), ("- x", "a recording takes a map"),
      ("\0", "recording.yaml:1:1"),
      ("exchanges: []\n", "the file is not a recording of apicall"),
      ("apicall_recording: 2\n", "reads recordings of version 1, not '2'"),
      ("apicall_recording: 1\nexchanges: []\n", "the recording has no moment 'recorded'"),
      (
        "apicall_recording: 1\nrecorded: yesterday\nexchanges: []\n",
        "'yesterday' is not a moment"
      ),
      (head + "- 7\n", "an exchange takes a map"),
      (head + "- response: {}\n", "the exchange has no request with a method"),
      (head + "- request: {method: GET}\n  response: {}\n", "the request has no URL"),
      (head + "- request: {method: GET, url: no}\n  response: {}\n", "the request has no URL"),
      (head + request, "the exchange has neither a response nor a failure"),
      (head + request + "  failure: never\n", "'never' is not a failure"),
      (head + request + "  response: {status: 7}\n", "'status' takes a whole number"),
      (head + request + "  response: {headers: {\"a b\": c}}\n", "'a b' is not a header field"),
      (head + request + "  response: {written: wide}\n", "'wide' is not a way to write JSON"),
      (
        head + request + "  response: {headers: {X-A: a→b}, latin1: [x-a]}\n",
        "the value of 'x-a' is not text in ISO 8859-1"
      ),
      (
        head + request + "  response: {latin1: [a b]}\n",
        "'a b' cannot be the name of a header field"
      ),
      (withPart("name: a"), "the part has no content"),
      (withPart("sha256: abc"), "'sha256' takes 64 hexadecimal digits"),
    ] {
      let run = try replay(text)
      #expect(run.ending == .exit(65), "\(text): \(run.error)")
      #expect(run.error.contains(message), "\(text): \(run.error)")
    }
    #expect(try folder.run("run", "a.yaml", "--replay", "gone").ending == .exit(66))
    #expect(try folder.run("run", "a.yaml", "--replay", "a.yaml").ending == .exit(66))
  }

  private func create(_ path: String) -> String {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return path
  }
}

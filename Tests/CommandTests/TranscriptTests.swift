import TestServers
import Foundation
import Testing

/// Every file in Transcripts/ is run and compared.
///
/// Its commands have these variables, whose values are replaced by `$NAME` in the output: `$MOCK`,
/// the URL of apicall-serve with the project's endpoints; `$SHOP`, that of one with those of
/// examples/scripts; `$ODD`, that of ``OddServer``; `$PAGES`, that of ``PageServer``; `$CLOSED`, a
/// URL without a server. `$TMPDIR` is a folder of its own.
@Suite("Transcripts of commands")
struct TranscriptTests {
  static let folder = "Tests/CommandTests/Transcripts"
  static let files = Place.files(in: folder, suffix: ".txt")

  @Test("There are transcripts")
  func transcriptsExist() { #expect(!Self.files.isEmpty) }

  @Test("A transcript reads back as written", arguments: files)
  func readsBack(_ file: String) throws {
    let text = try Place.text("\(Self.folder)/\(file)")
    #expect(Transcript(text).text == text)
  }

  @Test("No secret is written, however a transcript was recorded", arguments: files)
  func secrets(_ file: String) throws {
    for case .command(let command) in Transcript(try Place.text("\(Self.folder)/\(file)")).parts {
      let secrets = command.script.matches(of: /(?:password|api_key|key|token)=(\w\S{3,})/)
        .map { String($0.output.1) }
      // The one command that makes the server repeat what it received.
      for secret in secrets where secret != "31337" {
        #expect(!command.result.contains { $0.contains(secret) }, "$ \(command.script)")
      }
    }
  }

  @Test("Commands do what the transcript says", arguments: files)
  func transcript(_ file: String) throws {
    let places = try Places()
    let path = "\(Self.folder)/\(file)"
    let golden = Transcript(try Place.text(path))
    let folder = golden.setting("in").map { "\(Place.fixtures)/\($0)" } ?? Place.package
    let output: ChildProcess.Output = golden.setting("on") == "terminal" ? .terminal : .file
    _ = try Place.program("apicall")
    // Transcripts run beside each other, and may use the same names.
    let scratch = "\(Place.scratch)/\(file.dropLast(".txt".count))"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let variables = Surroundings.variables.merging(places.variables) { $1 }
      .merging(["TMPDIR": scratch]) { $1 }

    var recorded = golden
    for (index, part) in golden.parts.enumerated() {
      guard case .command(var command) = part else { continue }
      let child = try ChildProcess(
        ["/bin/sh", "-c", command.script], in: folder, environment: variables, output: output)
      var run = CommandRun(child).untimed
      run.output = places.unfill(run.output)
      run.error = places.unfill(run.error)
      let result = Transcript.result(of: run)
      #expect(result == command.result, "\(file): $ \(command.script)")
      command.result = result
      recorded.parts[index] = .command(command)
    }
    if recorded != golden, Recording.isWanted { try Recording.write(recorded.text, to: path) }
  }
}

/// The URLs that transcripts name by variables.
private struct Places {
  private static let closed = Result { try LoopbackSocket.bound(listens: false) }
  let variables: [String: String]

  init() throws {
    variables = [
      "MOCK": try ServeProcess.shared.get().url,
      "SHOP": try ServeProcess.shop.get().url,
      "ODD": try OddServer.shared.get().url,
      "PAGES": try PageServer.shared.get().url,
      "CLOSED": "http://127.0.0.1:\(try Self.closed.get().port)",
    ]
  }

  /// Replaces the parts that differ from run to run by variables.
  func unfill(_ text: String) -> String {
    var text = text
    for (name, url) in variables {
      text = text.replacing(url, with: "$\(name)")
      text = text.replacing(url.dropFirst("http://".count), with: "${\(name)#http://}")
    }
    text = text.replacing(Place.package, with: "$PACKAGE")
    text = text.replacing(
      /"(name_lookup|connect|tls|first_byte|total)":( ?)(?:null|\d+\.\d{3})/
    ) { "\"\($0.output.1)\":\($0.output.2)TIME" }
    text = text.replacing(/apicall-[0-9a-f]{32}/, with: "apicall-BOUNDARY")
    // Times and ports in events, and the times that -v sums up.
    text = text.replacing(/"time":"[^"]*"/, with: #""time":"TIME""#)
    text = text.replacing(/"apicall":"[^"]*"/, with: #""apicall":"VERSION""#)
    text = Self.withoutReports(text)
    text = text.replacing(/("elapsed_ms"|"port"):[0-9.]+/) { "\($0.output.1):NUMBER" }
    // Some of them depend on the machine, except in the envelope, which has them all.
    text = text.replacing(/"timings":\{[^}]*\},"sent"/, with: #""timings":{TIMES},"sent""#)
    text = text.replacing(/(?m)^\* \d[0-9.]* ms[^;\n]*;/, with: "* TIMES;")
    return text.replacing(/(apicall[ \/]|libcurl\/|OpenSSL\/|nghttp2\/)\d[.\w]*/) {
      "\($0.output.1)VERSION"
    }
  }

  /// Leaves out the reports of progress before the last one of an exchange: a call has some if it
  /// takes more than a tenth of a second, on a slow machine.
  private static func withoutReports(_ text: String) -> String {
    let report = #""event":"progress""#
    guard text.contains(report) else { return text }
    var lines: [Substring] = []
    // From the end, so that the event after each is known.
    var isBeforeEnd = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).reversed() {
      if line.contains(report) {
        if isBeforeEnd { lines.append(line) }
        isBeforeEnd = false
        continue
      }
      if line.contains(#""event":""#) {
        isBeforeEnd = line.contains(#""event":"end""#) || line.contains(#""event":"next""#)
      }
      lines.append(line)
    }
    return lines.reversed().joined(separator: "\n")
  }
}

/// With APICALL_RECORD=1, golden files are written again; the test still fails.
enum Recording {
  static var isWanted: Bool { ProcessInfo.processInfo.environment["APICALL_RECORD"] == "1" }

  /// Writes a golden file.
  static func write(_ text: String, to path: String) throws {
    try text.write(toFile: "\(Place.package)/\(path)", atomically: true, encoding: .utf8)
  }
}

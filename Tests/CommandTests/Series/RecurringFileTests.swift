import TestServers
import Foundation
import Synchronization
import Testing

@Suite("A file repeated in one process")
struct RecurringFileTests {
  private static func folder(_ text: String) throws -> String {
    let folder = "\(Place.scratch)/recurring-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/call.yaml", atomically: true, encoding: .utf8)
    return folder
  }

  private static func start(
    _ times: Int, _ options: [String] = [], in folder: String
  ) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall"), "run"] + options
        + Array(repeating: "call.yaml", count: times), in: folder)
  }

  @Test("It makes a separate call each time if it draws a random number")
  func draws() throws {
    let server = try ScriptedServer.answering()
    let folder = try Self.folder("host: \(server.url)\npath: /<uuid()>\n")
    #expect(CommandRun(try Self.start(3, in: folder)).output == "{}{}{}")
    let lines = server.takeRequests().map { $0.prefix { $0 != UInt8(ascii: "\r") } }
    #expect(lines.count == 3 && Set(lines).count == 3, "\(lines)")
  }

  @Test("Its errors are reported once, and nothing is sent")
  func wrong() throws {
    let folder = try Self.folder("host: a.example\ninputs: {name: {}}\npath: /<name>\n")
    let run = CommandRun(try Self.start(3, in: folder))
    #expect(run.ending == .exit(65) && run.output.isEmpty)
    #expect(run.error.components(separatedBy: "'name'").count == 2, "\(run.error)")
  }

  @Test(
    "It takes no more memory for thousands of calls than for a few",
    arguments: [[], ["-j", "16"]])
  func memory(options: [String]) throws {
    func peak(_ times: Int) throws -> Int {
      // Measured while it waits for the last response: that of an ended program is no longer
      // available.
      let count = Mutex(0)
      let isMeasured = Flag()
      let server = try ScriptedServer.answering { request in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == times { isMeasured.waits() }
        return ScriptedServer.emptyMap(request)
      }
      let folder = try Self.folder("host: \(server.url)\npath: /x\n")
      let child = try Self.start(times, options, in: folder)
      #expect(waits { count.withLock { $0 == times } || child.hasEnded })
      let peak = child.peakMemory ?? 0
      isMeasured.raise()
      #expect(child.wait() == .exit(0))
      #expect(child.output.count == 2 * times)
      return peak
    }
    let few = try peak(50)
    let many = try peak(3000)
    // A call and its response take some 6 KiB.
    #expect(few > 1 << 20 && many - few < 6 << 20, "\(few >> 10) and \(many >> 10) KiB")
  }
}

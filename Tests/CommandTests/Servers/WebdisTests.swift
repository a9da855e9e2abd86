import Foundation
import Testing

@Suite("Webdis", .server("webdis"))
struct WebdisTests {
  @Test("A thousand keys are set, and the rows that fail can be run again")
  func keys() throws {
    let server = try RealServer("webdis")
    let folder = try RealServer.folder()
    let rows = (1...1000).map { number in
      "\"k/\(number), ü\",\(number % 400 == 5 ? "never" : "3600"),\"a; \(number)\""
    }
    func run(_ rows: [String], failures: String) throws -> CommandRun {
      let text = (["key,seconds,value"] + rows).map { "\($0)\n" }.joined()
      try text.write(toFile: "\(folder)/rows.csv", atomically: false, encoding: .utf8)
      let words = ["rows=rows.csv", "failures=\(failures)"]
      return try server.result("webdis-import", words, in: folder)
    }
    let first = try run(rows, failures: "failed.csv")
    #expect(first.ending == .exit(20), "\(first.error)")
    #expect(first.error.contains("'ERR value is not an integer or out of range', not 'OK'"))
    let failed = try String(contentsOfFile: "\(folder)/failed.csv", encoding: .utf8)
    #expect(
      failed == """
        key,seconds,value
        "k/5, ü",never,a; 5
        "k/405, ü",never,a; 405
        "k/805, ü",never,a; 805

        """)
    #expect(try server.prepare("webdis-size") == "997\n")

    let mended = failed.replacing("never", with: "60").split(separator: "\n").map(String.init)
    let second = try run(Array(mended.dropFirst()), failures: "none.csv")
    #expect(second == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(try server.prepare("webdis-size") == "1000\n")
  }
}

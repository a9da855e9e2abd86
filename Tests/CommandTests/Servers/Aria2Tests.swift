import Foundation
import Testing

@Suite("aria2", .server("aria2"))
struct Aria2Tests {
  @Test("A hundred downloads are started at once, and those that fail are listed")
  func downloads() throws {
    let server = try RealServer("aria2")
    let folder = try RealServer.folder()
    // aria2 downloads from itself: the list of its methods needs no secret.
    let rows = (1...100).map { number in
      switch number {
      case 13: "\(server.url)/none,\(number)"
      case 50: "nonsense,\(number)"
      default: "\(server.url)/jsonrpc?method=system.listMethods&id=\(number),\(number)"
      }
    }
    func run(_ rows: [String]) throws -> CommandRun {
      let text = (["url,name"] + rows).map { "\($0)\n" }.joined()
      try text.write(toFile: "\(folder)/urls.csv", atomically: false, encoding: .utf8)
      return try server.result("aria2-download", ["key=key", "urls=urls.csv"], in: folder)
    }
    let all = try run(rows)
    #expect(all.ending == .exit(20), "\(all.error)")
    #expect(
      all.output == """
        url,error
        nonsense,No URI to download.
        \(server.url)/none,Resource not found

        """)
    #expect(all.error.contains("error: 2 of 100 downloads failed\n"))

    let good = try run([rows[0], rows[1]])
    #expect(good == CommandRun(ending: .exit(0), output: "url,error\n", error: ""))
  }
}

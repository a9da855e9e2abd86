import Foundation
import Testing

@Suite("Kinto", .server("kinto"))
struct KintoTests {
  static let collection = ["user=guest", "password=guest", "bucket=shop", "collection=items"]

  @Test("A thousand rows are imported, those that fail again, and all are exported")
  func rows() throws {
    let server = try RealServer("kinto")
    try server.prepare("kinto")
    let folder = try RealServer.folder()
    func write(_ rows: [String], to file: String) throws {
      let text = (["id,name"] + rows).map { "\($0)\n" }.joined()
      try text.write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8)
    }
    func text(_ file: String) throws -> String {
      try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }
    // Kinto accepts no space in an id.
    let failing = [7, 150, 1000]
    let rows = (1...1000).map { number in
      "\(failing.contains(number) ? "p " : "p")\(number),\"item \(number), blue\""
    }
    try write(rows, to: "rows.csv")
    let files = ["rows=rows.csv", "failures=failed.csv"]
    let first = try server.result("kinto-import", Self.collection + files, in: folder)
    #expect(first.ending == .exit(10), "\(first.error)")
    #expect(first.error.contains("3 of 10 iterations of the step 'import' failed"))
    #expect(
      try text("failed.csv") == """
        id,name
        p 7,"item 7, blue"
        p 150,"item 150, blue"
        p 1000,"item 1000, blue"

        """)

    let mended = rows.filter { $0.hasPrefix("p ") }.map { $0.replacing("p ", with: "p") }
    try write(mended, to: "mended.csv")
    let again = ["rows=mended.csv", "failures=none.csv"]
    let second = try server.result("kinto-import", Self.collection + again, in: folder)
    #expect(second == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(try text("none.csv") == "id,name\n")

    let export = try server.result("kinto-export", Self.collection, in: folder)
    #expect(export.ending == .exit(0), "\(export.error)")
    let lines = export.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "id,name")
    // In the order of their changes: the mended rows are the last ones.
    #expect(Array(lines.dropFirst()) == rows.filter { !$0.hasPrefix("p ") } + mended)
  }

  @Test("Changes of one number by several runs at the same time are all made")
  func change() throws {
    let server = try RealServer("kinto")
    try server.prepare("kinto")
    let place = ["user=guest", "password=guest", "bucket=shop", "collection=counters"]
    let words = place + ["id=counter", "field=count", "add=2"]
    let runs = try (0..<6).map { _ in try server.start("kinto-change", words) }
    for run in runs.map({ CommandRun($0) }) { #expect(run.ending == .exit(0), "\(run.error)") }
    let last = try server.result("kinto-change", words, in: Place.package)
    #expect(last == CommandRun(ending: .exit(0), output: "14\n", error: ""))
  }
}

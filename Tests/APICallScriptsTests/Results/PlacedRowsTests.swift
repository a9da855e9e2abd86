import APICallBase
import APICallSafety
import APICallText
import SeededNumbers
import TestWorlds
import Testing

@testable import APICallScripts

@Suite("Rows with their places")
struct PlacedRowsTests {
  /// The rows of a part, each with its offset.
  private func rows(
    of text: String, part: RowsPart? = nil, isCSV: Bool = false
  ) async throws(Failure) -> [String] {
    let reader = MemoryFileReader(Array(text.utf8))
    let rows = PlacedRows(
      SourceLines(reader, named: "rows", in: .fixed()),
      as: isCSV ? .fields(CSVRows(), CSVDialect()) : .values, part: part,
      from: Provenance(.user))
    var found: [String] = []
    while let row = try await rows.next() {
      let words = row.failure?.diagnostics.first?.message
      found.append(
        "\(row.place?.offset ?? -1) \(words ?? String(decoding: row.value.jsonText, as: UTF8.self))"
      )
    }
    return found
  }

  @Test("A part has a number and a count")
  func parts() {
    #expect(RowsPart(written: "3/1000")?.written == "3/1000")
    for text in ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/1000001", ""] {
      #expect(RowsPart(written: text) == nil, "\(text)")
    }
  }

  @Test("Each row is in one part, in every form", arguments: [false, true])
  func cuts(isCSV: Bool) async throws {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    for _ in 0..<60 {
      var text = isCSV ? "a,b\n" : ""
      for number in 0..<Int.random(in: 0...12, using: &numbers) {
        let more = String(repeating: "x", count: Int.random(in: 0...30, using: &numbers))
        text += isCSV ? "\(number),\(more)\n" : "[\(number),\"\(more)\"]\n"
        if Bool.random(using: &numbers) { text += "\n" }
      }
      if Bool.random(using: &numbers), text.hasSuffix("\n"), !isCSV { text.removeLast() }
      let whole = try await rows(of: text, isCSV: isCSV)
      let count = Int.random(in: 1...9, using: &numbers)
      var all: [String] = []
      for number in 1...count {
        let part = RowsPart(written: "\(number)/\(count)")
        all += try await rows(of: text, part: part, isCSV: isCSV)
      }
      #expect(all == whole, "\(count) parts of \(text.debugDescription)")
    }
  }

  @Test("A row in lines cannot be cut")
  func breaks() async throws {
    let text = "a,b\n1,\"x\ny\"\n2,z\n"
    #expect(try await rows(of: text, isCSV: true).count == 2)
    let part = try #require(RowsPart(written: "1/1"))
    let failure = await #expect(throws: Failure.self) {
      try await rows(of: text, part: part, isCSV: true)
    }
    #expect(
      failure?.diagnostics.first?.message
        == "--part cannot cut 'rows' near the row at byte 4, which has a line break in a field")
  }

  @Test("A part that begins in a field is refused before its first row")
  func insideField() async throws {
    let text = "id,t\n1,\"text\n2,text2\n3,text\"\n4,z\n"
    for number in 1...5 {
      let part = try #require(RowsPart(written: "\(number)/5"))
      let found = try? await rows(of: text, part: part, isCSV: true)
      #expect(found == (number == 5 ? ["29 {\"id\":\"4\",\"t\":\"z\"}"] : nil), "\(number)")
    }
  }

  @Test(
    "Rows that only a carriage return ends are refused, not left out",
    arguments: ["id,t\r1,a\r2,b\r", "id,t\r1,a\n", "id,t\r1,a\r2,b", "id,t\n1,a\r2,b\r"])
  func returns(_ text: String) async throws {
    let failure = await #expect(throws: Failure.self) { try await rows(of: text, isCSV: true) }
    #expect(failure?.diagnostics.first?.message.hasSuffix("of 'rows' has several rows") == true)
  }

  @Test("A row under other columns is another row")
  func otherColumns() async throws {
    func digest(_ text: String) async throws -> RowDigest? {
      let reader = MemoryFileReader(Array(text.utf8))
      let rows = PlacedRows(
        SourceLines(reader, named: "rows", in: .fixed()),
        as: .fields(CSVRows(), CSVDialect()), part: nil, from: Provenance(.user))
      return try await rows.next()?.place?.digest
    }
    #expect(try await digest("id,t\n1,a\n") != digest("t,id\n1,a\n"))
    #expect(try await digest("id,t\n1,a\n") == digest("id,t\n1,a\n2,b\n"))
  }

  @Test("A byte order mark is no part of the first row")
  func mark() async throws {
    #expect(try await rows(of: "\u{FEFF}1\n2") == ["3 1", "5 2"])
  }

  @Test("A line that is not JSON has a place, too")
  func faults() async throws {
    let found = try await rows(of: "1\nnot\n3\n")
    #expect(found.count == 3 && found[1].hasPrefix("2 it is not JSON: "))
  }
}

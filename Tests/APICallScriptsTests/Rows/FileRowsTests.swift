import APICallBase
import APICallSafety
import TestWorlds
import Testing

@testable import APICallScripts

@Suite("Rows of a file")
struct FileRowsTests {
  private func rows(of text: String, by parser: any RowParser = LineRows()) -> FileRows {
    FileRows(
      MemoryFileReader(Array(text.utf8)), named: "rows", by: parser,
      from: Provenance(.file, .open), in: .fixed())
  }

  @Test("The share of the file grows with each row, not with what was read ahead")
  func share() async throws {
    let rows = rows(of: "1\n2\n3\n4\n")
    var shares = [rows.share]
    while try await rows.next() != nil { shares.append(rows.share) }
    #expect(shares == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test("The share of a file that is read in many pieces never falls, and ends at 1")
  func pieces() async throws {
    let header = "name,number\n"
    let rows = rows(
      of: header + (0..<20_000).map { "row \($0),\($0)\n" }.joined(), by: CSVRows())
    var last = 0.0
    while try await rows.next() != nil {
      let share = try #require(rows.share)
      #expect(share >= last && share <= 1)
      last = share
    }
    #expect(last == 1)
  }

  @Test("An empty file has no share")
  func empty() async throws {
    let rows = rows(of: "")
    #expect(try await rows.next() == nil && rows.share == nil)
  }
}

import APICallBase
import APICallText
import JSONText
import Testing

@testable import APICallScripts

@Suite("What is known of rows")
struct ResultsBookTests {
  private func place(_ number: Int, _ text: String = "x") -> RowPlace {
    RowPlace(number: number, offset: 10 * number, digest: RowDigest(Array(text.utf8)))
  }

  @Test("A line says again what was written", arguments: ["final", "left", "begun", "unknown"])
  func lines(_ name: String) throws {
    let state = try #require(ResultsLine.State(rawValue: name))
    let line = ResultsLine(
      place(3), state, exit: state == .begun ? nil : 4, milliseconds: 12,
      time: UTCTimestamp(seconds: 1_764_500_000))
    let bytes = line.bytes(with: Array(#"{"key":"k"}"#.utf8))
    #expect(bytes.last == 0x0A)
    let value = try JSONDocument(Array(bytes.dropLast())).root
    let found = try #require(ResultsLine(value))
    #expect(found.place == line.place && found.state == state && found.exit == line.exit)
    #expect(value["time"]?.string == "2025-11-30T10:53:20Z" && found.time == line.time)
    #expect(found.milliseconds == 12 && value["key"]?.string == "k")
  }

  @Test("A row that has begun is unknown until it ends")
  func unknown() {
    var book = ResultsBook()
    func note(_ line: ResultsLine) -> Bool { book.note(line) }
    #expect(!note(ResultsLine(place(1), .begun)))
    #expect(book.isSettled(1) && book.unknown.count == 1)
    #expect(!note(ResultsLine(place(1), .left, exit: 5)))
    #expect(!book.isSettled(1))
    #expect(note(ResultsLine(place(1), .final, exit: 4)))
    #expect(!note(ResultsLine(place(1), .final, exit: 0)))
    #expect(book.final == 1 && book.failed == 1 && book.unknown.isEmpty)
  }

  @Test("A row that has changed is noticed, and one that is missing")
  func changes() {
    var book = ResultsBook()
    for number in 1...3000 where number % 7 != 0 {
      _ = book.note(ResultsLine(place(number), .final, exit: 0))
    }
    func changed(_ text: (Int) -> String?) -> ClosedRange<Int>? {
      var check = ResultsBook.Check(book)
      for number in 1...4000 {
        let found = text(number).map { place(number, $0) }
        if let range = check.add(found) { return range }
        if found == nil { return nil }
      }
      return nil
    }
    #expect(changed { _ in "x" } == nil)
    // A row that was not made may be another one.
    #expect(changed { $0 == 7 ? "y" : "x" } == nil)
    #expect(changed { $0 == 8 ? "y" : "x" } == 1...1023)
    #expect(changed { $0 == 2000 ? "y" : "x" } == 1024...2047)
    #expect(changed { $0 < 2500 ? "x" : nil } == 2500...3000)
  }

  @Test("Results of another job, part or file are not continued")
  func headers() throws {
    let header = ResultsHeader(file: "a.yaml", rows: "r", job: "1", part: "1/2", size: 9)
    let text = Array(header.bytes.dropLast())
    #expect(ResultsHeader(try JSONDocument(text).root) == header)
    func problem(_ change: (inout ResultsHeader) -> Void, _ ignoringJob: Bool = false) -> String? {
      var other = header
      change(&other)
      return header.problem(with: other, in: "out", ignoringJob: ignoringJob)?.diagnostics.first?
        .message
    }
    #expect(problem { _ in } == nil)
    #expect(problem { $0.rows = "moved" } == nil)
    #expect(problem { $0.part = "2/2" } == "'out' has the results of part 2/2, not of part 1/2")
    #expect(problem { $0.part = nil } == "'out' has the results of all rows, not of part 1/2")
    #expect(
      problem { $0.size = 7 }
        == "the file of the rows has 9 bytes, and had 7 when 'out' was begun: its parts are others")
    #expect(
      problem { $0.job = "2" }
        == "'a.yaml', or the inputs or options of the run, have changed since 'out' was begun")
    #expect(problem({ $0.job = "2" }, true) == nil)
    #expect(problem { ($0.job, $0.file) = ("2", "b.yaml") } == "'out' has the results of 'b.yaml'")
  }
}

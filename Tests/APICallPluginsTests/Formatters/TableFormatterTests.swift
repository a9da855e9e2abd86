import APICallBase
import APICallContracts
import APICallPlugins
import Testing

@testable import APICallResponses

@Suite("Tables")
struct TableFormatterTests {
  private func table(_ json: String, columns: Int?) throws -> String {
    let output = BufferSink()
    let formatter = TableFormatter(FormatSettings(columns: columns))
    let printer = ValuePrinter(formatter: formatter, output: output)
    try printer.begin(.json)
    try printer.receive(Array(json.utf8).span)
    try printer.end()
    try printer.finish()
    return String(decoding: output.bytes, as: UTF8.self)
  }

  static let records = #"""
    [{"id": 7, "name": "Ann Example", "city": "Zürich am See", "note": null},
     {"id": 1000, "name": "日本語テキスト", "note": "e\u0301e\u0301 👨‍👩‍👧 x", "city": ""}]
    """#

  @Test("Without a width limit nothing is cut; wide characters take two columns, marks none")
  func wide() throws {
    #expect(
      try table(Self.records, columns: nil) == """
          id  name            city           note
           7  Ann Example     Zürich am See  null
        1000  日本語テキスト                 e\u{301}e\u{301} 👨‍👩‍👧 x

        """)
    #expect(try table(Self.records, columns: 45) == table(Self.records, columns: nil))
  }

  @Test("The widest columns are cut, and a line reports it")
  func cut() throws {
    #expect(
      try table(Self.records, columns: 32) == """
          id  name      city     note
           7  Ann Exa…  Zürich…  null
        1000  日本語…            e\u{301}e\u{301} 👨‍👩‍👧 x
        … 3 values are cut

        """)
  }

  @Test("Columns that do not fit are named")
  func hidden() throws {
    #expect(
      try table(Self.records, columns: 14) == """
          id  name
           7  Ann Exa…
        1000  日本語…
        … 2 values are cut; 2 columns are not shown: city, note

        """)
    #expect(try table(#"[{"abcdefgh": 1}]"#, columns: 3) == "ab…\n  1\n… 1 value is cut\n")
  }

  @Test("One long value does not make a table of many rows enormous")
  func tooLarge() throws {
    let long = String(repeating: "x", count: 600_000)
    let rows = String(repeating: #",{"a":"","b":1}"#, count: 2000)
    let failure = DeliveryError.unsuitable(
      "a table of 2001 rows would be 600003 columns wide; use json")
    #expect(throws: failure) { try table(#"[{"a":"\#(long)","b":1}\#(rows)]"#, columns: nil) }
    #expect(try table(#"[{"a":"\#(long)"},{"b":1}]"#, columns: nil).utf8.count > 600_000)
  }

  @Test("Only the last line can be wider than the terminal")
  func neverWider() throws {
    var random = Numbers(state: 7)
    for _ in 0..<300 {
      let rows = (0..<3).map { _ in
        "{" + (0..<5).map { "\"k\($0)\": \"\(random.text())\"" }.joined(separator: ",") + "}"
      }
      let width = 1 + Int(random.next() % 60)
      let text = try table("[\(rows.joined(separator: ","))]", columns: width)
      for line in text.split(separator: "\n") where !line.hasPrefix("… ") {
        #expect(columns(of: line) <= width, "\(width): \(line)")
      }
    }
  }

  /// Counts the columns of the characters in this test: wide, combining and narrow ones.
  private func columns(of line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ($1 == "日" ? 2 : $1 == "\u{301}" ? 0 : 1) }
  }

  @Test("A table with too many columns is refused")
  func tooMany() {
    let record = (0...1000).map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(throws: DeliveryError.self) { try table("[{\(record)}]", columns: 80) }
  }

  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    mutating func text() -> String {
      (0..<Int(next() % 12)).map { _ in ["a", "日", "e\u{301}", " "][Int(next() % 4)] }.joined()
    }
  }
}

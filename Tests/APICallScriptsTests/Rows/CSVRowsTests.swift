import APICallText
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@testable import APICallModel
@testable import APICallScripts

@Suite("CSV rows")
struct CSVRowsTests {
  /// A text, and its rows.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let rows: [String]

    init(_ description: String, _ text: String, _ rows: [String]) {
      testDescription = description
      self.text = text
      self.rows = rows
    }
  }

  @Test(
    "Rows are maps with the names of the header row, each with its line",
    arguments: [
      Case("rows", "a,b\n1,2\n3,4\n", [#"2: {"a":"1","b":"2"}"#, #"3: {"a":"3","b":"4"}"#]),
      Case("no line break at the end", "a,b\n1,2", [#"2: {"a":"1","b":"2"}"#]),
      Case("CR LF", "a,b\r\n1,2\r\n3,\r\n", [#"2: {"a":"1","b":"2"}"#, #"3: {"a":"3","b":""}"#]),
      Case("CR", "a,b\r1,2\r", [#"2: {"a":"1","b":"2"}"#]),
      Case("names alone", "a,b\n", []),
      Case("quotes", "a,\"b, \"\"c\"\"\"\n\"1\",\"\"\n", [#"2: {"a":"1","b, \"c\"":""}"#]),
      Case(
        "lines within quotes", "a,b\n1,\"x\r\ny\n\"\n2,z\n",
        [#"2: {"a":"1","b":"x\r\ny\n"}"#, #"5: {"a":"2","b":"z"}"#]),
      Case("empty lines", "\na,b\n\n\r\n1,2\n\n", [#"5: {"a":"1","b":"2"}"#]),
      Case("empty lines of one column", "a\n\n1\n", [#"2: {"a":""}"#, #"3: {"a":"1"}"#]),
      Case("spaces", "a, b\n 1,2 \n", [#"2: {"a":" 1"," b":"2 "}"#]),
      Case("a tab and a NUL", "a\n\t\u{0}\n", [#"2: {"a":"\t\u0000"}"#]),
      Case("letters", "ä\n€\n", [#"2: {"ä":"€"}"#]),
      Case("nothing", "", ["1:1: error: it is empty"]),
      Case("empty lines alone", "\n\n", ["1:1: error: it is empty"]),
      Case(
        "too few fields", "a,b\n1,2\n3\n",
        [
          #"2: {"a":"1","b":"2"}"#,
          "3:1: error: the row has fewer fields (1) than the first one (2)",
        ]),
      Case(
        "too many fields", "a\n\n1,2\n",
        [#"2: {"a":""}"#, "3:1: error: the row has more fields than the first one (1)"]),
      Case(
        "a quote in the middle", "a\nx\"y\n",
        ["2:1: error: a field without quotes contains a quote"]),
      Case(
        "text after a quote", "a\n\"x\ny\"z\n",
        ["3:1: error: text follows the closing quote of a field"]),
      Case(
        "an open quote", "a\n1\n\"x\ny\n",
        [#"2: {"a":"1"}"#, "3:1: error: a field in quotes is not closed"]),
      Case("the same name twice", "a,a\n", ["1:1: error: two columns are named 'a'"]),
      Case("no name", "a,,b\n", ["1:1: error: column 2 has no name"]),
    ])
  func rows(_ test: Case) {
    for cut in [1, 2, 3, 1000] {
      let found = FoundRows.rows(of: Array(test.text.utf8), by: CSVRows()) { cut }
      #expect(found == test.rows, "pieces of \(cut)")
    }
  }

  static let columns: [Loop.Column] = [
    Loop.Column(name: "n", type: .integer),
    Loop.Column(name: "x", type: .number),
    Loop.Column(name: "y", type: .boolean),
    Loop.Column(name: "l", type: .array),
  ]

  @Test(
    "Values have the declared types, and empty ones are null",
    arguments: [
      ("1,1.50,true,\"[1, 2]\",", #"2: {"n":1,"x":1.50,"y":true,"l":[1, 2],"t":""}"#),
      (",,,,1", #"2: {"n":null,"x":null,"y":null,"l":null,"t":"1"}"#),
      ("-12345678901234567890,1e9,false,[],a", nil),
      ("1.0,,,,", "2:1: error: 'n' takes a whole number, not '1.0'"),
      ("07,,,,", "2:1: error: 'n' takes a whole number, not '07'"),
      (",x,,,", "2:1: error: 'x' takes a number, not 'x'"),
      (",,yes,,", "2:1: error: 'y' takes true or false, not 'yes'"),
      (",,,{},", "2:1: error: 'l' takes a list in JSON, such as [1, 2], not '{}'"),
    ])
  func types(_ row: String, _ expected: String?) {
    let text = Array("n,x,y,l,t\n\(row)\n".utf8)
    let whole = #"2: {"n":-12345678901234567890,"x":1e9,"y":false,"l":[],"t":"a"}"#
    #expect(
      FoundRows.rows(of: text, by: CSVRows(types: Self.columns)) == [expected ?? whole])
  }

  @Test("Types for missing columns are reported with the first row")
  func unknownColumns() {
    #expect(
      FoundRows.rows(of: Array("n,x,y\n".utf8), by: CSVRows(types: Self.columns))
        == ["1:1: error: 'types' names the column 'l', which the file does not have"])
  }

  @Test("A row that is not UTF-8 is an error")
  func encoding() {
    #expect(
      FoundRows.rows(of: Array("a\n".utf8) + [0xFF, 0x0A], by: CSVRows())
        == ["2:1: error: the field of 'a' is not UTF-8"])
    #expect(
      FoundRows.rows(of: [0xFF, 0x0A], by: CSVRows())
        == ["1:1: error: the name of column 1 is not UTF-8"])
  }

  @Test("A row has at most 1 MiB and 4096 columns")
  func limits() {
    let long = String(repeating: "x", count: RowFault.longest)
    for text in ["a,b\n\(long),1\n", "a,b\n\"\(long)\",1\n", "a\n\(long)"] {
      #expect(
        FoundRows.rows(of: Array(text.utf8), by: CSVRows()) { 50_000 }
          == ["2:1: error: the row is longer than 1048576 bytes"])
    }
    let commas = "a\n" + String(repeating: ",", count: RowFault.longest)
    #expect(
      FoundRows.rows(of: Array(commas.utf8), by: CSVRows()) { 50_000 }
        == ["2:1: error: the row is longer than 1048576 bytes"])
    let names = (0...4096).map { "c\($0)" }.joined(separator: ",")
    #expect(
      FoundRows.rows(of: Array(names.utf8), by: CSVRows()) { 50_000 }
        == ["1:1: error: there are more than 4096 columns"])
  }

  @Test("No more rows are read than currently needed")
  func enough() throws {
    let name = String(repeating: "n", count: 100_000)
    var parser = CSVRows()
    var rows = FoundRows()
    let text = Array("\(name)\n\(String(repeating: "1\n", count: 1000))".utf8)
    var position = try parser.push(text.span, into: &rows)
    #expect(position < text.count && rows.bytes.count < 500_000)
    var count = 0
    while position < text.count || rows.bytes.count > 0 {
      while rows.take() != nil { count += 1 }
      position += try parser.push(text.span.extracting(position...), into: &rows)
    }
    #expect(count == 1000)
  }

  @Test("Any table reads back as written, however it is cut and quoted")
  func property() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let pieces = [
      "a", ",", "\"", "\n", "\r\n", "\r", " ", "ä", "€", "\t", "é", "{", "0", "\\", "x,y",
    ]
    for iteration in 0..<2000 {
      let width = 1 + numbers.below(4)
      // A tab in the only name is taken for a delimiter.
      let names = (0..<width).map {
        "\($0)" + numbers.text(of: width == 1 ? pieces.filter { $0 != "\t" } : pieces, below: 4)
      }
      let table = (0..<numbers.below(5)).map { _ in
        (0..<width).map { _ in numbers.text(of: pieces, below: 5) }
      }
      let end = numbers.pick(["\n", "\r\n", "\r"])
      var text = ""
      for (index, row) in ([names] + table).enumerated() {
        if index > 0 { text += end }
        text += row.map { Self.written($0, &numbers, isOnly: width == 1) }.joined(separator: ",")
      }
      if numbers.below(2) == 0 { text += end }
      let found = FoundRows.rows(of: Array(text.utf8), by: CSVRows()) { 1 + numbers.below(9) }
      let read = try found.map { line in
        let json = line.drop { $0 != "{" }
        let map = try JSONDocument(text: String(json)).root
        return try names.map { try #require(map[$0]?.string) }
      }
      #expect(read == table, "seed \(seed), iteration \(iteration): \(text.debugDescription)")
      if read != table { return }
    }
  }

  /// Returns a field as RFC 4180 writes it: quoted if necessary, and sometimes otherwise.
  private static func written(
    _ field: String, _ numbers: inout SeededGenerator, isOnly: Bool
  ) -> String {
    let needsQuotes = field.utf8.contains { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }
    guard needsQuotes || (field.isEmpty && isOnly) || numbers.below(4) == 0 else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  @Test(
    "A single column whose name has another delimiter is an error",
    arguments: ["id;note", "id\tnote", "id|note"])
  func otherDelimiter(_ names: String) {
    #expect(
      FoundRows.rows(of: Array("\(names)\n1;2\n".utf8), by: CSVRows()) { 50_000 }
        == ["1:1: error: the only column is '\(names)'"])
    var dialect = CSVDialect()
    dialect.columns = ["all"]
    dialect.hasHeader = true
    #expect(
      FoundRows.rows(of: Array("\(names)\n1;2\n".utf8), by: CSVRows(dialect)) { 50_000 }
        == [#"2: {"all":"1;2"}"#])
  }

  @Test("Any bytes are read, or fail with a message")
  func anything() {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    for _ in 0..<3000 {
      let bytes = (0..<numbers.below(40)).map { _ in
        numbers.pick([0x0A, 0x0D, 0x22, 0x2C, 0x61, 0x31, 0xC3, 0xA4, 0xFF, 0x00] as [UInt8])
      }
      var other = numbers
      let found = FoundRows.rows(of: bytes, by: CSVRows()) { 1 + numbers.below(5) }
      // The rows are the same however the text is cut.
      #expect(found == FoundRows.rows(of: bytes, by: CSVRows()) { 1 + other.below(50) })
    }
  }
}

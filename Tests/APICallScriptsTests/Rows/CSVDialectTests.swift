import APICallContracts
import APICallSafety
import APICallText
import TestWorlds
import Testing

@testable import APICallModel
@testable import APICallScripts

@Suite("CSV rows of other dialects")
struct CSVDialectTests {
  private static func dialect(_ options: [String: String]) -> CSVDialect {
    var values = OptionValues()
    for (name, text) in options { values[name] = .init(text) }
    return CSVDialect(values)
  }

  static let table: [([String: String], String, [String])] = [
    (["delimiter": ";"], "a;b\n1,5;\"x;y\"\n", [#"2: {"a":"1,5","b":"x;y"}"#]),
    (["delimiter": "tab"], "a\tb\n1\t2\n", [#"2: {"a":"1","b":"2"}"#]),
    (["delimiter": "|", "quote": "single"], "a|b\n'1|''2'|\"\n", [#"2: {"a":"1|'2","b":"\""}"#]),
    (
      ["quote": "none"], "a,b\n\"1,2\"\n5\" x,\n",
      [#"2: {"a":"\"1","b":"2\""}"#, #"3: {"a":"5\" x","b":""}"#]
    ),
    (["header": "false"], "1,2\n\n3,4\n", [#"1: ["1","2"]"#, #"3: ["3","4"]"#]),
    (
      ["header": "false"], "1,2\n3\n",
      [#"1: ["1","2"]"#, "2:1: error: the row has fewer fields (1) than the first one (2)"]
    ),
    (
      ["header": "false"], "1\n2,3\n",
      [#"1: ["1"]"#, "2:1: error: the row has more fields than the first one (1)"]
    ),
    (["header": "false"], "", []), (["columns": "a,b"], "", []),
    (["columns": "a,b"], "1,2\n3,4\n", [#"1: {"a":"1","b":"2"}"#, #"2: {"a":"3","b":"4"}"#]),
    (["columns": #"["a"]"#], "1\n\n", [#"1: {"a":"1"}"#, #"2: {"a":""}"#]),
    (
      ["columns": "a,b"], "1,2,3\n",
      ["1:1: error: the row has more fields than 'columns' (2)"]
    ),
    (["columns": "a,b"], "1\n", ["1:1: error: the row has fewer fields (1) than 'columns' (2)"]),
    (["columns": "a,b", "header": "true"], "x,y\n1,2\n", [#"2: {"a":"1","b":"2"}"#]),
    (
      ["columns": "a,b", "header": "true"], "x\n1,2\n",
      ["1:1: error: the first row has 1 fields, but 'columns' has 2"]
    ),
  ]

  @Test("Rows are read as the options describe them", arguments: table)
  func rows(_ options: [String: String], _ text: String, _ expected: [String]) {
    for cut in [1, 2, 1000] {
      let found = FoundRows.rows(of: Array(text.utf8), by: CSVRows(Self.dialect(options))) { cut }
      #expect(found == expected, "pieces of \(cut)")
    }
  }

  @Test("Types name columns that the options name")
  func types() {
    let types = [Loop.Column(name: "n", type: .integer)]
    let good = CSVRows(Self.dialect(["columns": "n"]), types: types)
    #expect(FoundRows.rows(of: Array("7\n".utf8), by: good) == [#"1: {"n":7}"#])
    let bad = CSVRows(Self.dialect(["columns": "m"]), types: types)
    #expect(
      FoundRows.rows(of: Array("7\n".utf8), by: bad)
        == ["1:1: error: 'types' names the column 'n', which 'columns' does not have"])
  }

  @Test("A file in another charset is converted as it is read, with the lines of its rows")
  func charsets() {
    let text: [UInt8] = Array("a\n1\n".utf8) + [0xCF, 0x0A, 0x98, 0x0A]
    for cut in [1, 3, 1000] {
      let found = FoundRows.rows(
        of: text, by: ConvertedRows(.windows1251, to: CSVRows())
      ) { cut }
      #expect(
        found == [
          #"2: {"a":"1"}"#, #"3: {"a":"П"}"#,
          "4:1: error: the byte 0x98, number 7 of the text, is not WINDOWS-1251",
        ], "pieces of \(cut)")
    }
    let wide: [UInt8] = [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0xE9, 0x00]
    #expect(
      FoundRows.rows(of: wide, by: ConvertedRows(.utf16, to: CSVRows())) == [#"2: {"a":"é"}"#])
    #expect(
      FoundRows.rows(of: [0x61, 0x0A, 0x93], by: ConvertedRows(.shiftJIS, to: CSVRows()))
        == ["2:1: error: the byte 0x93, number 3 of the text, is not SHIFT_JIS"])
  }

  @Test("A converted file is read no further than needed either")
  func enough() throws {
    let name = String(repeating: "n", count: 100_000)
    var parser = ConvertedRows(.latin1, to: CSVRows())
    var rows = FoundRows()
    let text = Array("\(name)\n\(String(repeating: "1\n", count: 1000))".utf8)
    var (position, count) = (0, 0)
    while position < text.count {
      position += try parser.push(text.span.extracting(position...), into: &rows)
      #expect(rows.bytes.count < 500_000)
      while rows.take() != nil { count += 1 }
    }
    try parser.finish(into: &rows)
    #expect(count == 1000)
  }
}

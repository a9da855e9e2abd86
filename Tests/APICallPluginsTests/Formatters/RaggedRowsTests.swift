import APICallBase
import APICallContracts
import APICallModel
import APICallPlugins
import Testing

@testable import APICallResponses

@Suite("Rows with other keys than the first one")
struct RaggedRowsTests {
  /// What a formatter printed, and what it did not.
  struct Printed: Equatable {
    var text: String
    var remarks: [FormatRemark] = []
  }

  private func print(
    _ name: String, _ values: [String], isStream: Bool = true, names: [String]? = nil
  ) throws -> Printed {
    let entry = try Builtins.registry().formatter(named: name)
    var settings = FormatSettings()
    settings.columnNames = names
    let output = BufferSink()
    let printer = ValuePrinter(formatter: entry.make(settings), output: output)
    if isStream { printer.beginStream() }
    for value in values {
      try printer.begin(.json)
      try printer.receive(Array(value.utf8).span)
      try printer.end()
    }
    try printer.finish()
    return Printed(
      text: String(decoding: output.bytes, as: UTF8.self), remarks: printer.remarks)
  }

  private func surplus(_ rows: [[String]]) -> FormatRemark {
    var members = SurplusMembers()
    for row in rows { members.note(row) }
    return .surplusMembers(members)
  }

  @Test("The first row has the columns, others have empty cells, and new keys are counted")
  func maps() throws {
    let rows = [#"{"id":1,"n":"a"}"#, #"{"x":1,"id":2,"y":[]}"#, "{}", #"{"n":"b","x":2}"#]
    let remarks = [surplus([["x", "y"], ["x"]])]
    #expect(try print("csv", rows) == Printed(text: "id,n\n1,a\n2,\n,\n,b\n", remarks: remarks))
    #expect(
      try print("tsv", rows) == Printed(text: "id\tn\n1\ta\n2\t\n\t\n\tb\n", remarks: remarks))
    #expect(
      try print("table", rows)
        == Printed(text: "id  n  x  y\n 1  a\n 2     1  []\n\n    b  2\n"))
  }

  @Test("Only the first names are kept, whatever the number of rows")
  func names() throws {
    let rows = (0..<5000).map { #"{"a":1,"k\#($0)":1}"# }
    let printed = try print("csv", [#"{"a":1}"#] + rows)
    guard case .surplusMembers(let members)? = printed.remarks.first else {
      Issue.record("\(printed.remarks)")
      return
    }
    #expect(members.rows == 5000 && members.names.count == 5 && members.hasMore)
  }

  @Test("Null has empty cells, and a row of another kind is an error", arguments: ["csv", "tsv"])
  func kinds(_ name: String) throws {
    let separator = name == "csv" ? "," : "\t"
    #expect(
      try print(name, [#"{"a":1,"b":2}"#, "null"])
        == Printed(text: "a\(separator)b\n1\(separator)2\n\(separator)\n"))
    #expect(
      try print(name, ["[1,2]", "[3]", "[4,5,6]", "null"])
        == Printed(
          text: "1\(separator)2\n3\(separator)\n4\(separator)5\n\(separator)\n",
          remarks: [.surplusItems(rows: 1)]))
    for (rows, message) in [
      ([#"{"a":1}"#, "[1,2]"], "row 2 is a list, not a map"),
      ([#"{"a":1}"#, "{}", #""x""#], "row 3 is text, not a map"),
      (["[1]", "{}"], "row 2 is a map, not a list"),
    ] {
      #expect(
        throws: DeliveryError.unsuitable(
          message, hint: "the format ndjson prints rows of any kind")
      ) { try print(name, rows) }
    }
  }

  @Test("A mixture in a table is one value a line, as before")
  func mixture() throws {
    #expect(try print("table", [#"{"a":1}"#, "2"]) == Printed(text: "{\"a\":1}\n2\n"))
  }

  @Test("A first row without columns is refused", arguments: ["{}", "[]", "1", "null"])
  func first(_ row: String) {
    #expect(throws: DeliveryError.self) { try print("csv", [row, #"{"a":1}"#]) }
  }

  @Test("Given names are the columns, whatever the first row has")
  func given() throws {
    let rows = [#"{"b":1}"#, #"{"a":2,"c":3}"#]
    let remarks = [surplus([["c"]])]
    #expect(
      try print("csv", rows, names: ["a", "b"])
        == Printed(text: "a,b\n,1\n2,\n", remarks: remarks))
    #expect(
      try print("table", rows, names: ["a", "b"])
        == Printed(text: "a  b\n   1\n2\n", remarks: remarks))
    #expect(
      try print("table", [#"{"b":1}"#], isStream: false, names: ["a", "b"])
        == Printed(text: "a  b\n   1\n"))
  }

  @Test("Given names are printed without rows, too", arguments: [true, false])
  func none(_ isStream: Bool) throws {
    let values = isStream ? [] : ["[]"]
    #expect(try print("csv", values, isStream: isStream, names: ["a", "b,"]).text == "a,\"b,\"\n")
    #expect(try print("tsv", values, isStream: isStream, names: ["a", "b\t"]).text == "a\tb\\t\n")
    #expect(try print("table", values, isStream: isStream, names: ["a", "b"]).text == "a  b\n")
    #expect(try print("csv", values, isStream: isStream).text.isEmpty)
  }

  @Test("Every row of tsv is one line, and every tab in it separates fields")
  func escapes() throws {
    let value = #"["\t|\n|\r|\\|\"|,",{"k":"\t"},null,true,1.10,""]"#
    #expect(
      try print("tsv", [value]).text
        == "\\t|\\n|\\r|\\\\|\"|,\t{\"k\":\"\\\\t\"}\t\ttrue\t1.10\t\n")
  }
}

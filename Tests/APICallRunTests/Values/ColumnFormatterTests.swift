import APICallBase
import APICallContracts
import APICallModel
import APICallPlugins
import Testing

@testable import APICallResponses

@Suite("Columns of values")
struct ColumnFormatterTests {
  private func printer(
    _ columns: String, _ format: String, to output: BufferSink, limit: Int = 64 << 20
  ) throws -> ValuePrinter {
    var request = OutputRequest(format: format)
    request.choose(try Columns(option: columns))
    let rules = OutputRules(request, in: OutputContext(isTerminal: false))
    let entry = try Builtins.registry().formatter(named: format)
    return ValuePrinter(
      formatter: rules.make(entry, rules.settings(limit: limit)), output: output)
  }

  /// Prints a document that comes in pieces.
  private func print(
    _ columns: String, _ format: String, _ pieces: [ArraySlice<UInt8>], limit: Int = 64 << 20
  ) throws -> String {
    let output = BufferSink()
    let printer = try printer(columns, format, to: output, limit: limit)
    try printer.begin(.json)
    for piece in pieces { try printer.receive(Array(piece).span) }
    try printer.end()
    try printer.finish()
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func print(_ columns: String, _ format: String, _ json: String) throws -> String {
    try print(columns, format, [Array(json.utf8)[...]])
  }

  /// Prints a stream, and returns what was not printed, too.
  private func stream(
    _ columns: String, _ format: String, _ values: [String]
  ) throws -> (text: String, remarks: [FormatRemark]) {
    let output = BufferSink()
    let printer = try printer(columns, format, to: output)
    printer.beginStream()
    for value in values {
      try printer.begin(.json)
      try printer.receive(Array(value.utf8).span)
      try printer.end()
    }
    try printer.finish()
    return (String(decoding: output.bytes, as: UTF8.self), printer.remarks)
  }

  static let list = #"[ {"id": 1.10, "o": {"l": "a\n"}}, { "id":12345678901234567890,"x":[ 1 ] } ]"#

  @Test("Formats with columns have a header and empty cells, others have maps with null")
  func formats() throws {
    let columns = "who=o.l,id"
    #expect(
      try print(columns, "csv", Self.list) == "who,id\n\"a\n\",1.10\n,12345678901234567890\n")
    #expect(try print(columns, "tsv", Self.list) == "who\tid\na\\n\t1.10\n\t12345678901234567890\n")
    #expect(
      try print(columns, "table", Self.list)
        == "who                      id\na\\x0a                  1.10\n"
        + "       12345678901234567890\n")
    let maps = [#"{"who":"a\n","id":1.10}"#, #"{"who":null,"id":12345678901234567890}"#]
    #expect(try print(columns, "compact", Self.list) == "[\(maps[0]),\(maps[1])]\n")
    #expect(try print(columns, "ndjson", Self.list) == "\(maps[0])\n\(maps[1])\n")
    #expect(
      try print(columns, "yaml", Self.list)
        == "- who: |\n    a\n  id: 1.10\n- who: null\n  id: 12345678901234567890\n")
  }

  @Test("An item that arrives in pieces has the limit of the body")
  func items() throws {
    let registry = Builtins.registry()
    func print(_ item: String) throws -> String {
      let output = BufferSink()
      let printer = BodyPrinter(
        decoder: try registry.decoder(named: "json"), DecodeSettings(limit: 8),
        formatter: try registry.formatter(named: "ndjson").make(FormatSettings()), output: output)
      for byte in "[\(item)]".utf8 { try printer.print([byte].span) }
      try printer.finish()
      return String(decoding: output.bytes, as: UTF8.self)
    }
    #expect(try print("1234567,\"abcdef\"") == "1234567\n\"abcdef\"\n")
    #expect(throws: DeliveryError.tooLarge(limit: 8)) { try print("1,\"abcdefg\"") }
  }

  @Test("One map is one row, and each value of a stream is")
  func rows() throws {
    #expect(try print("b,a", "table", #"{"a":1,"b":2}"#) == "b  a\n2  1\n")
    #expect(try print("b,a", "compact", #"{"a":1,"b":2}"#) == "{\"b\":2,\"a\":1}\n")
    #expect(try stream("a=[1],b=[0]", "csv", ["[1,2]", "[3]"]).text == "a,b\n2,1\n,3\n")
    #expect(try stream("a", "compact", [#"{"a":{}}"#]).text == "[{\"a\":{}}]\n")
    #expect(try stream("a,b", "csv", []).text == "a,b\n")
    #expect(try stream("a,b", "json", []).text == "[]\n")
    #expect(try print("a", "compact", "[ ]") == "[]\n")
  }

  @Test(
    "The cuts of a document do not matter",
    arguments: ["csv", "tsv", "table", "json", "compact", "ndjson", "yaml", "lines"])
  func pieces(_ format: String) throws {
    for json in [
      Self.list, #" {"id":[1, 2],"x":"","o":null} "#, "[{},null,{\"id\":\"é\"}]", "null",
    ] {
      let bytes = Array(json.utf8)
      let whole = try print("id,x,o.l", format, [bytes[...]])
      #expect(try print("id,x,o.l", format, bytes.indices.map { bytes[$0...$0] }) == whole)
      for cut in bytes.indices {
        #expect(try print("id,x,o.l", format, [bytes[..<cut], bytes[cut...]]) == whole)
      }
    }
  }

  @Test("Invalid JSON is malformed, after the rows before it", arguments: ["compact", "ndjson"])
  func malformed(_ format: String) throws {
    for json in ["[{\"a\":1},{\"a\":2x}]", "[{}", "{} 2", "", "[{},]", "nul"] {
      do {
        _ = try print("a", format, json)
        Issue.record("'\(json)' was printed")
      } catch let error as DeliveryError {
        guard case .malformed = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("Only one row at a time is held")
  func memory() throws {
    let row = #"{"id":1,"x":"\#(String(repeating: "x", count: 900))"},"#
    let json = Array("[\(String(repeating: row, count: 500))null]".utf8)
    for format in ["csv", "ndjson", "compact"] {
      #expect(try print("id", format, [json[...]], limit: 1000).utf8.count > 500)
    }
    #expect(throws: DeliveryError.tooLarge(limit: 800)) {
      try print("id", "csv", [json[...]], limit: 800)
    }
  }

  @Test("Text and bytes have no columns")
  func kinds() throws {
    for kind in [ValueKind.text, .bytes] {
      let printer = try printer("a", "csv", to: BufferSink())
      #expect(throws: DeliveryError.self) { try printer.begin(kind) }
    }
  }

  @Test(
    "A row of another kind is an error, after the rows before it",
    arguments: [
      ("id", ["1"], "row 1 is a number, which has no part 'id'"),
      ("id", [#"{"id":1}"#, "\"busy\""], "row 2 is text, which has no part 'id'"),
      ("id", [#"{"id":1}"#, "[2]"], "row 2 is a list, which has no part 'id'"),
      ("a.id", [#"{"a":null}"#, #"{"a":"x"}"#], "row 2 has text at 'a', which has no part 'a.id'"),
      ("a[0]", [#"{"a":[1]}"#, #"{"a":{}}"#], "row 2 has a map at 'a', which has no part 'a[0]'"),
      ("[0]", ["[1]", "{}"], "row 2 is a map, which has no part '[0]'"),
    ])
  func misfits(_ columns: String, _ rows: [String], _ message: String) throws {
    let error = DeliveryError.unsuitable(
      message, hint: "without --columns, each row is printed as it is")
    for format in ["csv", "table", "ndjson", "json"] {
      #expect(throws: error) { try stream(columns, format, rows) }
      #expect(throws: error) { try print(columns, format, "[\(rows.joined(separator: ","))]") }
    }
  }

  @Test("A path that no row has is an error after the rows, with what the first row has")
  func absent() throws {
    let error = DeliveryError.unsuitable(
      "no row has 'nope', '\"a.b\"'", hint: "the first row has id, x")
    #expect(throws: error) {
      try stream("id,n=nope,\"a.b\"", "csv", [#"{"id":1,"x":2}"#, "{}"])
    }
    #expect(try stream("id,x", "csv", [#"{"id":1}"#, #"{"x":1}"#]).remarks.isEmpty)
    // A part of null is null.
    #expect(try stream("a.b.c", "csv", [#"{"a":null}"#]).remarks.isEmpty)
    #expect(try stream("a", "csv", []).remarks.isEmpty)
  }
}

import APICallBase
import APICallContracts
import APICallPlugins
import Testing

@Suite("Responses that demand too much")
struct HostileInputTests {
  static let formatters = Builtins.formatters.map { NamedFormatter(type: $0) }

  @Test("Nested lists end at the depth limit", arguments: formatters)
  func deep(_ formatter: NamedFormatter) {
    let open = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
    let fault = "1:513: arrays and objects are nested more than 512 deep"
    #expect(throws: DeliveryError.malformed(fault)) {
      _ = try formatter.print(.json, [open[...]])
    }
    let allowed =
      [UInt8](repeating: UInt8(ascii: "["), count: 512) + [UInt8](repeating: 0x5D, count: 512)
    do {
      _ = try formatter.print(.json, [allowed[...]])
    } catch {
      guard case .unsuitable = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(
    "A formatter that buffers a value buffers no more than the limit",
    arguments: formatters.filter {
      ["yaml", "table", "csv", "tsv", "lines", "shell"].contains($0.type.name)
    })
  func long(_ formatter: NamedFormatter) throws {
    var printer = formatter.type.make(FormatSettings())
    let output = BufferSink()
    let megabyte = [UInt8](repeating: 0x20, count: 1 << 20)
    try printer.begin(.json, output)
    #expect(throws: DeliveryError.tooLarge(limit: 64 << 20)) {
      for _ in 0..<65 { try printer.format(megabyte.span, output) }
    }
    #expect(output.bytes.isEmpty)
  }

  @Test("Records with very many keys become CSV rows")
  func wide() throws {
    let record = "{" + (0..<20_000).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}"
    let lines = try NamedFormatter(type: CSVFormatter.self).print(stream: [record, record])
      .split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[1] == lines[2])
  }

  @Test(
    "A key with half of a surrogate pair does not turn into another key",
    arguments: [
      (
        "yaml",
        DeliveryError.unsuitable(#""\ud800" contains half of a surrogate pair, which is not text"#)
      ),
      (
        "csv",
        .unsuitable(
          #"value 1 has the key "\ud800" with half of a surrogate pair, which csv cannot show"#)
      ),
    ])
  func halfKey(_ name: String, _ failure: DeliveryError) throws {
    let formatter = try #require(Self.formatters.first { $0.type.name == name })
    #expect(throws: failure) {
      _ = try formatter.print(.json, [Array(#"{"\ud800":1,"\ud801":2}"#.utf8)[...]])
    }
  }

  @Test(
    "A later key with half of a surrogate pair is left out like others", arguments: ["csv", "tsv"])
  func halfKeyOfLaterRow(_ name: String) throws {
    let formatter = try #require(Self.formatters.first { $0.type.name == name })
    #expect(try formatter.print(stream: [#"{"a":1}"#, #"{"\ud800":1,"a":2}"#]) == "a\n1\n2\n")
  }

  @Test("A table shows such a key unchanged, in rows and in a single map")
  func halfKeyInTable() throws {
    let table = NamedFormatter(type: TableFormatter.self)
    let rows = try table.print(.json, [Array(#"[{"\ud800":1,"\ud801":2}]"#.utf8)[...]])
    #expect(
      String(decoding: rows, as: UTF8.self) == #"""
        "\ud800"  "\ud801"
               1         2

        """#)
    let map = try table.print(.json, [Array(#"{"\udc00":1}"#.utf8)[...]])
    #expect(String(decoding: map, as: UTF8.self) == "\"\\udc00\"  1\n")
  }

  @Test("Half-width marks take a column, and combining marks take none")
  func marks() throws {
    let json = Array(#"[{"a":"ｶﾞ","b":1},{"a":"か\#u{3099}","b":1},{"a":"e\#u{301}","b":1}]"#.utf8)
    let table = try NamedFormatter(type: TableFormatter.self).print(.json, [json[...]])
    #expect(
      String(decoding: table, as: UTF8.self)
        == "a   b\nｶﾞ  1\nか\u{3099}  1\ne\u{301}   1\n")
  }
}

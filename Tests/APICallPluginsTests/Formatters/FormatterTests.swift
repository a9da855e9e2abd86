import APICallBase
import APICallContracts
import APICallPlugins
import APICallText
import GoldenFiles
import Testing

@testable import APICallResponses

/// A formatter with its name.
struct NamedFormatter: Sendable, CustomTestStringConvertible {
  let type: FormatterEntry

  init(type: FormatterEntry) { self.type = type }
  init(type: any OutputFormatter.Type) { self.type = FormatterEntry(type) }

  var testDescription: String { type.name }

  /// Prints one value that comes in pieces, as the value of a response.
  func print(_ kind: ValueKind, _ pieces: [ArraySlice<UInt8>]) throws(DeliveryError) -> [UInt8] {
    let output = BufferSink()
    let printer = ValuePrinter(formatter: type.make(FormatSettings()), output: output)
    try printer.begin(kind)
    for piece in pieces { try printer.receive(Array(piece).span) }
    try printer.end()
    try printer.finish()
    return output.bytes
  }

  /// Prints a stream of JSON values.
  func print(stream: [String]) throws(DeliveryError) -> String {
    let output = BufferSink()
    let printer = ValuePrinter(formatter: type.make(FormatSettings()), output: output)
    printer.beginStream()
    for value in stream {
      try printer.begin(.json)
      try printer.receive(Array(value.utf8).span)
      try printer.end()
    }
    try printer.finish()
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

@Suite("Every formatter")
struct FormatterTests {
  static let formatters = Builtins.formatters.map { NamedFormatter(type: $0) }

  /// The values that every formatter's golden file shows.
  static let values: [(name: String, kind: ValueKind, text: String)] = [
    ("a map", .json, #"{"b": 1.10, "a": [1, {"c": null}], "a": 12345678901234567890}"#),
    ("a list", .json, "[1,[],{},[ [ ] ]]"), ("text in JSON", .json, #""a\u00e9\n\/\"""#),
    ("a number", .json, " 1E400 "), ("true", .json, "true"), ("null", .json, "null"),
    ("JSON with lines of its own", .json, "{\r\n\t\"a\" :1\n}\n"),
    ("text", .text, "a \"b\"\n\té\u{1b}"), ("text without a character", .text, ""),
    ("bytes", .bytes, "\u{1}\u{2}"), ("broken JSON", .json, #"{"a": 1"#),
    (
      "records", .json,
      #"[{"id": 1.0, "name": "é, \"x\"", "tags": ["a", {"b": null}]}, {"name": "no\n", "id": -20}]"#
    ),
    ("a list of lists", .json, #"[["a", 1], ["b,c", null]]"#),
    ("a list of texts", .json, #"["a", "", "Zoë 日本 👍🏽", "no", "12:30", " x", "a: b", "- a"]"#),
    (
      "names for a shell", .json,
      #"{"token": "it's $(rm -rf)\n", "n": 1e3, "x_1": null, "l": [1, 2]}"#
    ),
    ("a name that is none", .json, #"{"http_proxy": "x"}"#),
    ("U+0000", .json, #"{"a": "\u0000"}"#), ("half a surrogate pair", .json, #"{"a": "\ud800"}"#),
    (
      "text in lines", .json,
      #"{"a": "one\ntwo\n", "b": ["x\n\n", "\ty\nz", "a\n b"], "c:d": {"e": {}}}"#
    ),
    ("controls", .json, #"{"a": "\u001b]0;x\u0007\u009b31m\u202e"}"#),
  ]

  /// The streams that every formatter's golden file shows.
  static let streams: [(name: String, values: [String])] = [
    ("a stream", [#"{"a": 1, "b": "x"}"#, #"{ "b": "y", "a": [ 2 ] }"#, #"{"a": null}"#]),
    ("a stream of lists", ["[1]", "[ 2 ]"]), ("a stream of one", ["1"]), ("an empty stream", []),
    ("a stream with a new key", [#"{"a": 1}"#, #"{"a": 1, "b": 2}"#]),
    ("a stream with two values in one", ["1,2", "3"]),
  ]

  /// Control characters are shown as escapes, and ⏎ where the output does not end its last line.
  @Test("It prints the same values as in its golden file", arguments: formatters)
  func golden(_ formatter: NamedFormatter) throws {
    var text = ""
    for (name, kind, value) in Self.values {
      text += "---- \(name)\n"
      do {
        let bytes = try formatter.print(kind, [Array(value.utf8)[...]])
        text += TerminalText.escaping(String(decoding: bytes, as: UTF8.self))
      } catch {
        text += "refused: \(error)"
      }
      if !text.hasSuffix("\n") { text += "⏎\n" }
    }
    for (name, values) in Self.streams {
      text += "---- \(name)\n"
      do {
        text += TerminalText.escaping(try formatter.print(stream: values))
      } catch {
        text += "refused: \(error)"
      }
      if !text.hasSuffix("\n") { text += "⏎\n" }
    }
    try GoldenFile(path: "formatters/\(formatter.type.name).txt").check(text)
  }

  @Test("Every golden file has its formatter")
  func noneLeftOver() {
    #expect(
      GoldenFile.all(in: "formatters").map(\.path)
        == Builtins.formatters.map { "formatters/\($0.name).txt" }.sorted())
  }

  @Test("The cuts of a value do not matter", arguments: formatters)
  func pieces(_ formatter: NamedFormatter) throws {
    for (name, kind, value) in Self.values {
      let bytes = Array(value.utf8)
      guard let whole = try? formatter.print(kind, [bytes[...]]) else { continue }
      for cut in bytes.indices {
        #expect(
          try formatter.print(kind, [bytes[..<cut], bytes[cut...]]) == whole,
          "\(name), cut at \(cut)")
      }
    }
  }

  @Test("Invalid JSON is malformed", arguments: formatters)
  func malformed(_ formatter: NamedFormatter) {
    for text in ["{\"a\": 1", "nul", "1 2", "", "\"\u{1}\"", "[[1],]"] {
      do {
        _ = try formatter.print(.json, [Array(text.utf8)[...]])
        Issue.record("'\(text)' was printed")
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("A failed write is passed on", arguments: formatters)
  func failingOutput(_ formatter: NamedFormatter) throws {
    let output = BufferSink(limit: 0)
    #expect(throws: DeliveryError.tooLarge(limit: 0)) {
      var printer = formatter.type.make(FormatSettings())
      try printer.begin(.json, output)
      try printer.format(Array("{\"a\":1}".utf8).span, output)
      try printer.end(output)
    }
  }

  @Test("A formatter can print one value after another", arguments: formatters)
  func twice(_ formatter: NamedFormatter) throws {
    let output = BufferSink()
    let value = Array("{\"a\":1}".utf8)
    var printer = formatter.type.make(FormatSettings())
    for _ in 0..<2 {
      try printer.begin(.json, output)
      try printer.format(value.span, output)
      try printer.end(output)
    }
    let once = try formatter.print(.json, [value[...]])
    // The header row comes only before the first record.
    let header = ["csv", "tsv"].contains(formatter.type.name) ? 2 : 0
    #expect(output.bytes == once + once.dropFirst(header))
  }
}

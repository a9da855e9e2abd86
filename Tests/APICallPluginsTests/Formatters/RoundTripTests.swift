import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import JSONText
import SeededNumbers
import Testing

@testable import APICallResponses

@Suite("Iteration trips")
struct RoundTripTests {
  /// Documents that look random and are the same for the same seed.
  private struct Documents {
    var state: UInt64
    static let pieces = [
      "a", "no", "é", "日本", "😀", " ", "\\n", "\\t", "\\\"", "\\\\", "- ", ": ", " #", "'", "1",
      ".5", "~",
      "\\u0000", "\\u007f", "\\u0085", "\\u2028", "\\ufeff", "\\ud83d\\ude00", "|", "{", "]", ",",
      "%", "@",
      "true", "0x1f", "1e3", "---", "...", "\\r", "&x", "*x", "!t", "=", "<<", "2024-01-01",
      "12:30", "\\/",
    ]
    static let numbers = ["0", "-1", "1.10", "1E400", "12345678901234567890", "-0.0", "1e-7"]

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }

    mutating func text() -> String {
      "\"" + (0..<below(5)).map { _ in Self.pieces[below(Self.pieces.count)] }.joined() + "\""
    }

    mutating func value(_ depth: Int) -> String {
      switch below(depth > 0 ? 8 : 5) {
      case 0: return ["null", "true", "false"][below(3)]
      case 1: return Self.numbers[below(Self.numbers.count)]
      case 5, 6:
        return "[" + (0..<below(4)).map { _ in value(depth - 1) }.joined(separator: ", ") + "]"
      case 7:
        let keys = Array(Set((0..<below(4)).map { _ in text() })).sorted()
        return "{" + keys.map { "\($0): \(value(depth - 1))" }.joined(separator: " ,") + "}"
      default: return text()
      }
    }
  }

  private func print(
    _ formatter: any OutputFormatter.Type, _ decoder: any ResponseDecoder.Type, _ body: [[UInt8]],
    _ mediaType: String? = nil
  ) throws -> [UInt8] {
    try print(FormatterEntry(formatter), DecoderEntry(decoder), body, mediaType)
  }

  private func print(
    _ formatter: FormatterEntry, _ decoder: DecoderEntry, _ body: [[UInt8]],
    _ mediaType: String? = nil
  ) throws -> [UInt8] {
    let output = BufferSink()
    let printer = BodyPrinter(
      decoder: decoder, DecodeSettings(mediaType: mediaType.flatMap { MediaType($0) }),
      formatter: formatter.make(FormatSettings()), output: output)
    for piece in body where !piece.isEmpty { try printer.print(piece.span) }
    try printer.finish()
    return output.bytes
  }

  @Test("JSON converted to YAML and back is the same data, with the same digits")
  func yaml() throws {
    var documents = Documents(state: 11)
    for iteration in 0..<CaseCount.picked(1000) {
      let json = documents.value(4)
      guard let original = try? JSONDocument(text: json) else { continue }
      guard let yaml = try? print(YAMLFormatter.self, JSONResponseDecoder.self, [Array(json.utf8)])
      else { continue }
      let back = try? print(CompactFormatter.self, YAMLDecoder.self, [yaml])
      let same = try back.map { try JSONDocument($0).root.isEqual(to: original.root) } ?? false
      #expect(same, "iteration \(iteration): \(json)\n\(String(decoding: yaml, as: UTF8.self))")
      if !same { break }
    }
  }

  @Test("Records of texts survive conversion to CSV and JSON lines and back")
  func csv() throws {
    var documents = Documents(state: 12)
    for iteration in 0..<CaseCount.picked(800) {
      let keys = Array(Set((0..<1 + documents.below(4)).map { _ in documents.text() })).sorted()
      guard Set(keys.compactMap { try? JSONDocument(text: $0).root.string }).count == keys.count
      else { continue }
      let rows = (0..<1 + documents.below(4)).map { _ in
        "{" + keys.map { "\($0):\(documents.text())" }.joined(separator: ",") + "}"
      }
      let json = Array("[\(rows.joined(separator: ","))]".utf8)
      let csv = try print(CSVFormatter.self, JSONResponseDecoder.self, [json])
      let back = try print(CompactFormatter.self, CSVDecoder.self, [csv])
      let same = try JSONDocument(back).root.isEqual(to: JSONDocument(json).root)
      #expect(same, "iteration \(iteration): \(String(decoding: json, as: UTF8.self))")
      let lines = try print(NDJSONFormatter.self, JSONResponseDecoder.self, [json])
      let compact = try print(CompactFormatter.self, NDJSONDecoder.self, [lines])
      #expect(compact == json + [0x0A])
      if !same { break }
    }
  }

  @Test(
    "The cuts of a document do not matter, for any decoder with any formatter",
    arguments: Builtins.formatters.map { NamedFormatter(type: $0) })
  func pieces(_ formatter: NamedFormatter) throws {
    var documents = Documents(state: 13)
    for iteration in 0..<CaseCount.picked(20) {
      let body = Array("data: \(documents.value(3))\r\n\n".utf8)
      for body in [body, Array(body.dropFirst(6))] {
        for decoder in Builtins.decoders {
          let whole = try? print(formatter.type, decoder, [body])
          let cuts = [documents.below(body.count + 1), documents.below(body.count + 1)].sorted()
          let cut = try? print(
            formatter.type, decoder,
            [Array(body[..<cuts[0]]), Array(body[cuts[0]..<cuts[1]]), Array(body[cuts[1]...])])
          let each = try? print(formatter.type, decoder, body.map { [$0] })
          #expect(
            cut == whole && each == whole, "iteration \(iteration), \(decoder.name) cut at \(cuts)")
        }
      }
    }
  }

  @Test("The first of two errors is reported, wherever the body is cut")
  func firstFault() {
    let body = Array("[1, 2x]".utf8)
    for pieces in [[body], body.map { [$0] }] {
      #expect(
        throws: DeliveryError.unsuitable(
          "value 1 is a number, but a row of csv must be a map or a list",
          hint: "'--format lines' prints each value on a line")
      ) {
        try print(CSVFormatter.self, JSONResponseDecoder.self, pieces)
      }
    }
  }

  @Test(
    "Without its colours, coloured output equals plain output",
    arguments: ["json", "yaml", "table"])
  func colours(_ name: String) throws {
    let formatter = try Builtins.registry().formatter(named: name)
    let decoder = DecoderEntry(JSONResponseDecoder.self)
    var documents = Documents(state: 14)
    for iteration in 0..<CaseCount.picked(150) {
      let json = Array(documents.value(4).utf8)
      guard let plain = try? print(formatter, decoder, [json]) else { continue }
      let output = BufferSink()
      let printer = BodyPrinter(
        decoder: decoder, formatter: formatter.make(FormatSettings()), output: ColourSink(output))
      let cut = documents.below(json.count)
      for piece in [json[..<cut], json[cut...]] where !piece.isEmpty {
        try printer.print(Array(piece).span)
      }
      try printer.finish()
      let shown = String(decoding: output.bytes, as: UTF8.self)
      #expect(
        Array(shown.replacing(/\u{1B}\[[0-9;]*m/, with: "").utf8) == plain,
        "iteration \(iteration): \(shown)")
    }
  }
}

import APICallBase
import APICallContracts
import APICallModel
import APICallPlugins
import APICallResponses
import JSONText
import TestWorlds
import Testing

@Suite("The rules for output")
struct OutputRulesTests {
  private struct JSON: VerbatimDecoder {
    static let name = "json"
    static let summary = "JSON."
    static let mediaTypes = ["application/json"]
    static let kind = ValueKind.json
  }

  private struct Text: VerbatimDecoder {
    static let name = "text"
    static let summary = "Text."
    static let mediaTypes = ["text/plain"]
    static let kind = ValueKind.text
  }

  /// Converts its input to JSON.
  private struct Converting: ResponseDecoder {
    static let name = "converting"
    static let summary = "Something else, as JSON."
    static let mediaTypes = ["application/x-else"]
    static let kind = ValueKind.json

    func begin(_ values: any ValueReceiver) {}
    func decode(_ bytes: Span<UInt8>, to values: any ValueReceiver) {}
    func end(_ values: any ValueReceiver) {}
  }

  private struct Stream: ResponseDecoder {
    static let name = "stream"
    static let summary = "A stream of JSON."
    static let mediaTypes = ["application/x-stream"]
    static let kind = ValueKind.json
    static let isStream = true

    func begin(_ values: any ValueReceiver) {}
    func decode(_ bytes: Span<UInt8>, to values: any ValueReceiver) {}
    func end(_ values: any ValueReceiver) {}
  }

  private static let formats = [
    nil, "json", "compact", "ndjson", "yaml", "table", "csv", "lines", "raw", "shell",
  ]
  /// The formats whose readers cannot use an error page.
  private static let formatsForPrograms = Builtins.readingRegistry.formatters
    .filter(\.isForPrograms).map { $0.name as String? }
  private static let contents: [(name: String, content: OutputRequest.Content)] = [
    ("body", .body), ("parts", .parts([.status])), ("envelope", .envelope),
  ]
  private static let outputs = ["terminal", "pipe", "file"]
  private static let decoders: [(name: String, decoder: DecoderEntry?)] = [
    ("none", nil), ("json", DecoderEntry(JSON.self)), ("text", DecoderEntry(Text.self)),
    ("converting", DecoderEntry(Converting.self)),
    ("stream", DecoderEntry(Stream.self)),
  ]

  /// The plan for each combination of request and response; `*` is anything, and `-` no format.
  ///
  /// The plan is a formatter's name with a sign: `!` for bytes that are not decoded first, `?` if
  /// they are shown unchanged when they cannot be decoded; or a word.
  private static let table = """
    content  | format                       | output    | status | decoder                     | plan
    envelope | *                            | *         | *      | *                           | envelope
    parts    | *                            | *         | good   | *                           | select
    parts    | *                            | *         | bad    | *                           | stderr
    body     | raw                          | *         | *      | *                           | raw!
    body     | json compact yaml            | *         | good   | *                           | it
    body     | json compact yaml            | *         | bad    | *                           | it?
    body     | ndjson table csv lines shell | *         | good   | *                           | it
    body     | ndjson table csv lines shell | *         | bad    | *                           | stderr
    body     | -                            | pipe file | good   | json                        | raw
    body     | -                            | pipe file | good   | none text converting stream | raw!
    body     | -                            | pipe file | bad    | *                           | raw!
    body     | -                            | terminal  | good   | json converting stream      | json
    body     | -                            | terminal  | good   | text                        | raw
    body     | -                            | terminal  | good   | none                        | raw!
    body     | -                            | terminal  | bad    | json converting stream      | json?
    body     | -                            | terminal  | bad    | none text                   | raw!
    """

  private func plan(_ text: String, _ format: String?) -> OutputRules.Plan {
    let name = text.hasPrefix("it") ? (format ?? "") : text.filter(\.isLetter)
    return switch text {
    case "envelope": .envelope
    case "select": .select
    case "stderr": .showOnStandardError
    case _ where text.hasSuffix("!"): .print(format: name, decoded: false)
    case _ where text.hasSuffix("?"): .printIfDecodable(format: name)
    default: .print(format: name, decoded: true)
    }
  }

  private func rules(
    _ format: String?, _ isTerminal: Bool, _ content: OutputRequest.Content = .body
  ) -> OutputRules {
    OutputRules(
      OutputRequest(format: format, content: content),
      in: OutputContext(isTerminal: isTerminal))
  }

  @Test("Every combination has exactly one row in the table")
  func wholeTable() throws {
    let rows = Self.table.split(separator: "\n").dropFirst().map { row in
      row.split(separator: "|").map { cell in cell.split(separator: " ").map(String.init) }
    }
    var used: Set<Int> = []
    for format in Self.formats {
      for (content, asked) in Self.contents {
        for output in Self.outputs {
          for status in ["good", "bad"] {
            for (name, decoder) in Self.decoders {
              let words = [content, format ?? "-", output, status, name]
              let fitting = rows.indices.filter { row in
                zip(rows[row], words).allSatisfy { $0 == ["*"] || $0.contains($1) }
              }
              let row = try #require(fitting.first, "\(words)")
              #expect(fitting.count == 1, "\(words)")
              used.insert(row)
              let plan = rules(format, output == "terminal", asked)
                .plan(
                  isExpected: status == "good", decoder: decoder,
                  isForPrograms: Self.formatsForPrograms.contains(format))
              #expect(plan == self.plan(rows[row][5][0], format), "\(words)")
            }
          }
        }
      }
    }
    #expect(used.count == rows.count)
  }

  @Test(
    "A terminal and a pipe have their own rules",
    arguments: [
      ("JSON is indented", "application/json", "{\"a\":1}", "{\n  \"a\": 1\n}\n", "{\"a\":1}"),
      ("control characters are escaped", "text/plain", "\u{1b}[1m\u{9b}", "\\x1b[1m\\x9b\n", nil),
      ("the last line is ended", "text/plain", "a", "a\n", nil),
      ("bytes that are no text are refused", "image/gif", "GIF\0", "", nil),
      ("nothing stays nothing", "text/plain", "", "", nil),
    ] as [(String, String, String, String, String?)])
  func sentences(
    _ sentence: String, _ type: String, _ body: String, _ shown: String, _ piped: String?
  ) async throws {
    let requester = ScriptedRequester(body, type: type)
    let terminal = try await Exchange(requester, isTerminal: true)
    let pipe = try await Exchange(requester)
    #expect(terminal.text == shown, "\(sentence)")
    #expect(pipe.text == piped ?? body && pipe.failure == nil, "\(sentence)")
    let isRefused = type == "image/gif"
    #expect(terminal.status == (isRefused ? 8 : 0), "\(sentence)")
    #expect((terminal.failure?.diagnostics.first?.hint != nil) == isRefused, "\(sentence)")
  }

  @Test(
    "An error page goes where it can do no harm",
    arguments: [
      (nil, false, "output"), ("json", false, "output"), ("raw", false, "output"),
      ("yaml", false, "output"), ("ndjson", false, "error"), ("table", false, "error"),
      ("csv", false, "error"), ("lines", false, "error"), (nil, true, "error"),
      ("json", true, "error"), ("shell", true, "error"),
    ] as [(String?, Bool, String)])
  func errorPages(_ format: String?, _ hasParts: Bool, _ place: String) async throws {
    let exchange = try await Exchange(
      ScriptedRequester(404, "[1]"), format: format, print: hasParts ? ["token"] : [])
    #expect(exchange.output.isEmpty == (place == "error"))
    #expect(exchange.error.isEmpty == (place == "output"))
    #expect(exchange.status == 4)
  }

  @Test(
    "Values are selected from good responses only, in the given format or the default",
    arguments: [nil, "json", "raw"] as [String?], [true, false])
  func values(_ format: String?, _ isTerminal: Bool) throws {
    let path = try JSONPath("$.a")
    let rules = self.rules(format, isTerminal, .values(path))
    for decoder in [DecoderEntry(JSON.self), DecoderEntry(Text.self), nil] as [DecoderEntry?] {
      #expect(
        rules.plan(isExpected: true, decoder: decoder) == .selectValues(path, format: format))
      #expect(rules.plan(isExpected: false, decoder: decoder) == .showOnStandardError)
    }
  }

  @Test(
    "With an explicit decoder, values are printed, terminal or not",
    arguments: [
      (
        nil, DecoderEntry(JSON.self), .print(format: "json", decoded: true),
        .printIfDecodable(format: "json")
      ),
      (
        nil, DecoderEntry(Text.self), .print(format: "raw", decoded: true),
        .printIfDecodable(format: "raw")
      ),
      (
        "json", DecoderEntry(Text.self), .print(format: "json", decoded: true),
        .printIfDecodable(format: "json")
      ),
      ("csv", DecoderEntry(JSON.self), .print(format: "csv", decoded: true), .showOnStandardError),
      (
        "raw", DecoderEntry(JSON.self), .print(format: "raw", decoded: false),
        .print(format: "raw", decoded: false)
      ),
    ] as [(String?, DecoderEntry, OutputRules.Plan, OutputRules.Plan)],
    [true, false])
  func named(
    _ row: (String?, DecoderEntry, OutputRules.Plan, OutputRules.Plan),
    _ isTerminal: Bool
  ) {
    var asked = OutputRequest(format: row.0)
    asked.namesDecoder = true
    let rules = OutputRules(asked, in: OutputContext(isTerminal: isTerminal))
    #expect(rules.plan(isExpected: true, decoder: row.1) == row.2)
    let isForPrograms = Self.formatsForPrograms.contains(row.0)
    #expect(
      rules.plan(isExpected: false, decoder: row.1, isForPrograms: isForPrograms) == row.3)
  }

  @Test(
    "Each part has a name",
    arguments: [
      ("status", .status), ("headers.etag", .header("etag")), ("headers.X-A", .header("X-A")),
      ("token", .output("token")), ("headers.", nil), ("headers.a b", nil), ("header.etag", nil),
      ("", nil), ("Token", nil), ("body", nil),
    ] as [(String, Selection?)])
  func selection(_ text: String, _ selection: Selection?) throws {
    let endpoint = try SpecText.endpoint("host: a.example\noutputs: {token: $.token}")
    #expect((try? Selection(text, of: endpoint)) == selection)
    if let selection { #expect(selection.name == text) }
  }
}

import APICallCore
import JSONText
import Testing

@Suite("What is printed, and how")
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

  /// Makes JSON of something else.
  private struct Converting: ResponseDecoder {
    static let name = "converting"
    static let summary = "Something else, as JSON."
    static let mediaTypes = ["application/x-else"]
    static let kind = ValueKind.json

    func begin(_ values: any ValueReceiver) {}
    func decode(_ octets: Span<UInt8>, to values: any ValueReceiver) {}
    func end(_ values: any ValueReceiver) {}
  }

  /// Everything that decides: format, parts asked for, a terminal; a good status, JSON; the plan.
  static let table: [(String?, Bool, Bool, Bool, Bool, OutputRules.Plan)] = [
    (nil, false, false, true, true, .print(format: "raw", decoded: true)),
    (nil, false, false, true, false, .print(format: "raw", decoded: false)),
    (nil, false, false, false, true, .print(format: "raw", decoded: false)),
    (nil, false, false, false, false, .print(format: "raw", decoded: false)),
    (nil, false, true, true, true, .print(format: "json", decoded: true)),
    (nil, false, true, true, false, .print(format: "raw", decoded: true)),
    (nil, false, true, false, true, .printIfDecodable(format: "json")),
    (nil, false, true, false, false, .print(format: "raw", decoded: false)),
    ("json", false, false, true, true, .print(format: "json", decoded: true)),
    ("json", false, false, true, false, .print(format: "json", decoded: true)),
    ("json", false, false, false, true, .printIfDecodable(format: "json")),
    ("json", false, false, false, false, .printIfDecodable(format: "json")),
    ("json", false, true, true, true, .print(format: "json", decoded: true)),
    ("json", false, true, true, false, .print(format: "json", decoded: true)),
    ("json", false, true, false, true, .printIfDecodable(format: "json")),
    ("json", false, true, false, false, .printIfDecodable(format: "json")),
    ("raw", false, false, true, true, .print(format: "raw", decoded: false)),
    ("raw", false, false, true, false, .print(format: "raw", decoded: false)),
    ("raw", false, false, false, true, .print(format: "raw", decoded: false)),
    ("raw", false, false, false, false, .print(format: "raw", decoded: false)),
    ("raw", false, true, true, true, .print(format: "raw", decoded: false)),
    ("raw", false, true, true, false, .print(format: "raw", decoded: false)),
    ("raw", false, true, false, true, .print(format: "raw", decoded: false)),
    ("raw", false, true, false, false, .print(format: "raw", decoded: false)),
  ]

  private func rules(
    _ format: String?, _ isTerminal: Bool, _ content: OutputRequest.Content = .body
  ) -> OutputRules {
    OutputRules(
      OutputRequest(format: format, content: content),
      in: OutputSurroundings(isTerminal: isTerminal))
  }

  @Test("the whole table for a body")
  func bodies() {
    var cases: Set<String> = []
    for row in Self.table { cases.insert("\(row.0 ?? "")\(row.2)\(row.3)\(row.4)") }
    #expect(cases.count == 24)
    for (format, _, isTerminal, isExpected, isJSON, plan) in Self.table {
      let rules = self.rules(format, isTerminal)
      #expect(
        rules.plan(isExpected: isExpected, decoder: isJSON ? JSON.self : Text.self) == plan,
        "\(format ?? "no format"), terminal \(isTerminal), expected \(isExpected), JSON \(isJSON)")
    }
  }

  @Test(
    "what is converted is converted for a terminal or a format only",
    arguments: [
      (nil, false, .print(format: "raw", decoded: false)),
      (nil, true, .print(format: "json", decoded: true)),
      ("json", false, .print(format: "json", decoded: true)),
      ("raw", true, .print(format: "raw", decoded: false)),
    ] as [(String?, Bool, OutputRules.Plan)])
  func converting(_ format: String?, _ isTerminal: Bool, _ plan: OutputRules.Plan) {
    let rules = self.rules(format, isTerminal)
    #expect(rules.plan(isExpected: true, decoder: Converting.self) == plan)
  }

  @Test("octets that no decoder knows are printed as they came, whatever they are")
  func unknown() {
    let rules = self.rules(nil, false)
    #expect(
      rules.plan(isExpected: true, decoder: nil) == .print(format: "raw", decoded: false))
  }

  @Test(
    "parts are taken from a good answer only",
    arguments: [nil, "json", "raw"] as [String?], [true, false])
  func parts(_ format: String?, _ isTerminal: Bool) {
    let rules = self.rules(format, isTerminal, .parts([.status]))
    for isJSON in [true, false] {
      #expect(rules.plan(isExpected: true, decoder: isJSON ? JSON.self : nil) == .select)
      #expect(
        rules.plan(isExpected: false, decoder: isJSON ? JSON.self : nil) == .showOnStandardError)
    }
  }

  @Test(
    "values are selected from a good answer only, in the format or the one that fits them",
    arguments: [nil, "json", "raw"] as [String?], [true, false])
  func values(_ format: String?, _ isTerminal: Bool) throws {
    let path = try JSONPath("$.a")
    let rules = self.rules(format, isTerminal, .values(path))
    for decoder in [JSON.self, Text.self, nil] as [(any ResponseDecoder.Type)?] {
      #expect(
        rules.plan(isExpected: true, decoder: decoder) == .selectValues(path, format: format))
      #expect(rules.plan(isExpected: false, decoder: decoder) == .showOnStandardError)
    }
  }

  @Test(
    "with a decoder that was asked for values are printed, terminal or not",
    arguments: [
      (nil, JSON.self, .print(format: "json", decoded: true), .printIfDecodable(format: "json")),
      (nil, Text.self, .print(format: "raw", decoded: true), .printIfDecodable(format: "raw")),
      (
        "json", Text.self, .print(format: "json", decoded: true), .printIfDecodable(format: "json")
      ),
      ("csv", JSON.self, .print(format: "csv", decoded: true), .showOnStandardError),
      (
        "raw", JSON.self, .print(format: "raw", decoded: false),
        .print(format: "raw", decoded: false)
      ),
    ] as [(String?, any ResponseDecoder.Type, OutputRules.Plan, OutputRules.Plan)],
    [true, false])
  func named(
    _ row: (String?, any ResponseDecoder.Type, OutputRules.Plan, OutputRules.Plan),
    _ isTerminal: Bool
  ) {
    var asked = OutputRequest(format: row.0)
    asked.namesDecoder = true
    let rules = OutputRules(asked, in: OutputSurroundings(isTerminal: isTerminal))
    #expect(rules.plan(isExpected: true, decoder: row.1) == row.2)
    #expect(rules.plan(isExpected: false, decoder: row.1) == row.3)
  }

  @Test(
    "a part has a name",
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

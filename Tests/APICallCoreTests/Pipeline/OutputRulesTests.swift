import APICallCore
import Testing

@Suite("What is printed, and how")
struct OutputRulesTests {
  /// Everything that decides: format, parts asked for, a terminal; a good status, JSON; the plan.
  static let table: [(String?, Bool, Bool, Bool, Bool, OutputRules.Plan)] = [
    (nil, false, false, true, true, .print(format: "raw", decoded: true)),
    (nil, false, false, true, false, .print(format: "raw", decoded: true)),
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

  @Test("the whole table for a body")
  func bodies() {
    var cases: Set<String> = []
    for row in Self.table { cases.insert("\(row.0 ?? "")\(row.2)\(row.3)\(row.4)") }
    #expect(cases.count == 24)
    for (format, _, isTerminal, isExpected, isJSON, plan) in Self.table {
      let rules = OutputRules(format: format, isTerminal: isTerminal)
      #expect(
        rules.plan(isExpected: isExpected, decodesTo: isJSON ? .json : .text) == plan,
        "\(format ?? "no format"), terminal \(isTerminal), expected \(isExpected), JSON \(isJSON)")
    }
  }

  @Test(
    "parts are taken from a good answer only",
    arguments: [nil, "json", "raw"] as [String?], [true, false])
  func parts(_ format: String?, _ isTerminal: Bool) {
    let rules = OutputRules(format: format, selections: [.status], isTerminal: isTerminal)
    for isJSON in [true, false] {
      #expect(rules.plan(isExpected: true, decodesTo: isJSON ? .json : .octets) == .select)
      #expect(
        rules.plan(isExpected: false, decodesTo: isJSON ? .json : .octets) == .showOnStandardError)
    }
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

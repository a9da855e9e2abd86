import APICallBase
import APICallContracts
import APICallHTTP
import APICallPlugins
import APICallSafety
import Testing

@Suite("Options of the decoder csv")
struct CSVOptionTests {
  static let table: [([String: String], String, [String])] = [
    (["delimiter": ";"], "a;b\n1,5;2\n", [#"{"a":"1,5","b":"2"}"#]),
    (["delimiter": "tab", "quote": "none"], "a\tb\n\"\t2\n", [#"{"a":"\"","b":"2"}"#]),
    (["quote": "single"], "a,b\n'1,2','it''s'\n", [#"{"a":"1,2","b":"it's"}"#]),
    (["header": "false"], "a,b\n1,2\n", [#"["a","b"]"#, #"["1","2"]"#]),
    (["columns": "a,b"], "1,2\n3,4\n", [#"{"a":"1","b":"2"}"#, #"{"a":"3","b":"4"}"#]),
    (["columns": #"["a,b"]"#], "1\n", [#"{"a,b":"1"}"#]),
    (["columns": "a,b", "header": "true"], "x,y\n3,4\n", [#"{"a":"3","b":"4"}"#]),
    (["columns": "a,b"], "1\n", ["row 1: it has fewer fields (1) than 'columns' (2)"]),
    (["columns": "a"], "1,2\n", ["row 1: it has more fields than 'columns' (1)"]),
  ]

  @Test("They describe how the table is written", arguments: table)
  func rows(_ options: [String: String], _ text: String, _ expected: [String]) {
    for type in ["text/csv", "text/csv; header=present"] {
      var settings = DecodeSettings(mediaType: MediaType(type))
      for (name, text) in options { settings.options[name] = .init(text) }
      #expect(read(text, settings) == expected)
    }
  }

  @Test("The names in the options are those that the file can use")
  func used() {
    var settings = DecodeSettings()
    settings.options["columns"] = .init("name,price")
    settings.columns = ["prise"]
    let decoder = CSVDecoder(settings)
    #expect(
      throws: DeliveryError.unusableColumn(
        "prise", reason: "'columns' has no column 'prise'", hint: "did you mean 'price'?")
    ) { try decoder.begin(NamedDecoder.Values()) }
  }

  @Test("header=absent of the media type yields to an option")
  func mediaType() {
    var settings = DecodeSettings(mediaType: MediaType("text/csv; header=absent"))
    #expect(read("a\n1\n", settings) == [#"["a"]"#, #"["1"]"#])
    settings.options["header"] = .init("true")
    #expect(read("a\n1\n", settings) == [#"{"a":"1"}"#])
  }

  @Test(
    "Options that describe no table are refused",
    arguments: [
      (
        "delimiter", ["", ";;", "a", "0", "\"", "'", "\n", "é", "\u{0}"],
        [",", ";", "|", "\t", " ", "tab"]
      ),
      (
        "columns", ["", "a,,b", "a,a", "[]", "[1]", "[", #"["a","a"]"#],
        ["a", "a,b", #"["a","b,c"]"#]
      ),
      ("quote", ["\"", ""], ["double", "single", "none"]), ("header", ["no"], ["false"]),
    ])
  func refused(_ name: String, _ bad: [String], _ good: [String]) throws {
    let option = try #require(CSVOptions.all.first { $0.name == name })
    for text in bad { #expect(option.wanted(inPlaceOf: text) != nil, "\(text)") }
    for text in good { #expect(option.wanted(inPlaceOf: text) == nil, "\(text)") }
  }

  private func read(_ text: String, _ settings: DecodeSettings) -> [String] {
    let values = NamedDecoder.Values()
    var decoder = CSVDecoder(settings)
    do {
      try decoder.begin(values)
      for byte in Array(text.utf8) { try decoder.decode([byte].span, to: values) }
      try decoder.end(values)
    } catch {
      switch error {
      case .malformed(let reason, hint: _): return [reason]
      case .otherKind(let kind): return [kind.reason ?? ""]
      default: return ["\(error)"]
      }
    }
    return values.texts
  }
}

import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText
import PythonOracle
import SeededNumbers
import TestWorlds
import Testing

@Suite("Values that are escaped for a text body")
struct EscapedValueTests {
  private func rendered(
    _ text: String, _ value: String, _ escape: TextEscape, isSecret: Bool = false
  ) throws -> ProtectedText {
    var scope = Scope(World.fixed())
    scope["v"] = Scope.Binding(.text(value), isSecret: isSecret)
    return try Template(text, at: .nowhere).render(in: scope, escaping: escape)
  }

  private static let hostile = "a \"b\" 'c' <d> &e; ]]> --> \n\r\t, = \\ \u{2028} é 𝄞"

  @Test(
    "Only what has a meaning in the language is changed",
    arguments: [
      (TextEscape.none, hostile),
      (
        .xml,
        "a &quot;b&quot; &#39;c&#39; &lt;d&gt; &amp;e; ]]&gt; --&gt; &#10;&#13;&#9;, = \\ \u{2028} é 𝄞"
      ),
      (
        .html,
        "a &quot;b&quot; &#39;c&#39; &lt;d&gt; &amp;e; ]]&gt; --&gt; \n\r\t, = \\ \u{2028} é 𝄞"
      ),
    ])
  func results(_ escape: TextEscape, _ expected: String) throws {
    #expect(try rendered("<v>", Self.hostile, escape).revealed == expected)
    let filter = try rendered(
      "<v | \(escape == .none ? "trim" : escape.rawValue)>", Self.hostile, .none)
    #expect(filter.revealed == expected)
  }

  @Test(
    "A line has backslashes before what separates its parts",
    arguments: [
      ("a b,c=d", #"a\ b\,c\=d"#), (#"a\b"#, #"a\b"#), (#"a\,b"#, #"a\\,b"#), ("\"'", "\"'"),
      ("", ""), ("\t\0", "\t\0"),
    ])
  func lines(_ value: String, _ expected: String) throws {
    #expect(try rendered("<v>", value, .lineProtocol).revealed == expected)
  }

  @Test(
    "A value that the language cannot hold is refused",
    arguments: [
      (TextEscape.xml, "a\0", "a control character, which XML"),
      (.xml, "\u{1B}[0m", "a control character, which XML"),
      (.xml, "a\u{FFFE}", "a control character, which XML"),
      (.xml, "\u{FFFF}a", "a control character, which XML"),
      (.lineProtocol, "a\nb", "a line break, which line protocol"),
      (.lineProtocol, "a\r", "a line break, which line protocol"),
      (.lineProtocol, #"a\"#, "a backslash at the end, which line protocol"),
    ])
  func refusals(_ escape: TextEscape, _ value: String, _ reason: String) throws {
    let problem = try #require(throws: TemplateProblem.self) {
      try rendered("x <v>", value, escape)
    }
    #expect(problem.diagnostic.message == "the value of <v> has \(reason) cannot hold")
  }

  @Test("A value is escaped after its filters, once, and the text around it is not")
  func order() throws {
    #expect(
      try rendered("<p a=\"&\"><v | upper></p>", "<b>", .xml).revealed
        == "<p a=\"&\">&lt;B&gt;</p>")
    #expect(try rendered("<v | xml>", "<", .xml).revealed == "&amp;lt;")
  }

  @Test("A secret stays secret", arguments: TextEscape.allCases)
  func secrets(_ escape: TextEscape) throws {
    let text = try rendered("a,<v>;", "x <y>", escape, isSecret: true)
    #expect(text.masked == "a,***;")
    #expect(!"\(text)".contains("y"))
  }

  @Test("A value of a megabyte is escaped, and one that becomes too long is refused")
  func sizes() throws {
    let million = String(repeating: "&", count: 1 << 20)
    #expect(try rendered("<v>", million, .xml).revealedBytes.count == 5 << 20)
    let problem = try #require(throws: TemplateProblem.self) {
      try rendered("<v>", String(repeating: "\"", count: 12 << 20), .html)
    }
    #expect(
      problem.diagnostic.message == "the value of <v> exceeds 64 MiB with its escapes")
  }

  /// Reads the values of each body back: an attribute, an element, and the number of children.
  private static let program = #"""
    import html.parser, json, sys, xml.etree.ElementTree as tree
    class Reader(html.parser.HTMLParser):
        def __init__(self):
            super().__init__(convert_charrefs=True)
            self.tags, self.value, self.data = [], None, ''
        def handle_starttag(self, tag, attributes):
            self.tags.append(tag)
            self.value = dict(attributes).get('a')
        def handle_data(self, data): self.data += data
    for line in sys.stdin:
        kind, body = json.loads(line)
        if kind == 'xml':
            root = tree.fromstring(body.encode())
            print(json.dumps([root.get('a'), root.text or '', 1 + len(root)]))
        else:
            reader = Reader()
            reader.feed(body)
            reader.close()
            print(json.dumps([reader.value, reader.data, len(reader.tags)]))
    """#

  private static let pieces = [
    "a", "é", "𝄞", "\"", "'", "<", ">", "&", "&amp;", "&#65;", "<b>", "</p>", "]]>", "<![CDATA[",
    "-->", "<!--", "<?x", "\n", "\r\n", "\r", "\t", " ", "\\", ",", "=", "<v>", "<v | upper>",
    "\u{7F}", "\u{85}", "\u{2028}", "<script>", "/>", ";",
  ]

  @Test("Python's readers of XML and HTML find the values that were inserted, and nothing else")
  func readers() async throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    var (values, input): ([String], String) = ([], "")
    for index in 0..<3_000 {
      let value = numbers.text(of: Self.pieces, below: 12)
      let escape = index % 2 == 0 ? TextEscape.xml : .html
      let body = try rendered("<p a=\"<v>\"><v></p>", value, escape).revealed
      values.append(value)
      input += "[\"\(escape.rawValue)\",\(JSONWriter.string(body))]\n"
    }
    let lines = try await PythonOracle.output(of: Self.program, given: input)
      .split(separator: "\n").map(String.init)
    try #require(lines.count == values.count, "\(lines.first ?? "")")
    for (line, value) in zip(lines, values) {
      let wanted = JSONWriter.string(value)
      let expected = try JSONDocument(text: "[\(wanted),\(wanted),1]").root
      guard try JSONDocument(text: line).root.isEqual(to: expected) else {
        Issue.record("\(line), not \(wanted) twice; APICALL_SEED=\(seed)")
        return
      }
    }
  }

  @Test("A reader of line protocol finds the tags that were inserted, and no others")
  func tags() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let value = numbers.text(of: [",", "=", " ", "\\", "a", "\"", "é", "\t", "#"], below: 9)
      guard value.last != "\\" else { continue }
      let line = try rendered("cpu,t=<v>,u=x n=1", value, .lineProtocol).revealed
      #expect(
        Self.parts(of: line) == ["cpu", "t", value, "u", "x"], "\(line); APICALL_SEED=\(seed)")
    }
  }

  /// The parts of a line up to its first field, read like InfluxDB reads them: a backslash only
  /// escapes what separates parts.
  private static func parts(of line: String) -> [String] {
    var (parts, part, rest) = ([String](), "", line.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first, ", =".unicodeScalars.contains(next) {
        part.unicodeScalars.append(next)
        rest.removeFirst()
      } else if ", =".unicodeScalars.contains(scalar) {
        parts.append(part)
        part = ""
        if scalar == " " { break }
      } else {
        part.unicodeScalars.append(scalar)
      }
    }
    return parts
  }
}

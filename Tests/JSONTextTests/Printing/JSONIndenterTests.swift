import JSONText
import Testing

@Suite("Indenting JSON")
struct JSONIndenterTests {
  static func indent(_ text: String) throws -> String {
    var buffer: [UInt8] = []
    var indenter = JSONIndenter()
    try indenter.push(Array(text.utf8).span, into: &buffer)
    try indenter.finish(into: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

  static let layouts: [(String, String)] = [
    ("1.10", "1.10"),
    (" [ ] ", "[]"),
    ("{ \n }", "{}"),
    ("[[],{}]", "[\n  [],\n  {}\n]"),
    (
      #"{"b":1E400,"a":[12345678901234567890,"\u00e9é"],"b":null}"#,
      """
      {
        "b": 1E400,
        "a": [
          12345678901234567890,
          "\\u00e9é"
        ],
        "b": null
      }
      """
    ),
    ("\u{feff}[true]", "[\n  true\n]"),
  ]

  @Test("Each value is on its own line and unchanged", arguments: layouts)
  func lays(_ text: String, _ layout: String) throws {
    #expect(try Self.indent(text) == layout)
  }

  @Test("Everything before an error is written")
  func writesUpToError() {
    var buffer: [UInt8] = []
    var indenter = JSONIndenter()
    #expect(throws: JSONSyntaxError.self) {
      try indenter.push(Array(#"{"a": ["b", x]}"#.utf8).span, into: &buffer)
    }
    #expect(String(decoding: buffer, as: UTF8.self) == "{\n  \"a\": [\n    \"b\",\n    ")
  }

  @Test("Text is appended to the buffer's contents, even if it is larger than a block")
  func appends() throws {
    let long = "\"" + String(repeating: "x", count: 40_000) + "\""
    var buffer = Array("> ".utf8)
    var indenter = JSONIndenter()
    for piece in ["[", long, ",", long, "]"] {
      try indenter.push(Array(piece.utf8).span, into: &buffer)
    }
    try indenter.finish(into: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self) == "> [\n  \(long),\n  \(long)\n]")
  }
}

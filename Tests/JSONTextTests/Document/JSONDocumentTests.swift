import JSONText
import Testing

@Suite("Documents")
struct JSONDocumentTests {
  static let text = #"""
    {"n": 1.10, "s": "a\u00e9\n", "b": true, "z": null, "l": [1E400, [], {"k": -0}], "n": 2,
     "\u006e": 3, "": false}
    """#

  @Test("Every value keeps its own text")
  func keepsText() throws {
    let root = try JSONDocument(text: Self.text).root
    #expect(root.kind == .object)
    #expect(root.text == Self.text)
    #expect(root.count == 8)
    #expect(root.members.map(\.key) == ["n", "s", "b", "z", "l", "n", "n", ""])
    #expect(
      root.members.map(\.value.text)
        == ["1.10", #""a\u00e9\n""#, "true", "null", #"[1E400, [], {"k": -0}]"#, "2", "3", "false"])
    #expect(
      root.members.map(\.value.kind.name)
        == ["number", "string", "boolean", "null", "array", "number", "number", "boolean"])
  }

  @Test("Values are decoded on request, with their own types")
  func decodes() throws {
    let root = try JSONDocument(text: Self.text).root
    #expect(root["s"]?.string == "aé\n")
    #expect(root["b"]?.boolean == true)
    #expect(root[""]?.boolean == false)
    #expect(root["z"]?.isNull == true)
    #expect(root["n"]?.text == "3")
    #expect(root["N"] == nil)
    #expect(root["l"]?[0]?.text == "1E400")
    #expect(root["l"]?[-1]?["k"]?.text == "-0")
    #expect(root["l"]?[3] == nil)
    #expect(root["l"]?[-4] == nil)
    #expect(root["l"]?[.min] == nil)
    #expect(root["l"]?.count == 3)
    #expect(root["l"]?[1]?.count == 0)
    #expect(root["b"]?.string == nil)
    #expect(root["s"]?.boolean == nil)
    #expect(root["s"]?.number == nil)
    #expect(root["s"]?["s"] == nil)
    #expect(root["s"]?[0] == nil)
    #expect(root[0] == nil)
    #expect(Array(try #require(root["n"]).elements).isEmpty)
  }

  static let strings: [(String, String?)] = [
    (#""""#, ""),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u0000\u007f\u0080\u07ff\u0800\uffff""#, "\0\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}"),
    (#""\uD83D\uDE00!""#, "😀!"),
    (#""\ud800\udc00\udbff\udfff""#, "\u{10000}\u{10ffff}"),
    (#""\ud83d""#, nil),
    (#""\ude00""#, nil),
    (#""\ud83dx""#, nil),
    (#""\ud83d\n""#, nil),
    (#""\ud83d\ud83d\ude00""#, nil),
    (#""\\ud83d""#, "\\ud83d"),
  ]

  @Test("Strings are decoded, and half a surrogate pair is not text", arguments: strings)
  func decodesStrings(_ text: String, _ decoded: String?) throws {
    let value = try JSONDocument(text: text).root
    #expect(
      value.string.map { Array($0.unicodeScalars) } == decoded.map { Array($0.unicodeScalars) })
    #expect(value.text == text)
  }

  @Test("Keys are compared by scalars, not as Swift compares strings")
  func comparesKeys() throws {
    let root = try JSONDocument(text: #"{"\u00e9": 1, "e\u0301": 2, "\ud800": 3}"#).root
    #expect(root["\u{e9}"]?.text == "1")
    #expect(root["e\u{301}"]?.text == "2")
    #expect(root.members.map(\.key.unicodeScalars.count) == [1, 2, 3])
    #expect(root.members.map(\.key).last == "\u{fffd}\u{fffd}\u{fffd}")
  }

  @Test("Invalid JSON and JSON that is too deep are refused")
  func refuses() {
    let deep = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(text: "[[1]]", maxDepth: 1)
    }
    #expect(deep?.reason == .tooDeep(limit: 1))
    let open = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text: "[1") }
    #expect(open?.reason == .incomplete(wanted: .commaOrArrayEnd))
  }

  @Test("The values written one after another give the text again")
  func iterationTrips() throws {
    var maker = TextMaker(seed: 6)
    for _ in 0..<1500 {
      let text = maker.text()
      let root = try JSONDocument(text).root
      #expect(Array(write(root).utf8) == Outcome(of: text).compact)
    }
  }

  /// The value, reassembled from its parts.
  private func write(_ value: JSONNode) -> String {
    switch value.kind {
    case .array: return "[" + value.elements.map(write).joined(separator: ",") + "]"
    case .object:
      return "{" + rawMembers(value).joined(separator: ",") + "}"
    default: return value.text
    }
  }

  private func rawMembers(_ value: JSONNode) -> [String] {
    var place = value.range.lowerBound + 1
    return value.members.map { member in
      let bytes = value.document.bytes[place..<member.value.range.lowerBound]
      place = member.value.range.upperBound
      let first = bytes.firstIndex(of: UInt8(ascii: "\"")) ?? bytes.endIndex
      let last = bytes.lastIndex(of: UInt8(ascii: "\"")) ?? bytes.endIndex
      return String(decoding: bytes[first...last], as: UTF8.self) + ":" + write(member.value)
    }
  }
}

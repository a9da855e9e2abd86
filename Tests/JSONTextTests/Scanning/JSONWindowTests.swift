import JSONText
import SeededNumbers
import Testing

@Suite("Windows of JSON")
struct JSONWindowTests {
  static let paths = JSONWindows.Path.allCases.filter(\.isSupported)

  /// What may not be in one piece at the end of a window, or is wrong there.
  static let borders = [
    "12345678901234567890", "-0.125e-17", "-0", "1E+5,", "01", "1.", "-", "1e", "1.5.5", "--1",
    "true", "false,null", "nul", "truefalse", "tru e", #""""#, #""日本😀é""#, #""\u00e9\u00E9\n""#,
    #""\\\\\\\\\\\\\\\\\\\\\\\\""#, #""\\\\\\\\\\\""#, #""\ud83d\ude00", "#, #""\u12g4""#, #""\x""#,
    #"{"k":{"l":[{},[],""]}}"#, #"{"k" :"v" , "w" : 1 }"#, #"{"k","v"}"#, #"{"k":1,}"#, "[}",
    "[1 2]",
    "\"a\nb\"", "\"\u{1}\"", "'a'", "\u{feff}", "[[[[[[[[[[]]]]]]]]]]", "]]", " \r\n\t 1 \r\n\t ",
  ]

  @Test("A token is the same wherever a window ends", arguments: paths)
  func borders(_ path: JSONWindows.Path) {
    for token in Self.borders {
      for shift in 0..<64 {
        let text =
          Array("[ \(String(repeating: " ", count: shift))".utf8) + token.utf8
          + Array(", [\n\"\(String(repeating: "x", count: 90))\"\n], \(token)]".utf8)
        compare(text, cutAt: [], path, "\(token) after \(shift) spaces")
      }
    }
  }

  static let wrongBytes: [[UInt8]] = [
    [0x80], [0xc0, 0xaf], [0xc1, 0xbf], [0xe0, 0x80, 0xaf], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80],
    [0xf0, 0x80, 0x80, 0xaf], [0xf0, 0x8f, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80], [0xff], [0xe2, 0x82], [0xe2], [0xf0, 0x9f, 0x98], [0xc3, 0xa9, 0xa9],
  ]

  @Test("UTF-8 is checked wherever a window ends", arguments: paths)
  func sequences(_ path: JSONWindows.Path) {
    for bytes in Self.wrongBytes {
      for shift in 0..<64 {
        let text =
          Array("[\"\(String(repeating: "x", count: shift))é".utf8) + bytes
          + Array("\(String(repeating: "y", count: 70))\"]".utf8)
        compare(text, cutAt: [], path, "\(bytes) after \(shift) bytes")
      }
    }
  }

  @Test("The pieces make no difference, with a cut at any position", arguments: paths)
  func everyPlace(_ path: JSONWindows.Path) {
    let text =
      Array(
        #"""
        {"id": 12, "name": "Zoë 😀 \"\u00e9\\", "tags": ["a", [], {}, -1.5e+10, true, null], "n":
        {"deep": [[[{"k": [0, "", "\\"]}]]]}, "long": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        """#.utf8.map { $0 == 0x0A ? 0x20 : $0 })
      + Array("日本\(String(repeating: "y", count: 130))\"}\n".utf8)
    for cut in text.indices {
      compare(text, cutAt: [cut], path, "cut at \(cut)")
      compare(Array(text[..<cut]), cutAt: [], path, "ends at \(cut)")
    }
  }

  @Test("A window that is as long as can be, and the next one", arguments: paths)
  func longest(_ path: JSONWindows.Path) {
    for shift in stride(from: 0, to: 40, by: 3) {
      var text = "[" + String(repeating: " ", count: 8150 + shift)
      text += #"{"key\n": "é\u0041 value", "n": [-12.5e3, false]}, "#
      text += "\"" + String(repeating: "long ", count: 3300) + #"\\"]"#
      compare(Array(text.utf8), cutAt: [], path, "\(shift)")
      compare(Array((text + "]").utf8), cutAt: [], path, "\(shift)")
    }
  }

  @Test("Deep nesting is read to its limit", arguments: paths)
  func depth(_ path: JSONWindows.Path) {
    for depth in [60, 62, 63, 64, 65, 130, 511, 512, 513] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let spaced = text.replacing("[", with: "[ {\"k\":\n").replacing("]", with: "} ]")
      compare(Array(text.utf8), cutAt: [], path, "\(depth)")
      compare(Array(spaced.utf8), cutAt: [], path, "\(depth)")
    }
  }

  @Test("Generated texts are read as they are byte by byte", arguments: paths)
  func generated(_ path: JSONWindows.Path) {
    let seed = TestSeed.picked()
    for number in 0..<CaseCount.picked(1500) {
      var texts = WindowTexts(seed: SeededGenerator.seed(ofCase: number, in: seed))
      let text = texts.text()
      let cuts = texts.cuts(of: text)
      let depth = texts.maker.random.below(8) == 0 ? 3 : 512
      compare(
        text, cutAt: cuts, path, maxDepth: depth, "seed \(seed), case \(number), cut at \(cuts)")
    }
  }

  private func compare(
    _ text: [UInt8], cutAt cuts: [Int], _ path: JSONWindows.Path,
    maxDepth depth: Int = 512, _ name: String
  ) {
    let expected = WindowOutcome(of: text, cutAt: cuts, JSONWindows(nil), maxDepth: depth)
    let actual = WindowOutcome(of: text, cutAt: cuts, JSONWindows(path), maxDepth: depth)
    guard expected != actual else { return }
    Issue.record(
      "\(path), \(name): \(actual.errors), not \(expected.errors) in \(String(decoding: text, as: UTF8.self))"
    )
  }
}

/// Makes texts that fill several windows, many of them not quite JSON.
private struct WindowTexts {
  var maker: TextMaker

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", #""a""#, #""key":"#, #""k":1"#, "1", "-", "0", ".", "e",
    "E+",
    "12", "-1.5e-3", "true", "false", "null", "tru", " ", "\n", "\t", "\r", "  \n  ", "\\", #"\""#,
    #"\u12"#, #"\u00e9"#, "é", "日", "😀", "\u{1}", #"{"a":["#, "]}", "},{", "],[", "01", "1.", ".5",
    "-0", #""""#, #""\\""#, "'", "/", "\u{feff}", String(repeating: "a", count: 70),
    String(repeating: " ", count: 70),
  ]

  init(seed: UInt64) { maker = TextMaker(seed: seed) }

  mutating func cuts(of text: [UInt8]) -> [Int] {
    (0..<maker.random.below(4)).map { _ in maker.random.below(text.count + 1) }.sorted()
  }

  mutating func text() -> [UInt8] {
    switch maker.random.below(3) {
    case 0: Array(maker.random.text(of: Self.pieces, below: 60).utf8)
    case 1: list()
    default: longTokens()
    }
  }

  private mutating func list() -> [UInt8] {
    var text = Array(repeating: UInt8(ascii: " "), count: maker.random.below(70))
    for index in 0...maker.random.below(12) {
      text.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
      text += maker.text().drop { [0xef, 0xbb, 0xbf].contains($0) }
    }
    text.append(UInt8(ascii: "]"))
    for _ in 0..<maker.random.below(3) { maker.mutate(&text) }
    return text
  }

  private mutating func longTokens() -> [UInt8] {
    var text = "[" + String(repeating: " ", count: maker.random.below(64))
    for _ in 0...maker.random.below(3) {
      let length = maker.random.below(200)
      switch maker.random.below(4) {
      case 0:
        text += "-1" + String(repeating: "7", count: length) + maker.pick(["", ".5e+1", ".25"])
      case 1:
        text +=
          "\"" + maker.random.text(of: [#"\\"#, #"\""#, "é", "日", "😀", "a"], below: 99) + "\""
      case 2: text += "\"" + String(repeating: "\\", count: length) + "\""
      default: text += "\"" + String(repeating: "x", count: 3 * length) + "\""
      }
      text += ","
    }
    var bytes = Array((text + "null]").utf8)
    for _ in 0..<maker.random.below(2) { maker.mutate(&bytes) }
    if !bytes.isEmpty, maker.random.below(4) == 0 {
      bytes[maker.random.below(bytes.count)] = UInt8(truncatingIfNeeded: maker.random.next())
    }
    return bytes
  }
}

import SeededNumbers
import Testing
import YAMLTree

@Suite("Properties with generated texts")
struct GeneratedTests {
  static let pieces = [
    "a", "b: ", ": ", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", "&a ", "*a", "!t ",
    "'", "\"", "|\n", ">-\n", "#", " #", "\t", "?", "? ", "---", "\n---\n", "...", "%YAML 1.2\n",
    "<<: ", "é", "𝄞", "\r\n", "\\", "@", "`", "1", "~", "null", "\u{85}", "\u{FEFF}", "\0", " ",
    "(", ")", ",", " #x", "<f(1, 2)>", "a:b", "*/*", "\\d", "- b", ">5",
  ]

  @Test("Random bytes and pieces of YAML are read, or give a problem inside the text")
  func soups() {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    let tries = CaseCount.picked(8_000)
    var trees = 0
    for _ in 0..<tries {
      var bytes: [UInt8] = []
      if Int.random(in: 0..<4, using: &random) == 0 {
        for _ in 0..<Int.random(in: 0..<40, using: &random) {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        }
      } else {
        for _ in 0..<Int.random(in: 1..<24, using: &random) {
          bytes += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)].utf8
        }
      }
      let source = Source(name: "soup", bytes: bytes)
      let reading = YAMLReader().read(source)
      if reading.root != nil { trees += 1 }
      for problem in reading.problems {
        let line = source.line(problem.mark.start.line)
        let length = line?.unicodeScalars.count ?? -1
        guard problem.mark.start.column > length + 1 || problem.message.isEmpty else { continue }
        Issue.record("seed \(seed): \(problem.mark) lies outside of \(bytes)")
        return
      }
    }
    #expect(trees > tries / 20, "seed \(seed)")
  }

  @Test("A printed tree is read back")
  func trees() {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let tree = Self.tree(depth: 4, using: &random)
      let text = Self.print(tree)
      let reading = YAMLReader().read(text)
      guard reading.problems.isEmpty, reading.root.map({ Tree($0) }) == tree else {
        Issue.record("seed \(seed): \(text) gives \(reading)")
        return
      }
    }
  }

  private static func tree(depth: Int, using random: inout SeededGenerator) -> Tree {
    let count = Int.random(in: 0..<4, using: &random)
    switch depth == 0 ? 0 : Int.random(in: 0..<3, using: &random) {
    case 1: return .list((0..<count).map { _ in tree(depth: depth - 1, using: &random) })
    case 2:
      return .map(
        (0..<count).map { place in
          // The number makes keys unique.
          let key = text(using: &random) + "\(place)"
          return Tree.Field(key, tree(depth: depth - 1, using: &random))
        })
    default: return .quoted(text(using: &random))
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "'", "\n", "\t", "\r", "\0", "\u{7F}", "é", "𝄞", "\u{301}",
      ":", "#", "-", "[", "}", ",", "&", "*", "!", "|", "%", "@", "\u{85}", "\u{2028}", "\u{FEFF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
    }
    return text
  }

  private static func print(_ tree: Tree) -> String {
    switch tree {
    case .plain(let text): text
    case .quoted(let text): print(text)
    case .list(let items): "[" + items.map { print($0) }.joined(separator: ", ") + "]"
    case .map(let fields):
      "{" + fields.map { print($0.key) + ": " + print($0.value) }.joined(separator: ",\n ") + "}"
    }
  }

  private static func print(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case " "..."~", "é", "𝄞", "\u{301}": quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}

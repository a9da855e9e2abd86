import SeededNumbers
import Testing

@Suite("Expressions as text")
struct ExpressionTextTests {
  private static let names = ["a", "n-1", "_x", "it", "trueish", "android", "or-b"]
  private static let texts = [
    #""""#, #""a b""#, #""\"\\\n\t\r""#, #""<x> | y > \"(z)\"""#, #""é𝄞""#, "\"\0\"", #""'""#,
  ]
  private static let operators = [
    "or", "and", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%",
  ]

  /// Makes up an expression in the canonical form.
  private func expression(
    _ numbers: inout SeededGenerator, depth: Int = 0, items: Int = 0
  ) -> String {
    func part(_ numbers: inout SeededGenerator, inItem: Bool = false) -> String {
      expression(&numbers, depth: depth + 1, items: items + (inItem ? 1 : 0))
    }
    switch numbers.below(depth > 4 ? 5 : 13) {
    case 0:
      return numbers.pick(["0", "1.10", "-2", "1e400", "-0", "123456789012345678901234567890"])
    case 1: return numbers.pick(Self.texts)
    case 2: return numbers.pick(["true", "false", "null", "90s", "1500ms", "86400s"])
    case 3:
      let path = numbers.pick(["", ".b", "[0]", "[-1]", #"["a b"]"#, ".b.c[2]"])
      return numbers.pick(Self.names) + path
    case 4:
      guard items > 0 else { return numbers.pick(Self.names) }
      return numbers.pick([".", ".b", ".[0]", #".["a b"]"#, ".b.c[-1]"])
    case 5:
      return "if(\(part(&numbers)), \(part(&numbers)), \(part(&numbers)))"
    case 6:
      // A name with a key in it is a part, as is a value in parentheses.
      return numbers.pick(Self.names) + "[\(numbers.pick(Self.names))]"
    case 7:
      let filter = numbers.pick(["lower", "default(\(part(&numbers)))", "not", "join(\", \")"])
      return "(\(part(&numbers)) | \(filter))\(numbers.pick(["", "[0]", ".b"]))"
    case 8:
      return "(-\(numbers.pick([".b", "a", "(5)", "(a + 1)", "(-a)"])))".replacing(
        ".b", with: items > 0 ? ".b" : "b")
    case 9 where items < 4:
      let filter = numbers.pick(["map", "select", "sort_by", "any"])
      let more = filter == "sort_by" ? ", \(part(&numbers, inItem: true))" : ""
      return "(\(part(&numbers)) | \(filter)(\(part(&numbers, inItem: true))\(more)))"
    default:
      let infix = numbers.pick(Self.operators)
      return "(\(part(&numbers)) \(infix) \(part(&numbers)))"
    }
  }

  @Test("An expression in the canonical form is read as itself")
  func canonical() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let tries = CaseCount.picked(2_000)
    var count = 0
    for _ in 0..<tries {
      let text = expression(&numbers)
      let read = ExpressionProbe.reading(of: text)
      // Two literals that no operator takes are refused.
      if read.hasPrefix("error: '") || read.hasPrefix("error: the result")
        || read.hasPrefix("error: a division") || read.hasPrefix("error: the filter")
      {
        continue
      }
      guard read == text else {
        Issue.record("\(text) is read as \(read); APICALL_SEED=\(seed)")
        return
      }
      count += 1
    }
    #expect(count > tries / 2, "APICALL_SEED=\(seed)")
  }

  @Test("Whatever is read has one form, which is read as itself")
  func arbitrary() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b.c", "[0]", "[", "]", "(", ")", " + ", " - ", "-", " < ", " > ", " == ", " and ",
      " or ", " | ", "map(", "select(", "if(", ", ", ".", ".x", "1", "1.50", "5m", "'q'",
      "\"\\\"\"",
      "lower", "default(", " ", "true", "null", "not", "\n", "%", " * ", "<", ">",
    ]
    let tries = CaseCount.picked(20_000)
    var count = 0
    for _ in 0..<tries {
      let text = numbers.text(of: pieces, below: 10)
      let read = ExpressionProbe.reading(of: text)
      guard !read.hasPrefix("error: ") else { continue }
      count += 1
      let again = ExpressionProbe.reading(of: read)
      guard again == read else {
        Issue.record("\(text) is read as \(read), which is \(again); APICALL_SEED=\(seed)")
        return
      }
    }
    #expect(count > tries / 60, "\(count); APICALL_SEED=\(seed)")
  }

  @Test(
    "A generated expression between words is a placeholder, and the words stay",
    arguments: ["x", "", "a > b ", "</p>", "\n"])
  func between(_ words: String) {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = "(\(expression(&numbers)) == a)"
      guard !ExpressionProbe.reading(of: text).hasPrefix("error: ") else { continue }
      let parts = ExpressionProbe.parts(of: "\(words)<\(text)>\(words)")
      #expect(parts == "\(words)«\(text)»\(words)", "APICALL_SEED=\(seed)")
    }
  }
}

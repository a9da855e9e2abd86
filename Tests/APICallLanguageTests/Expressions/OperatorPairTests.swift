import APICallLanguage
import APICallText
import Testing

/// The results of `+ - *`, `<` and `==` for all pairs of types.
///
/// A cell is the result, `!` with a letter of a hint for a refusal, or `?` for a missing value.
private let tables: [(infix: String, rows: String)] = [
  (
    "+",
    """
      nul  | !         | !         | !a        | !         | !         | !         | !         | !         | !a        | !         | ?
      yes  | !         | !         | !         | !b        | !         | !         | !         | !         | !         | !b        | ?
      two  | !a        | !         | 4         | !b        | !         | !         | !         | !         | 302       | !c        | ?
      txt  | !         | !b        | !b        | !b        | !         | !         | !         | !         | !d        | !b        | ?
      lst  | !         | !         | !         | !         | [1,2,1,2] | !         | !         | !         | !         | !         | ?
      map  | !         | !         | !         | !         | !         | !e        | !         | !         | !         | !         | ?
      byt  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      fil  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      5m   | !a        | !         | 302       | !d        | !         | !         | !         | !         | 600       | 12:05:00Z | ?
      tim  | !         | !b        | !c        | !b        | !         | !         | !         | !         | 12:05:00Z | !b        | ?
      gone | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?
    """
  ),
  (
    "-",
    """
      nul  | !         | !         | !a        | !         | !         | !         | !         | !         | !a        | !         | ?
      yes  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      two  | !a        | !         | 0         | !         | !         | !         | !         | !         | -298      | !c        | ?
      txt  | !         | !         | !         | !         | !         | !         | !         | !         | !d        | !         | ?
      lst  | !         | !         | !         | !         | []        | !         | !         | !         | !         | !         | ?
      map  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      byt  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      fil  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      5m   | !a        | !         | 298       | !         | !         | !         | !         | !         | 0         | !         | ?
      tim  | !         | !         | !c        | !         | !         | !         | !         | !         | 11:55:00Z | 0         | ?
      gone | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?
    """
  ),
  (
    "*",
    """
      nul  | !         | !         | !a        | !         | !         | !         | !         | !         | !a        | !         | ?
      yes  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      two  | !a        | !         | 4         | !         | !         | !         | !         | !         | 600       | !         | ?
      txt  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      lst  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      map  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      byt  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      fil  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      5m   | !a        | !         | 600       | !         | !         | !         | !         | !         | 90000     | !         | ?
      tim  | !         | !         | !         | !         | !         | !         | !         | !         | !         | !         | ?
      gone | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?         | ?
    """
  ),
  (
    "<",
    """
      nul  | false     | false     | false     | false     | false     | false     | false     | false     | false     | false     | false
      yes  | false     | !         | !         | !         | !         | !         | !         | !         | !         | !         | false
      two  | false     | !         | false     | !f        | !         | !         | !         | !         | true      | !f        | false
      txt  | false     | !         | !f        | false     | !         | !         | !         | !         | !f        | false     | false
      lst  | false     | !         | !         | !         | !         | !         | !         | !         | !         | !         | false
      map  | false     | !         | !         | !         | !         | !         | !         | !         | !         | !         | false
      byt  | false     | !         | !         | !         | !         | !         | !         | !         | !         | !         | false
      fil  | false     | !         | !         | !         | !         | !         | !         | !         | !         | !         | false
      5m   | false     | !         | false     | !f        | !         | !         | !         | !         | false     | !f        | false
      tim  | false     | !         | !f        | true      | !         | !         | !         | !         | !f        | false     | false
      gone | false     | false     | false     | false     | false     | false     | false     | false     | false     | false     | false
    """
  ),
  (
    "==",
    """
      nul  | true      | false     | false     | false     | false     | false     | false     | false     | false     | false     | true
      yes  | false     | true      | false     | false     | false     | false     | false     | !g        | false     | false     | false
      two  | false     | false     | true      | false     | false     | false     | false     | !g        | false     | false     | false
      txt  | false     | false     | false     | true      | false     | false     | false     | !g        | false     | false     | false
      lst  | false     | false     | false     | false     | true      | false     | false     | !g        | false     | false     | false
      map  | false     | false     | false     | false     | false     | true      | false     | !g        | false     | false     | false
      byt  | false     | false     | false     | false     | false     | false     | true      | !g        | false     | false     | false
      fil  | false     | !g        | !g        | !g        | !g        | !g        | !g        | !g        | !g        | !g        | false
      5m   | false     | false     | false     | false     | false     | false     | false     | !g        | true      | false     | false
      tim  | false     | false     | false     | false     | false     | false     | false     | !g        | false     | true      | false
      gone | true      | false     | false     | false     | false     | false     | false     | false     | false     | false     | true
    """
  ),
]

private let hints: [Character: String] = [
  "a": "write (name | default(0)) if null is 0",
  "b":
    "placeholders beside each other join text, as in <a><b>, and so does concat(a, b)",
  "c": "a duration has a unit, as in 5m",
  "d": "a time is written as 2026-01-31T12:00:00Z",
  "e": "merge joins maps: a | merge(b)",
  "f": "number converts a text: (name | number)",
  "g": "such as the file | sha256 | hex",
]

@Suite("Operators with all pairs of types")
struct OperatorPairTests {
  private static let operands: [(name: String, words: String)] = [
    ("nul", "null"), ("yes", "'true'"), ("two", "the number '2'"), ("txt", "the text 'a'"),
    ("lst", "a list"), ("map", "a map"), ("byt", "bytes"), ("fil", "a file"),
    ("5m", "the number '300'"), ("tim", "the text '2026-01-31T12:00:00Z'"), ("gone", ""),
  ]

  private func scope() throws -> Scope {
    var scope = try ExpressionProbe.scope([
      ("nul", "null"), ("yes", "true"), ("two", "2"), ("txt", #""a""#), ("lst", "[1,2]"),
      ("map", #"{"a":1}"#), ("tim", #""2026-01-31T12:00:00Z""#), ("gone", ""),
    ])
    scope["byt"] = Scope.Binding(.bytes([1, 2]))
    scope["fil"] = Scope.Binding(.file(InputFile(path: "x")))
    return scope
  }

  private func result(of expression: String) throws -> String {
    do {
      let binding = try ExpressionProbe.binding(of: expression, in: try scope())
      return binding.value?.plainText ?? binding.value.map(ExpressionProbe.text) ?? "nothing"
    } catch let problem as TemplateProblem {
      return ExpressionProbe.text(of: [problem])
    }
  }

  /// What an operator takes, in words.
  private func words(_ infix: String) -> String {
    switch infix {
    case "+": "two numbers, two lists, or a time and a duration"
    case "-": "two numbers, two lists, two times, or a time and a duration"
    case "*", "/", "%": "two numbers"
    case "==", "!=": "values that can be compared"
    default: "two numbers or two texts"
    }
  }

  /// The message of a cell that begins with `!` or is `?`; nil for a result.
  private func message(_ cell: String, _ infix: String, _ left: Int, _ right: Int) -> String? {
    if cell == "?" {
      return "error: the optional input 'gone' has no value here; "
        + "hint: pass it, as in gone=VALUE, or declare a default:"
    }
    guard cell.first == "!" else { return nil }
    let (one, two) = (Self.operands[left].words, Self.operands[right].words)
    return "error: '\(infix)' takes \(words(infix)), not \(one) and \(two)"
      + (cell.count > 1 ? "; hint: \(hints[cell.last ?? "-"] ?? "")" : "")
  }

  private func check(
    _ table: String, as infix: String, isSwapped: Bool = false,
    mapping map: (String) -> String? = { $0 }
  ) throws {
    let rows = table.split(separator: "\n")
    for (left, row) in rows.enumerated() {
      let cells = row.split(separator: "|").dropFirst().map {
        String($0.drop { $0 == " " }.prefix { $0 != " " })
      }
      try #require(cells.count == Self.operands.count && rows.count == cells.count)
      for (right, cell) in cells.enumerated() {
        let (one, two) = isSwapped ? (right, left) : (left, right)
        let text = "\(Self.operands[one].name) \(infix) \(Self.operands[two].name)"
        let found = try result(of: text)
        if let message = message(cell, infix, one, two) {
          #expect(found == message, "\(text)")
        } else if let wanted = map(cell) {
          let isTime = found.hasPrefix("2026-01-31T")
          #expect((isTime ? String(found.dropFirst(11)) : found) == wanted, "\(text)")
        }
      }
    }
  }

  @Test("Each pair has its result or its message", arguments: 0..<5)
  func results(_ index: Int) throws {
    try check(tables[index].rows, as: tables[index].infix)
  }

  @Test("The other operators take the same pairs", arguments: ["/", "%"])
  func products(_ infix: String) throws {
    try check(tables[2].rows, as: infix) { _ in nil }
  }

  @Test("The other comparisons follow from < and ==")
  func comparisons() throws {
    func negated(_ cell: String) -> String { cell == "true" ? "false" : "true" }
    try check(tables[3].rows, as: ">", isSwapped: true)
    try check(tables[4].rows, as: "!=", mapping: negated)
    for (infix, isSwapped) in [("<=", true), (">=", false)] {
      // A missing value is neither less nor more.
      try check(tables[3].rows, as: infix, isSwapped: isSwapped) { _ in nil }
    }
    for name in ["two", "txt", "tim", "5m"] {
      #expect(try result(of: "\(name) <= \(name) and \(name) >= \(name)") == "true")
      #expect(try result(of: "gone <= \(name) or \(name) >= gone") == "false")
    }
    #expect(try result(of: "two <= 5m and 5m >= two") == "true")
    #expect(try result(of: "5m <= two or two >= 5m") == "false")
  }
}

@Suite("Texts in order")
struct TextOrderTests {
  @Test(
    "Two times are compared as times, and other texts by their scalars",
    arguments: [
      ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.500Z", true, false),
      ("2026-01-31T12:00:00.500Z", "2026-01-31T12:00:01Z", true, false),
      ("2026-01-31T13:00:00+02:00", "2026-01-31T12:00:00Z", true, false),
      ("2026-01-31T12:00:00.50Z", "2026-01-31T12:00:00.5Z", false, false),
      ("2026-01-31 12:00", "2026-01-31T12:00:00.1Z", true, false),
      ("2026-01-31T12:00:00.5", "2026-01-31T12:00:00Z", false, true),
      ("2026-01-31", "2026-01-31T00:00:00Z", true, false),
      ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.5X", false, true),
      ("v2026-01-31T12:00:00Z", "v2026-01-31T12:00:00.5Z", false, true),
    ])
  func times(_ one: String, _ two: String, _ isLess: Bool, _ isGreater: Bool) throws {
    var scope = Scope()
    scope["a"] = Scope.Binding(.text(one))
    scope["b"] = Scope.Binding(.text(two))
    for (text, expected) in [("a < b", isLess), ("a > b", isGreater), ("b < a", isGreater)] {
      let value = try ExpressionProbe.binding(of: text, in: scope).value
      #expect(value?.plainText == String(expected), "\(text)")
    }
  }
}

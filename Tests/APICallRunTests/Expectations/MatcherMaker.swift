import APICallModel
import APICallRequests
import JSONText
import Patterns
import SeededNumbers
import TestWorlds

/// Makes random values, and matchers for them.
struct MatcherMaker {
  var random: SeededGenerator

  private static let scalars = [
    "null", "true", "false", "0", "1", "1.0", "2", "-3.5", "1e2", "12345678901234567890",
    #""""#, #""a""#, #""ab""#, #""1""#, #""é😀""#, #""e\u0301""#, #""\u0061b""#, #""\n""#,
  ]
  private static let keys = ["a", "b", "c d", "é", "1", "", "\\u0061", "'"]
  private static let patterns = ["a", "^a$", "^$", ".", "[0-9]+"].compactMap { try? Pattern($0) }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the text of a value, with only a few levels of lists and maps.
  mutating func json(depth: Int = 0) -> String {
    let count = random.below(4)
    switch random.below(depth < 3 ? 10 : 6) {
    case 6, 7: return "[" + list(count) { $0.json(depth: depth + 1) } + "]"
    case 8, 9:
      return "{" + list(count) { "\"\($0.random.pick(Self.keys))\": \($0.json(depth: depth + 1))" }
        + "}"
    default: return random.pick(Self.scalars)
    }
  }

  private mutating func list(_ count: Int, _ make: (inout MatcherMaker) -> String) -> String {
    var items: [String] = []
    for _ in 0..<count { items.append(make(&self)) }
    return items.joined(separator: random.pick([",", ", ", " ,\n"]))
  }

  /// Returns a JSON value.
  mutating func value() throws -> JSONNode { try JSONDocument(text: json()).root }

  /// Returns a part of any kind for matchers to test.
  mutating func judged() throws -> JudgedValue {
    switch random.below(8) {
    case 0: return .nothing
    case 1: return .text(random.pick(["", "a", "ab", "1", "1.0", "true", "null", "é😀"]))
    case 2: return .count(random.below(4))
    case 3:
      let list = try JSONDocument(text: "[" + self.list(random.below(3)) { $0.json() } + "]").root
      return .findings(Array(list.elements), list: list)
    default: return .json(try value())
    }
  }

  /// Returns one to three matchers.
  mutating func matchers(depth: Int = 0) throws -> [Matcher<JSONNode>] {
    var matchers: [Matcher<JSONNode>] = []
    for _ in 0...random.below(3) { matchers.append(try matcher(depth: depth)) }
    return matchers
  }

  /// Returns a matcher with any name.
  mutating func matcher(depth: Int = 0) throws -> Matcher<JSONNode> {
    Matcher(try test(depth: depth), at: .nowhere)
  }

  private mutating func test(depth: Int) throws -> Matcher<JSONNode>.Test {
    switch random.below(depth < 3 ? 16 : 11) {
    case 0: return .equals(try value())
    case 1: return .contains(try value())
    case 2: return .startsWith(try text())
    case 3: return .endsWith(try text())
    case 4: return .matches(random.pick(Self.patterns))
    case 5: return .type([random.pick(JSONType.allCases), random.pick(JSONType.allCases)])
    case 6: return .min(try number())
    case 7: return .max(try number())
    case 8: return .oneOf([try value(), try value(), try value()])
    case 9: return .exists(random.below(2) == 0)
    case 10: return .empty(random.below(2) == 0)
    case 11: return .not(try matchers(depth: depth + 1))
    case 12: return .length(try matchers(depth: depth + 1))
    case 13: return .each(try matchers(depth: depth + 1))
    case 14: return .any([try matchers(depth: depth + 1), try matchers(depth: depth + 1)])
    default: return .all([try matchers(depth: depth + 1), try matchers(depth: depth + 1)])
    }
  }

  private mutating func text() throws -> JSONNode {
    try JSONDocument(text: random.pick([#""a""#, #""b""#, #""""#, "1", #""é""#])).root
  }

  private mutating func number() throws -> JSONNode {
    try JSONDocument(text: random.pick(["0", "1", "1.5", "-4", "1e2"])).root
  }
}

import JSONText
import Testing

@Suite("Paths that take too many steps")
struct JSONPathLimitsTests {
  private static let deep =
    String(repeating: "[[", count: 100) + "1" + String(repeating: "],0]", count: 100)

  private static func select(
    _ path: String, in text: String, _ limits: JSONPathLimits,
    patterns: (any JSONPathPatterns)? = nil
  ) -> String {
    do {
      let root = try JSONDocument(text: text).root
      return try "\(JSONPath(path).select(in: root, patterns: patterns, limits: limits).count)"
    } catch {
      return "\(error)"
    }
  }

  static let hostile = [
    "$..*..*..*..*", "$..[*,*]..[*,*]..[*,*]", "$..[?@..*]..[?@..*]..*", "$..[?count(@..*..*) > 0]",
    "$[?count(@..*..*..*) == 1]", "$..[?count(@..[?count(@..*) > 1]) > 1]", "$..*..[?@ == $]",
  ]

  @Test("A path that looks at too many values is stopped", arguments: hostile)
  func givesUp(_ path: String) {
    let message = Self.select(path, in: Self.deep, JSONPathLimits(visits: 20_000, places: .max))
    #expect(
      message
        == "the path looks at more than 20000 values: name the members instead of `..` and `*`")
  }

  @Test("A path that selects too many places is stopped")
  func places() {
    let limits = JSONPathLimits(visits: .max, places: 1000)
    #expect(Self.select("$..*", in: Self.deep, limits) == "300")
    #expect(
      Self.select("$..*..*", in: Self.deep, limits)
        == "the path selects more than 1000 values: name the members instead of `..` and `*`")
  }

  @Test("Long texts and large values count by their size, not only by their number")
  func size() {
    let text = String(repeating: "x", count: 100_000)
    let list = #"["\#(text)a","\#(text)b"]"#
    let limits = JSONPathLimits(visits: 5000, places: 10)
    let message =
      "the path looks at more than 5000 values: name the members instead of `..` and `*`"
    #expect(Self.select("$[?@ == 'x']", in: list, limits) == "0")
    #expect(Self.select("$[?@ < $[1]]", in: list, limits) == message)
    #expect(Self.select("$[?length(@) > 1]", in: list, limits) == message)
    #expect(
      Self.select("$[?search(@, 'b')]", in: list, limits, patterns: TestPatterns()) == message)
  }

  @Test("Usual paths do not reach the default limits")
  func usual() throws {
    let root = try JSONDocument(
      text: "[" + Array(repeating: #"{"a":[1,2,3]}"#, count: 2000).joined(separator: ",") + "]"
    ).root
    #expect(try JSONPath("$..*").select(in: root).count == 10_000)
    #expect(try JSONPath("$[?@.a[?@ == $[1999].a[2]]]").select(in: root).count == 2000)
    #expect(try JSONPath("$[?count($..*) == 10000]").select(in: root).count == 2000)
  }

  @Test("Names and positions are followed as deep as a document goes")
  func deepest() throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let root = try JSONDocument(text: text).root
    let all = try JSONPath("$..*").select(in: root)
    let last = try #require(JSONPath.normalizedPaths(of: all, in: root).last)
    #expect(last == "$" + String(repeating: "[0]", count: 511))
    #expect(try JSONPath(last).select(in: root).map(\.text) == ["[]"])
  }

  struct Refusing: JSONPathPatterns {
    func compile(
      _ pattern: String
    ) throws(JSONPathPatternError) -> @Sendable (String) throws(JSONPathPatternError) -> Bool {
      if pattern.contains("large") { throw JSONPathPatternError("it is too large") }
      return { text throws(JSONPathPatternError) in
        throw JSONPathPatternError("it takes too many steps on '\(text)'")
      }
    }
  }

  @Test("A regular expression engine that fails or is missing ends the path with its message")
  func engine() {
    let limits = JSONPathLimits(visits: 5000, places: 10)
    #expect(
      Self.select("$[?match(@, 'a')]", in: #"["a"]"#, limits)
        == "`match` and `search` are not available here")
    #expect(
      Self.select("$[?match(@, 'a')]", in: #"["b"]"#, limits, patterns: Refusing())
        == "the regular expression 'a' cannot be used: it takes too many steps on 'b'")
    #expect(
      Self.select("$[?search(@, $[0])]", in: #"["large"]"#, limits, patterns: Refusing())
        == "the regular expression 'large' cannot be used: it is too large")
  }
}

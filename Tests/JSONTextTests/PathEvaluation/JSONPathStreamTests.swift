import JSONText
import Testing

@Suite("Paths through a document that is still arriving")
struct JSONPathStreamTests {
  static let streams: [(String, String, Bool)] = [
    ("$.*", "", true), ("$[*]", "", true), ("$.data[*]", "data", true),
    ("$.data[0].rows[*].id", "data 0 rows", false), ("$['a b'].*..c", "a b", false),
    ("$.data[?@.id == 1]", "data", false), ("$[?@[?@.a]].b[::-1]", "", false),
  ]

  @Test("A path names the container whose children it selects", arguments: streams)
  func names(_ path: String, _ container: String, _ isWhole: Bool) throws {
    let stream = try #require(try JSONPath(path).stream)
    let steps = stream.container.map { step in
      switch step {
      case .name(let name): name
      case .index(let index): "\(index)"
      }
    }
    #expect(steps.joined(separator: " ") == container)
    #expect(stream.isWhole == isWhole)
  }

  static let others = [
    "$", "$.data", "$..a", "$.data[-1][*]", "$.data[0:2]", "$.data[0,1]", "$[?@.a == $.b]",
    "$[*][?count($.*) > 1]", "$[?@[?@.a == $.b]]",
  ]

  @Test("Only paths that need one child at a time can be streamed", arguments: others)
  func refuses(_ path: String) throws {
    #expect(try JSONPath(path).stream == nil)
  }

  static let selections = [
    "$.data[*]", "$.data[*].id", "$.data[?@.id > 1]", "$.data[?@.id > 1]..n", "$.data[?@.x]",
    "$.data[?search(@.n, 'b')].tags[*]",
  ]

  @Test("The selections of the children are those of the whole document", arguments: selections)
  func selects(_ path: String) throws {
    let text = #"{"data":[{"id":1,"n":"a"},{"id":2,"n":"b","tags":[3,{"n":4}]},{"id":3},5]}"#
    let root = try JSONDocument(text: text).root
    let path = try JSONPath(path)
    let stream = try #require(path.stream)
    var found: [String] = []
    for child in try #require(root["data"]).elements {
      let alone = try JSONDocument(text: child.text).root
      found += try stream.select(from: alone, patterns: TestPatterns()).map(\.text)
    }
    #expect(try path.select(in: root, patterns: TestPatterns()).map(\.text) == found)
  }
}

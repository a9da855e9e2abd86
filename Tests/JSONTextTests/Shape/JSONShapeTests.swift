import JSONText
import SeededNumbers
import Testing

@Suite("Shapes of JSON")
struct JSONShapeTests {
  private static func differences(_ before: String, _ after: String) throws -> [String] {
    let shapes = try [before, after].map { text in
      JSONShape(of: try JSONDocument(Array(text.utf8)).root) { $0 == "hidden" }
    }
    return JSONShapeDifference.all(from: shapes[0], to: shapes[1]).map {
      "\($0.path) \($0.change)"
    }
  }

  @Test(
    "Two values differ in shape, not in values",
    arguments: [
      ("other values", #"{"a":1,"b":"x","c":[true]}"#, #"{"b":"","c":[false,true],"a":2e9}"#, []),
      ("a lost member", #"{"a":1,"b":{"c":1}}"#, #"{"a":1,"b":{}}"#, ["$.b.c removed"]),
      (
        "only the topmost lost member", #"{"a":{"b":{"c":1}}}"#, #"{"d":1}"#,
        ["$.a removed", "$.d added"]
      ),
      ("another kind", #"{"id":1}"#, #"{"id":"1"}"#, ["$.id retyped"]),
      ("a list in place of an object", #"{"a":{"b":1}}"#, #"{"a":[1]}"#, ["$.a retyped"]),
      ("a new member", #"{"a":1}"#, #"{"a":1,"b":{"c":1}}"#, ["$.b added"]),
      ("null in place of a value", #"{"a":1}"#, #"{"a":null}"#, ["$.a uncertain"]),
      ("a value in place of null", #"{"a":null}"#, #"{"a":1}"#, ["$.a uncertain"]),
      ("null beside a value", #"[{"a":1}]"#, #"[{"a":1},{"a":null}]"#, ["$[*].a uncertain"]),
      ("fewer kinds", #"[1,"x",null]"#, #"[2]"#, []),
      ("one more kind", #"[1]"#, #"[1,"x"]"#, ["$[*] retyped"]),
      ("elements share a shape", #"[{"a":1},{"a":1,"b":1}]"#, #"[{"b":1,"a":1}]"#, []),
      ("a member that some have", #"[{"a":1},{"a":1,"b":1}]"#, #"[{"a":1}]"#, ["$[*].b uncertain"]),
      ("a member that all have", #"[{"a":1},{"a":1,"b":1}]"#, #"[{"b":1}]"#, ["$[*].a removed"]),
      ("a member that some lack now", #"[{"a":1},{"a":2}]"#, #"[{"a":1},{}]"#, ["$[*].a optional"]),
      ("an empty list says nothing", #"[{"a":1}]"#, "[]", []),
      ("from an empty list", "[]", #"[{"a":1}]"#, []),
      ("ids as keys", #"{"17":{"n":1},"18":{"n":2}}"#, #"{"99":{"n":1}}"#, []),
      (
        "ids as keys, another kind below", #"{"17":{"n":1}}"#, #"{"99":{"n":"1"}}"#,
        ["$[*].n retyped"]
      ),
      ("digests as keys", #"{"3f2a9c01":1}"#, #"{"77aa00bb":2,"0001f00d":3}"#, []),
      ("paths as keys", #"{"/a":1,"/b":2}"#, #"{"/c":1}"#, []),
      (
        "numbers as keys in place of names", #"{"a":1,"b":2}"#, #"{"1":5}"#,
        ["$.a removed", "$.b removed", "$['1'] added"]
      ),
      ("a key that stands for another", #"{"hidden":1,"a":1}"#, #"{"real":1,"a":1}"#, []),
      ("names that are words", #"{"face":1,"beef":2}"#, #"{"face":1}"#, ["$.beef removed"]),
      ("a mask has any kind", #"{"token":"hidden","a":1}"#, #"{"token":7,"a":1}"#, []),
      ("repeated keys", #"{"a":1,"a":"x"}"#, #"{"a":"y"}"#, []),
      ("quoted names", #"{"a b":{"c'd":1}}"#, #"{"a b":{}}"#, [#"$['a b']['c\'d'] removed"#]),
      ("another kind at the top", "[1]", "{}", ["$ retyped"]),
    ])
  func differences(name: String, before: String, after: String, expected: [String]) throws {
    let found = try Self.differences(before, after)
    #expect(found == expected.map { $0.replacing("[*]", with: ".*") }, "\(name)")
  }

  @Test("Twenty members that look the same are a map, whatever their keys")
  func manyMembers() throws {
    func text(_ names: Range<Int>) -> String {
      let members = names.map { "\"name\(["a", "b"][$0 % 2])x\(Self.letters($0))\":{\"n\":1}" }
      return "{\(members.joined(separator: ","))}"
    }
    #expect(try Self.differences(text(0..<20), text(20..<45)) == [])
    #expect(try Self.differences(text(0..<19), text(0..<18)).count == 1)
  }

  private static func letters(_ number: Int) -> String {
    String(repeating: "q", count: number + 1)
  }

  @Test(
    "Generated values: other values of the same shape never differ, and a lost member does",
    arguments: [TestSeed.picked()])
  func generated(seed: UInt64) throws {
    for number in 0..<3000 {
      var random = SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed))
      let (before, after) = Self.pair(&random, depth: 4)
      let label: Comment = "seed \(seed), number \(number): \(before) \(after)"
      #expect(try Self.differences(before, after) == [], label)
      let (more, less) = ("{\"keep\":\(before),\"lose\":\(before)}", "{\"keep\":\(after)}")
      #expect(try Self.differences(more, less) == ["$.lose removed"], label)
      #expect(try Self.differences(less, more) == ["$.lose added"], label)
    }
  }

  /// Two values with the same shape.
  private static func pair(_ random: inout SeededGenerator, depth: Int) -> (String, String) {
    switch random.below(depth > 0 ? 6 : 4) {
    case 0: return ("null", "null")
    case 1: return ("\(random.below(100))", "-1.5e3")
    case 2: return ("\"\(random.below(100))\"", "\"other\"")
    case 3: return ("true", "false")
    case 4:
      // A list whose elements are alike, repeated a number of times.
      let (one, other) = pair(&random, depth: depth - 1)
      let counts = (1 + random.below(3), 1 + random.below(3))
      return (
        "[\([String](repeating: one, count: counts.0).joined(separator: ","))]",
        "[\([String](repeating: other, count: counts.1).joined(separator: ","))]"
      )
    default:
      var members: [(String, String)] = []
      for index in 0..<random.below(5) {
        let (one, other) = pair(&random, depth: depth - 1)
        members.append(("\"m\(index)x\":\(one)", "\"m\(index)x\":\(other)"))
      }
      let first = members.map(\.0).joined(separator: ",")
      members.reverse()
      return ("{\(first)}", "{\(members.map(\.1).joined(separator: ","))}")
    }
  }
}

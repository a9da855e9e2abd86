import APICallModel
import Testing

@Suite("Placeholders in matchers")
struct MatcherBindingTests {
  private static let inputs = """
    {name: {default: Jane}, size: {type: integer, default: 3}, list: {type: array, default: [1, b]},
      map: {type: object, default: {a: 1}}, unset: {required: false}}
    """

  static let filled: [(String, String, Bool)] = [
    ("<name>", #""Jane""#, true), ("dear <name | upper>", #""dear JANE""#, true),
    ("<size>", "3.0", true), ("<size>", #""3""#, false), ("n<size>", #""n3""#, true),
    ("<list>", #"[1, "b"]"#, true), ("{equals: <map>}", #"{"a": 1}"#, true),
    ("{equals: {x: [<size>, '<name>']}}", #"{"x": [3, "Jane"]}"#, true),
    ("{contains: <map>}", #"{"a": 1, "b": 2}"#, true), ("{contains: <list>}", #"[[1,"b"]]"#, true),
    ("{starts_with: <size>}", #""3 apples""#, true), ("{ends_with: <name>!}", #""O Jane!""#, true),
    ("{min: <size>}", "3", true), ("{min: <size>}", "2.9", false), ("{max: <size>}", "3.1", false),
    ("{length: <size>}", #""abc""#, true), ("{length: {max: <size>}}", #""abcd""#, false),
    ("{one_of: [a, <name>]}", #""Jane""#, true), ("{one_of: [a, <name>]}", #""<name>""#, false),
    ("{not: <name>}", #""Jane""#, false), ("{each: <name>}", #"["Jane", "Jane"]"#, true),
    ("{any: [<size>, <name>]}", #""Jane""#, true), ("{all: [<size>, <name>]}", "3", false),
    // Keys and patterns contain none.
    ("{equals: {<name>: 1}}", #"{"<name>": 1}"#, true), ("{matches: <name>}", #""<name>""#, true),
    ("{matches: <name>}", #""Jane""#, false), ("!raw <name>", #""<name>""#, true),
  ]

  @Test("Placeholders are replaced in values", arguments: filled)
  func fills(_ matchers: String, _ value: String, _ isGood: Bool) throws {
    let matchers = try JudgedSpec.matchers(matchers, inputs: Self.inputs)
    #expect(try JudgedSpec.holds(matchers, for: JudgedSpec.judged(value)) == isGood)
  }

  static let leftOut: [(String, [String])] = [
    ("<unset>", []), ("{equals: <unset>}", []), ("{not: <unset>}", []), ("{min: <unset>}", []),
    ("{length: <unset>}", []), ("{length: {max: <unset>}}", []), ("{each: <unset>}", []),
    ("{contains: <unset>, exists: true}", ["exists"]), ("{one_of: [a, <unset>]}", ["one_of"]),
    ("{starts_with: <unset>, ends_with: a}", ["ends_with"]),
  ]

  @Test("A matcher whose value is an unset optional input is left out", arguments: leftOut)
  func leavesOut(_ matchers: String, _ left: [String]) throws {
    #expect(try JudgedSpec.matchers(matchers, inputs: Self.inputs).map(\.name) == left)
  }

  @Test("Alternatives that are an unset optional input are left out")
  func alternatives() throws {
    for matchers in ["{any: [<unset>, 1]}", "{all: [<unset>, 1]}", "{one_of: [<unset>, 1]}"] {
      let matchers = try JudgedSpec.matchers(matchers, inputs: Self.inputs)
      #expect(try JudgedSpec.holds(matchers, for: JudgedSpec.judged("1")))
      #expect(try !JudgedSpec.holds(matchers, for: JudgedSpec.judged("2")))
    }
    // If none is left, nothing is expected.
    for matchers in ["{any: [<unset>]}", "{all: [<unset>]}", "{one_of: [<unset>]}"] {
      let matchers = try JudgedSpec.matchers(matchers, inputs: Self.inputs)
      #expect(try JudgedSpec.holds(matchers, for: JudgedSpec.judged("2")), "\(matchers)")
    }
  }

  @Test("Members and elements are left out as in a body")
  func members() throws {
    let matchers = try JudgedSpec.matchers(
      "{equals: {a: <unset>, b: [<unset>, 1]}}", inputs: Self.inputs)
    #expect(try JudgedSpec.holds(matchers, for: JudgedSpec.judged(#"{"b": [1]}"#)))
    #expect(try !JudgedSpec.holds(matchers, for: JudgedSpec.judged(#"{"a": null, "b": [1]}"#)))
  }
}

import JSONText
import SeededNumbers
import Testing

@Suite("Parameters of JSONPaths")
struct JSONPathParameterTests {
  /// Texts that would be parts of a path, if they were read as one.
  private static let hostile = [
    "", "'", "\"", "\\", "' || true || '", "$[?@.a]", "<x>", "]", "*", "..", "@", "\u{0}", "\n",
    "a",
    "\u{e9}", "1", "null", "true",
  ]

  private func document(_ texts: [String]) throws -> JSONNode {
    var bytes = Array("[".utf8)
    for (index, text) in texts.enumerated() {
      bytes += "\(index > 0 ? "," : "")".utf8
      bytes += "{\"name\":\(JSONWriter.string(text)),\"n\":\(index)}".utf8
    }
    return try JSONDocument(bytes + Array("]".utf8)).root
  }

  @Test("A text is compared as it is, and never read as a part of the path")
  func texts() throws {
    let path = try JSONPath("$[?@.name == <p>].n", parameters: [13..<16])
    #expect(path.parameterCount == 1)
    #expect(path.description == "$[?@.name == <0>].n")
    let seed = TestSeed.picked()
    for number in 0..<500 {
      var random = SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed))
      let texts = (0..<8).map { _ in
        (0...random.below(4)).map { _ in random.pick(Self.hostile) }.joined()
      }
      let wanted = random.pick(texts)
      let found = try path.filled(with: [.text(wanted)]).select(in: document(texts))
      let expected = texts.indices.filter { Array(texts[$0].utf8) == Array(wanted.utf8) }
      #expect(found.map(\.text) == expected.map(String.init), "seed \(seed), case \(number)")
    }
  }

  @Test(
    "In brackets, a text is a name and a number a position",
    arguments: [
      (JSONPathParameter.text("a"), "1"), (.text("0"), "2"), (.text("*"), ""), (.number("0"), ""),
    ])
  func names(_ value: JSONPathParameter, _ expected: String) throws {
    let path = try JSONPath("$[<p>]", parameters: [2..<5])
    #expect(path.isSingular)
    let map = try JSONDocument(Array(#"{"a":1,"0":2}"#.utf8)).root
    #expect(try path.filled(with: [value]).select(in: map).map(\.text).joined() == expected)
  }

  @Test(
    "In brackets, another value is an error",
    arguments: [JSONPathParameter.null, .boolean(true), .number("1.5")])
  func others(_ value: JSONPathParameter) throws {
    let path = try JSONPath("$[<p>]", parameters: [2..<5])
    #expect(throws: JSONPathParameterFault.self) { try path.filled(with: [value]) }
  }

  @Test(
    "A pattern of the user is one of RFC 9485, or an error", arguments: [#"\d+"#, "(?i)1", "("])
  func patterns(_ pattern: String) throws {
    let path = try JSONPath("$[?match(@, <p>)]", parameters: [12..<15])
    #expect(throws: JSONPathParameterFault.self) { try path.filled(with: [.text(pattern)]) }
  }

  @Test("A number is a position, also from the end, and is compared by its worth")
  func numbers() throws {
    let path = try JSONPath("$[<p>]", parameters: [2..<5])
    let list = try JSONDocument(Array("[1,2.50,3]".utf8)).root
    #expect(try path.filled(with: [.number("-1")]).select(in: list).map(\.text) == ["3"])
    #expect(try path.filled(with: [.number("1.0")]).select(in: list).map(\.text) == ["2.50"])
    let test = try JSONPath("$[?@ >= <p>]", parameters: [8..<11])
    #expect(
      try test.filled(with: [.number("25e-1")]).select(in: list).map(\.text) == ["2.50", "3"])
  }

  @Test("Without its value, a parameter selects nothing, and equals nothing")
  func unfilled() throws {
    let list = try JSONDocument(Array("[1]".utf8)).root
    #expect(try JSONPath("$[<p>]", parameters: [2..<5]).select(in: list).isEmpty)
    #expect(try JSONPath("$[?@ == <p>]", parameters: [8..<11]).select(in: list).isEmpty)
  }

  @Test("Parameters are arguments of functions, and a pattern may be one")
  func functions() throws {
    let path = try JSONPath(
      "$[?match(@, <re>) && length(<s>) == 2]", parameters: [12..<16, 28..<31])
    let values: [JSONPathParameter] = [.text("a."), .text("xy")]
    #expect(path.usesPatterns)
    #expect(
      try path.filled(with: values).description == #"$[?match(@, 'a.') && length('xy') == 2]"#)
  }

  @Test("A parameter is no test, and a < without one is an error")
  func refusals() {
    #expect(throws: JSONPathError.self) { try JSONPath("$[?<p>]", parameters: [3..<6]) }
    #expect(throws: JSONPathError.self) { try JSONPath("$[<p>]") }
  }
}

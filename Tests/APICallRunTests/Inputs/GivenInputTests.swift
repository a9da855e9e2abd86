import APICallBase
import APICallLanguage
import APICallRequests
import APICallText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Input values on the command line")
struct GivenInputTests {
  private static let spec = """
    host: a.example
    inputs:
      text: {optional: true}
      page: {type: integer, optional: true}
      tags: {type: array, optional: true}
      filter: {type: object, optional: true}
      photo: {type: file, optional: true}
    """

  private func scope(_ arguments: [String], input: String? = nil) throws(Failure) -> Scope {
    var files = MemoryFiles(["note.txt": "a\nb\n", "list.json": "[1, \"b\"]\n", "cr.txt": "x\r\n"])
    files.add("photo.png", bytes: [0xFF, 0xD8])
    files.add("empty.png", bytes: [])
    files.add("-", "dash")
    let world = World.fixed(files, caller: FixedCaller(input: input))
    return try InputResolver(SpecText.endpoint(Self.spec))
      .scope(from: arguments.compactMap { InputResolver.Assignment($0) }, in: world)
  }

  @Test(
    "Each form gives its value",
    arguments: [
      (["text=a=b"], "text", "\"a=b\""), (["text=<x>"], "text", "\"<x>\""),
      (["text=[1]"], "text", "\"[1]\""), (["text==x"], "text", "\"=x\""),
      (["text:=\"a\\u0062\""], "text", "\"ab\""), (["text@=note.txt"], "text", "\"a\\nb\""),
      (["text@=cr.txt"], "text", "\"x\""), (["text@=-"], "text", "\"in\\n\""),
      (["page=12345678901234567890"], "page", "12345678901234567890"), (["page:=2"], "page", "2"),
      (["tags=a"], "tags", "[\"a\"]"), (["tags=a", "tags=b"], "tags", "[\"a\",\"b\"]"),
      (["tags=a,b"], "tags", "[\"a,b\"]"), (["tags=a", "tags=[1]"], "tags", "[\"a\",\"[1]\"]"),
      (["tags:=1", "tags=1", "tags:=null"], "tags", "[1,\"1\",null]"), (["tags:=1"], "tags", "[1]"),
      (["tags:=[1, 1.10]"], "tags", "[1, 1.10]"), (["tags:=[]"], "tags", "[]"),
      (["tags=[x"], "tags", "[\"[x\"]"), (["tags=", "tags=\""], "tags", "[\"\",\"\\\"\"]"),
      (["tags@=list.json"], "tags", "[1, \"b\"]"), (["tags@=note.txt"], "tags", "[\"a\\nb\"]"),
      (["tags@=list.json", "tags=c"], "tags", "[\"[1, \\\"b\\\"]\",\"c\"]"),
      (["filter={\"a\": 1.0}"], "filter", "{\"a\": 1.0}"), (["filter:={}"], "filter", "{}"),
      (["photo=photo.png"], "photo", "\"photo.png\""),
      (["photo@=./photo.png"], "photo", "\"./photo.png\""),
      (["photo=empty.png"], "photo", "\"empty.png\""), (["photo=-"], "photo", "\"-\""),
      (["photo=./-"], "photo", "\"./-\""),
    ])
  func forms(_ arguments: [String], _ name: String, _ json: String) throws {
    let value = try scope(arguments, input: "in\n\n")[name]?.value
    #expect(value.map { String(decoding: $0.jsonText, as: UTF8.self) } == json)
    if case .file = value { #expect(name == "photo") } else { #expect(name != "photo") }
  }

  @Test("The text of a file has a limit")
  func limit() throws {
    let text = String(repeating: "a", count: InputResolver.textLimit + 1)
    let error = #expect(throws: Failure.self) { try scope(["text@=-"], input: text) }
    #expect(error?.status == .noInput)
    #expect(
      error?.diagnostics.map(\.message) == [
        "cannot read standard input for the input 'text': it is longer than 16777216 bytes"
      ])
    #expect(try scope(["text@=-"], input: String(text.dropLast()))["text"]?.value != nil)
  }

  @Test("Any argument gives a value or a message, and no message contains a secret")
  func chance() throws {
    let endpoint = try SpecText.endpoint(
      """
      host: a.example
      inputs:
        text: {secret: true, min_length: 2, max_length: 30, pattern: '^x', format: email}
        page: {type: integer, secret: true, min: 5, max: 1e3}
        rate: {type: number, secret: true, max: 0}
        on: {type: boolean, secret: true}
        tags: {type: array, secret: true, max_length: 2}
        filter: {type: object, secret: true}
        color: {secret: true, enum: [red, green]}
        token: {secret: true, env: TOKEN, pattern: '^x'}
      """)
    let seed = TestSeed.picked()
    var generator = SeededGenerator(seed: seed)
    let names = ["text", "page", "rate", "on", "tags", "filter", "color", "token"]
    // Letters that no message of ours contains, so that finding one is a leak.
    let pieces = [
      "ж", "ж9", "=", ":", "@", "[", "]", "{", "}", "\"", "\\", ",", "1", "-", ".", "e", "null",
      "true", "\\ud800", "\n", "\0", "👍", " ", "'", "[1]", "{\"ж\":1}",
    ]
    let tries = CaseCount.picked(1_000)
    var refused = 0
    for iteration in 0..<tries {
      var arguments: [String] = []
      for name in names where generator.below(3) > 0 {
        // Most values are wrong from their first letter on; others are almost right.
        let start = iteration.isMultiple(of: 2) ? "ж" : ""
        arguments.append(
          name + generator.pick(["=", ":="]) + start + generator.text(of: pieces, below: 8))
      }
      var sources = InputSources()
      sources.allowedVariables = ["TOKEN"]
      let world = World.fixed(caller: FixedCaller(["TOKEN": "ж7"]))
      let assignments = arguments.compactMap { InputResolver.Assignment($0) }
      do {
        _ = try InputResolver(endpoint, from: sources).scope(from: assignments, in: world)
      } catch {
        refused += 1
        let words = error.diagnostics.map(\.text).joined()
        #expect(
          !words.contains("ж") && !words.contains("👍"), "seed \(seed): \(arguments): \(words)")
      }
    }
    #expect(refused > tries / 3)
  }

  @Test("Arguments of any letters are read as inputs or refused")
  func arguments() {
    let seed = TestSeed.picked()
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "Z", "_", "-", "0", "=", ":", "@", ".", "/", "é", "👍", "\u{301}", " ", "\r\n",
    ]
    for _ in 0..<CaseCount.picked(8_000) {
      let text = generator.text(of: pieces, below: 12)
      guard let found = InputResolver.Assignment(text) else { continue }
      #expect(found.name + found.form.rawValue + found.text == text, "seed \(seed): \(text)")
      #expect(!found.name.contains { "=:@./ é".contains($0) })
    }
  }
}

import APICallBase
import Testing

@Suite("Suggestions for misspelt words")
struct NearestTests {
  @Test(
    "The nearest known word is found if one is near",
    arguments: [
      ("hsot", ["path", "host"], "host"), ("HOST", ["host"], "host"), ("hos", ["host"], "host"),
      ("passwrod", ["password", "passport"], "password"),
      ("bool", ["string", "boolean"], "boolean"),
      ("int", ["string", "integer", "number"], "integer"), ("str", ["string", "strong"], nil),
      ("teapot", ["host", "path"], nil), ("", ["a"], nil), ("x", ["a"], nil), ("ab", ["ac"], "ac"),
      ("in", ["integer"], nil), ("héader", ["header"], "header"), ("a", [], nil),
      ("emial", ["email", "mail"], "email"),
    ] as [(String, [String], String?)])
  func word(_ typed: String, _ known: [String], _ meant: String?) {
    #expect(Nearest.word(to: typed, among: known) == meant)
  }

  @Test("A hint names the nearest word, else all words, else says that there are none")
  func hint() {
    #expect(Nearest.hint(for: "hsot", among: ["host"], noun: "fields") == "did you mean 'host'?")
    #expect(
      Nearest.hint(for: "xyz", among: ["a", "b"], noun: "fields") == "the fields here are a, b")
    #expect(Nearest.hint(for: "xyz", among: ["a"], noun: "fields") == "there is only 'a' here")
    #expect(Nearest.hint(for: "xyz", among: [], noun: "fields") == "there are no fields here")
    let many = (0..<60).map { "input\($0)" }
    #expect(Nearest.hint(for: "q", among: many, noun: "inputs").hasSuffix("input47, …"))
  }

  @Test("A long word takes no noticeable time")
  func long() {
    #expect(Nearest.word(to: String(repeating: "x", count: 100_000), among: ["host"]) == nil)
  }
}

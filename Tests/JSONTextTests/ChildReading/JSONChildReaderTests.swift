import JSONText
import Testing

@Suite("The children of a document that is still arriving")
struct JSONChildReaderTests {
  static let documents: [(String, String, String)] = [
    ("$[*]", #" [1, "a\n" , {"b": [ ]},-2.50e1 ,null] "#, #"1 "a\n" {"b": [ ]} -2.50e1 null"#),
    ("$.*", #"{"a": 1, "b": {"a": 2}, "a": []}"#, #"1 {"a": 2} []"#),
    ("$.a[*]", #"{"b": [0], "a": [1, [2]], "c": {"a": [3]}}"#, "1 [2]"),
    ("$.a[*].b", #"{"a": {"x": {"b": 1}, "y": 2, "z": {"b": {"b": 3}}}}"#, #"1 {"b": 3}"#),
    ("$[1].a[*]", #"[{"a": [0]}, {"a": [1, 2]}, {"a": [3]}]"#, "1 2"),
    ("$['é'][*]", #"{"é": [1], "\u00e9": [2], "\u00E9 ": [3]}"#, "1; repeated key é"),
    ("$[?@.n > 1].n", #"[{"n": 1}, {"n": 2}, 3, {"n": 4.0}]"#, "2 4.0"),
    ("$[?search(@.s, 'b')].s", #"[{"s": "abc"}, {"s": "a"}]"#, #""abc""#),
    // Which of two members with one key is on the way is not known; in a child, the last counts.
    ("$.a[*].b", #"{"a": [{"b": 1, "b": 2}], "a": [{"b": 3}]}"#, "2; repeated key a"),
    ("$.a[*]", #"{"a": {"a": 1, "a": 2}, "b": {"a": 1}}"#, "1 2"),
    // Nothing is there, or no children.
    ("$.a[*]", "{}", ""), ("$.a[*]", "[[1]]", ""), ("$[0][*]", #"{"0": [1]}"#, ""),
    ("$.a[*]", #"{"a": 1}"#, ""), ("$[*]", "1", ""), ("$[*]", "\"a\"", ""), ("$[*]", "[]", ""),
    ("$.a[*]", #"{"b": "a", "a": null}"#, ""), ("$.a.b[*]", #"{"a": [{"b": [1]}]}"#, ""),
    ("$.a[*]", #"{"\ud800": [1], "a": ["\ud800"]}"#, #""\ud800""#),
    ("$[*]", "\u{feff}[1]", "1"),
    // What comes before a fault is found.
    ("$[*]", "[1, [2], x]", "1 [2]; 1:10: unexpected `x` where a value after `,` was expected"),
    ("$[*]", "[1, 2", "1; 1:6: the text ends where `,` or `]` was expected"),
    ("$[*]", "[1, 2]]", "1 2; 1:7: unexpected `]` where the end of the text was expected"),
    (
      "$[*]", "[{\"a\": 1}, {\"a\" 2}]",
      #"{"a": 1}; 1:17: unexpected `2` where `:` after the key was expected"#
    ),
    ("$[*]", "  ", "; 1:3: the text is empty where a value was expected"),
    (
      "$.a[*]", "{\"a\": [1], 'b'}",
      "1; 1:12: unexpected `'` where a key in double quotes after `,` was expected: put strings in double quotes"
    ),
  ]

  @Test("They are found as soon as they end, wherever the pieces are cut", arguments: documents)
  func finds(_ path: String, _ document: String, _ found: String) throws {
    let text = Array(document.utf8)
    let path = try JSONPath(path)
    #expect("\(try ReadChildren(path, in: text))" == found)
    #expect("\(try ReadChildren(path, in: text, cutAt: Array(text.indices)))" == found)
    for cut in text.indices {
      #expect("\(try ReadChildren(path, in: text, cutAt: [cut]))" == found, "cut at \(cut)")
    }
  }

  @Test("A child may be as long as the limit, whatever its document is")
  func limit() throws {
    let text = Array(
      #"{"long key of no interest": "0123456789", "a": [12345, [1,2], 123456, 1]}"#.utf8)
    let path = try JSONPath("$.a[*]")
    for cuts in [[], Array(text.indices), [50], [61, 66]] {
      let all = try ReadChildren(path, in: text, cutAt: cuts, limit: 6)
      #expect("\(all)" == "12345 [1,2] 123456 1")
      let some = try ReadChildren(path, in: text, cutAt: cuts, limit: 5)
      #expect("\(some)" == "12345 [1,2]; too long")
    }
  }

  @Test("A child that is too long is reported, and not the fault in the rest of it")
  func order() throws {
    let text = Array("[1, [2, 3, 4 5]]".utf8)
    let path = try JSONPath("$[*]")
    for cuts in [[], Array(text.indices), [9], [12]] {
      #expect("\(try ReadChildren(path, in: text, cutAt: cuts, limit: 7))" == "1; too long")
    }
  }

  @Test("The depth counts from the root", arguments: [510, 511])
  func depth(_ inner: Int) throws {
    let child = String(repeating: "[", count: inner) + String(repeating: "]", count: inner)
    let text = Array("{\"a\": [\(child)]}".utf8)
    let read = try ReadChildren(JSONPath("$.a[*]"), in: text, cutAt: [100, 200])
    #expect(
      "\(read)"
        == (inner == 510
          ? child : "; 1:518: arrays and objects are nested more than 512 deep"))
  }
}

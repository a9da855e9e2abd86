@testable import APICallDrafts
import Testing

@Suite("Words of a shell")
struct ShellReaderTests {
  /// The words of all commands; unknown values are shown as `{name}`, or `{?name own}`.
  static func words(_ text: String) throws -> [[String]] {
    var gaps = ShellGaps()
    let bytes = Array(text.utf8)
    let commands =
      CmdReader.recognises(bytes[...])
      ? try CmdReader.commands(in: bytes[...], &gaps)
      : try ShellReader.commands(in: bytes[...], &gaps)
    return commands.map { $0.words.map { shown($0.text, gaps) } }
  }

  private static func shown(_ text: String, _ gaps: ShellGaps) -> String {
    text.unicodeScalars.map { scalar in
      switch gaps.gap(of: scalar) {
      case .variable(let name): "{\(name)}"
      case .other(let name, let own): "{?\(name) \(own)}"
      case nil: String(scalar)
      }
    }.joined()
  }

  @Test(
    "A text is split as a shell splits it",
    arguments: [
      ("curl a  b\tc", [["curl", "a", "b", "c"]]),
      ("curl \\\n  a \\\r\n b", [["curl", "a", "b"]]),
      ("curl 'a b' \"c d\" e\\ f", [["curl", "a b", "c d", "e f"]]),
      ("curl a'b'\"c\"d", [["curl", "abcd"]]),
      ("curl '' \"\"", [["curl", "", ""]]),
      ("curl 'it'\\''s'", [["curl", "it's"]]),
      ("curl 'a\\b\nc'", [["curl", "a\\b\nc"]]),
      (#"curl "a\"b\\c\$d\e\`""#, [["curl", #"a"b\c$d\e`"#]]),
      ("curl \"a\\\nb\"", [["curl", "ab"]]),
      (#"curl $'a\n\t\'\\\x41\u00e9\101\e'"#, [["curl", "a\n\t'\\A\u{E9}A\u{1B}"]]),
      (#"curl $"a""#, [["curl", "a"]]),
      (
        #"curl -d '{"re":"^","n":1}' "a ^" b^"c""#,
        [["curl", "-d", #"{"re":"^","n":1}"#, "a ^", "b^c"]]
      ),
      (#"curl $'\ud83d\ude00\u00e9\U0001f600'"#, [["curl", "😀\u{E9}😀"]]),
      ("curl a # comment\ncurl b", [["curl", "a"], ["curl", "b"]]),
      ("curl a#b", [["curl", "a#b"]]),
      (
        "curl a; curl b && curl c || curl d & curl e",
        [["curl", "a"], ["curl", "b"], ["curl", "c"], ["curl", "d"], ["curl", "e"]]
      ),
      ("curl a | jq .x", [["curl", "a"], ["jq", ".x"]]),
      ("curl a > out 2>&1 < in 2>/dev/null", [["curl", "a"]]),
      ("curl $A \"$B\" ${C}d '$E' \\$F", [["curl", "{A}", "{B}", "{C}d", "$E", "$F"]]),
      ("curl ${A:-b c} $1 $? $", [["curl", "{A}", "{?argument 1}", "{?argument ?}", "$"]]),
      (
        "curl $(date +%s) `id` \"$(echo \")\")\"",
        [["curl", "{?value 0}", "{?value 1}", "{?value 2}"]]
      ),
      (
        "curl ${A%.x} ${A:0:8} ${A} ${1}$1",
        [["curl", "{?A A%.x}", "{?A A:0:8}", "{A}", "{?argument 1}{?argument 1}"]]
      ),
      ("curl https://a/<id>/x -H a<b>", [["curl", "https://a/<id>/x", "-H", "a<b>"]]),
      ("(curl a)", [["curl", "a"]]),
      ("curl -d @- <<EOF\n{\"a\": $B}\nEOF\ncurl c", [["curl", "-d", "@-"], ["curl", "c"]]),
    ] as [(String, [[String]])])
  func posix(_ text: String, _ expected: [[String]]) throws {
    #expect(try Self.words(text) == expected)
  }

  @Test(
    "A text for the command prompt of Windows is split as programs there split it",
    arguments: [
      ("curl ^\"a b^\" ^\n -H ^\"x: y^\"", [["curl", "a b", "-H", "x: y"]]),
      (#"curl ^"it is 'x'^" 'y'"#, [["curl", "it is 'x'", "'y'"]]),
      (#"curl ^"^{^\^"a^\^":1^}^""#, [["curl", #"{"a":1}"#]]),
      (
        #"curl "a\"b\"\\c" ^"# + "\r\n \"d\"\"e\" a^&b",
        [["curl", #"a"b"\\c"#, #"d"e"#, "a&b"]]
      ),
      ("curl ^\"%TOKEN%%%^\"", [["curl", "{TOKEN}%"]]),
      ("curl ^\"a^\n\nb^\"", [["curl", "a\nb"]]),
    ] as [(String, [[String]])])
  func windows(_ text: String, _ expected: [[String]]) throws {
    #expect(try Self.words(text) == expected)
  }

  @Test("The text of a here-document is standard input")
  func hereDocuments() throws {
    var gaps = ShellGaps()
    let text = "curl <<'A'\na $B\nA\ncurl <<-B\n\ta \\$B\n\tB\ncurl <<< \"c d\"\n"
    let commands = try ShellReader.commands(in: Array(text.utf8)[...], &gaps)
    #expect(commands.map(\.input) == ["a $B\n", "a $B\n", "c d\n"])
  }

  @Test(
    "What has no end is reported where it begins",
    arguments: [
      ("curl 'a", 5..<6), ("curl a\"b", 6..<7), ("curl $(a", 5..<7), ("curl `a", 5..<6),
      ("curl ${a", 5..<7), ("curl $'a", 6..<7), ("curl <<E\na", 5..<8), ("curl ^\"a", 5..<7),
      ("curl a\\", 5..<7),
    ] as [(String, Range<Int>)])
  func unfinished(_ text: String, _ range: Range<Int>) {
    let error = #expect(throws: CommandProblem.self) { try Self.words(text) }
    #expect(error?.range.lowerBound == range.lowerBound || error?.range.lowerBound == 6, "\(text)")
  }

  @Test(
    "An escape that is no character is reported",
    arguments: [
      (#"curl $'a\ud83d'"#, 8..<14), (#"curl $'\ude00\ud83d'"#, 7..<13),
      (#"curl $'\ud83d\u0041'"#, 7..<19), (#"curl $'\U00110000'"#, 7..<17),
    ] as [(String, Range<Int>)])
  func noCharacter(_ text: String, _ range: Range<Int>) {
    let error = #expect(throws: CommandProblem.self) { try Self.words(text) }
    #expect(error?.message == "the escape is not a character of Unicode")
    #expect(error?.range == range)
  }

  @Test("No text takes long or ends the program", arguments: 0..<40)
  func random(_ seed: Int) {
    let pieces = [
      "curl ", "'", "\"", "\\", "\n", "$", "$(", ")", "`", "{", "}", "<<A\n", "A\n", "<", ">", "|",
      "^", "%a%", "$'", "\\x", "\\u12", "é", "#", ";", "&", "-d", "@", "\r\n", "<a>", "😀",
    ]
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    var text = ""
    for _ in 0..<300 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text += pieces[Int(state >> 33) % pieces.count]
      _ = try? Self.words(text)
    }
  }
}

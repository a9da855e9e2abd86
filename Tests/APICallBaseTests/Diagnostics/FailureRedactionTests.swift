import APICallBase
import APICallSafety
import Testing
import YAMLTree

@Suite("A failure with masked secrets")
struct FailureRedactionTests {
  private let redactor = Redactor([Array("hunter2".utf8)])

  private func text(_ line: String, _ start: Int, _ end: Int) -> String {
    let mark = Mark(
      source: Source(name: "a.yaml", text: "first\n" + line), start: .init(line: 2, column: start),
      end: .init(line: 2, column: end))
    return Failure(.other, "no", at: mark).masked(by: redactor).diagnostics[0].text
  }

  @Test("Messages, hints and notes do not contain secrets")
  func words() {
    let mark = Mark(source: Source(name: "a.yaml", text: "b"), start: .init(line: 1, column: 1))
    let diagnostic = Message(
      "got hunter2", hint: "not h%75nter2",
      notes: [.init("as 'hunter2'", at: mark)])
    let failure = Failure(.clientError, [diagnostic, Message("hunter3")]).masked(by: redactor)
    #expect(failure.status == .clientError)
    #expect(
      failure.diagnostics.map(\.text).joined()
        == """
        apicall: got ***
        a.yaml:1:1: note: as '***'
          1 | b
            | ^
          hint: not ***
        apicall: hunter3

        """)
  }

  @Test(
    "Carets stay in place whatever is masked in the line",
    arguments: [
      ("a: hunter2 b: c", 15, 16, "a: *** b: c", "          ^"),
      ("b: c a: hunter2", 4, 5, "b: c a: ***", "   ^"),
      ("a: hunter2 b", 4, 11, "a: *** b", "   ^^^"),
      ("a: hunter2 b", 1, 13, "a: *** b", "^^^^^^^^"),
      ("a: hunter2 b", 6, 8, "a: *** b", "   ^^^"),
      ("a: hunter2 b", 6, 13, "a: *** b", "   ^^^^^"),
      ("é: hunter2\t: b", 14, 15, "é: ***\t: b", "      \t  ^"),
      ("hunter2", 8, 8, "***", "   ^"),
      ("hunter2 hunter2 b", 17, 18, "*** *** b", "        ^"),
      ("hunter3 b", 9, 10, "hunter3 b", "        ^"),
    ])
  func carets(_ line: String, _ start: Int, _ end: Int, _ shown: String, _ carets: String) {
    #expect(
      text(line, start, end)
        == "a.yaml:2:\(start): error: no\n  2 | \(shown)\n    | \(carets)\n")
  }
}

import APICallBase
import APICallSafety
import Testing
import YAMLTree

@Suite("Diagnostics as text")
struct DiagnosticTextTests {
  private func mark(_ text: String, _ line: Int, _ start: Int, _ end: Int, to last: Int? = nil)
    -> Mark
  {
    Mark(
      source: Source(name: "a.yaml", text: text), start: .init(line: line, column: start),
      end: .init(line: last ?? line, column: end))
  }

  @Test("A diagnostic without a location begins with the program's name")
  func withoutPlace() {
    #expect(Message("it broke").text == "apicall: it broke\n")
    #expect(Message("it broke", hint: "mend it").text == "apicall: it broke\n  hint: mend it\n")
  }

  @Test("A hint that several diagnostics share is shown once, and a shown diagnostic not again")
  func unshown() {
    let hints = [nil, "a", nil, "a", "b", "a", "a"]
    let problems = hints.map { Message("it broke", hint: $0) }
    #expect(problems.unshown.map(\.hint) == [nil, nil, nil, "a", "b", nil, "a"])
    #expect((problems.asTold + [Message("new")]).unshown.map(\.message) == ["new"])
    #expect(problems.asTold.map(\.text) == problems.map(\.text))
  }

  @Test("The quote of a response follows the message, and is masked like it")
  func quote() {
    var problem = Message("it answered 403", hint: "log in")
    problem.quote = "no hunter2 here"
    #expect(problem.text == "apicall: it answered 403: no hunter2 here\n  hint: log in\n")
    let masked = problem.masked(by: Redactor([Array("hunter2".utf8)]))
    #expect(masked.words == "it answered 403: no *** here")
  }

  @Test("Carets line up with the text they mark, even with tabs and wide characters")
  func carets() {
    #expect(
      Message("no", at: mark("a: b\n\tc: dd # e\n", 2, 5, 7)).text
        == "a.yaml:2:5: error: no\n  2 | \tc: dd # e\n    | \t   ^^\n")
    #expect(
      Message("no", at: mark("é: b\n", 1, 4, 5)).text
        == "a.yaml:1:4: error: no\n  1 | é: b\n    |    ^\n")
  }

  @Test("A range that ends on a later line is marked to the end of its first line")
  func severalLines() {
    #expect(
      Message("no", at: mark("a: [1,\n 2]\n", 1, 4, 4, to: 2)).text
        == "a.yaml:1:4: error: no\n  1 | a: [1,\n    |    ^^^\n")
  }

  @Test("A location past the end of the text still has a caret")
  func behind() {
    #expect(
      Message("no", at: mark("a:", 1, 9, 9)).text
        == "a.yaml:1:9: error: no\n  1 | a:\n    |   ^\n")
    #expect(Message("no", at: mark("a:", 7, 1, 1)).text == "a.yaml:7:1: error: no\n")
  }

  @Test("Only a window of a long line is shown")
  func longLine() {
    let line = String(repeating: "x", count: 200) + "HERE" + String(repeating: "y", count: 200)
    let text = Message("no", at: mark(line, 1, 201, 205)).text
    let lines = text.split(separator: "\n").map(Array.init)
    #expect(lines[1].count < 140)
    let first = lines[2].firstIndex(of: "^") ?? 0
    #expect(String(lines[1][first..<first + 4]) == "HERE")
    #expect(String(lines[2][first...]) == "^^^^")
  }

  @Test("A message stays on its line and cannot steer the terminal")
  func escapes() {
    #expect(
      Message("'a\nb\u{1b}[1m' is none", hint: "\u{202e}").text
        == "apicall: 'a\\x0ab\\x1b[1m' is none\n  hint: \\u{202e}\n")
  }

  @Test("A CR LF in a message does not end its line")
  func carriageReturn() {
    #expect(Message("'a\r\nb'").text == "apicall: 'a\\x0d\\x0ab'\n")
  }

  @Test("A diagnostic can point at other locations")
  func notes() {
    let note = Message.Note("see here", at: mark("a: b", 1, 1, 2))
    #expect(
      Message("no", at: mark("a: b", 1, 4, 5), hint: "h", notes: [note]).text == """
        a.yaml:1:4: error: no
          1 | a: b
            |    ^
        a.yaml:1:1: note: see here
          1 | a: b
            | ^
          hint: h

        """)
  }

  @Test("Diagnostics are sorted by line, and those without a location keep their position")
  func order() {
    let diagnostics = [(3, 1), (1, 5), (1, 2)].map {
      Message("\($0)", at: mark("a\nb\nc", $0.0, $0.1, $0.1))
    }
    #expect(diagnostics.inOrder.map(\.message) == ["(1, 2)", "(1, 5)", "(3, 1)"])
  }

  @Test(
    "The exit status of an unexpected status depends on its class",
    arguments: [
      (100, .expectation), (200, .expectation), (299, .expectation), (300, .redirection),
      (399, .redirection), (400, .clientError), (499, .clientError), (500, .serverError),
      (599, .serverError), (600, .expectation),
    ] as [(Int, APICallBase.ExitStatus)])
  func exitStatus(_ status: Int, _ expected: APICallBase.ExitStatus) {
    #expect(APICallBase.ExitStatus.forUnexpected(status: status) == expected)
  }

  @Test("The exit statuses never change")
  func frozen() {
    #expect(
      APICallBase.ExitStatus.allCases.map(\.rawValue) == [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 64, 65, 66, 68, 69, 70, 73, 74, 75, 76, 77, 78, 130, 141,
        143,
      ])
  }
}

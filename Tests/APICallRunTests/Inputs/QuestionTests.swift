import APICallBase
import APICallLanguage
import APICallRequests
import APICallText
import TestWorlds
import Testing

@Suite("Questions for inputs")
struct QuestionTests {
  private static let spec = """
    host: a.example
    inputs:
      user: {prompt: Who are you?, min_length: 2}
      page: {type: integer, prompt: true, help: the page}
      password: {prompt: true, secret: true}
      other: {optional: true, type: integer}
    """

  private func scope(_ caller: FixedCaller, _ arguments: String...) throws(Failure) -> Scope {
    try InputResolver(SpecText.endpoint(Self.spec)).scope(
      from: arguments.compactMap { InputResolver.Assignment($0) }, in: .fixed(caller: caller))
  }

  @Test("Missing inputs are asked for in order, and no others")
  func asks() throws {
    let caller = FixedCaller(answers: [.text("ann"), .text("hunter2")])
    let scope = try scope(caller, "page=2")
    #expect(scope["user"]?.value?.plainText == "ann")
    #expect(scope["password"]?.value?.plainText == "hunter2")
    #expect(scope["password"]?.isSecret == true)
    #expect(scope["page"]?.value?.plainText == "2")
    #expect(
      caller.asked == [
        Question("call.yaml: Who are you?"), Question("call.yaml: password", isSecret: true),
      ])
  }

  @Test("A wrong answer is reported, and the question repeated")
  func again() throws {
    let caller = FixedCaller(answers: [
      .text(""), .text("a"), .text("ann"), .text("two"), .text("2"), .text("x"),
    ])
    let scope = try scope(caller)
    #expect(scope["page"]?.value?.plainText == "2")
    let user = "call.yaml: Who are you?"
    #expect(
      caller.asked == [
        Question(user),
        Question(
          user, remark: "apicall: the input 'user' is missing\n  hint: give it as user=VALUE\n"),
        Question(user, remark: "apicall: the input 'user' takes at least 2 characters, not 1\n"),
        Question("call.yaml: page (the page)"),
        Question(
          "call.yaml: page (the page)",
          remark: "apicall: the input 'page' takes a whole number, not 'two'\n"),
        Question("call.yaml: password", isSecret: true),
      ])
  }

  @Test("After three wrong answers it is an error")
  func thrice() throws {
    let caller = FixedCaller(answers: [.text("a"), .text("b"), .text("c")])
    let error = #expect(throws: Failure.self) { try scope(caller) }
    #expect(
      error?.report
        == "apicall: the input 'user' takes at least 2 characters, not 1\nexit status 65\n")
    #expect(caller.asked.count == 3)
  }

  @Test("No question is asked while there are other errors")
  func wrongFirst() throws {
    let caller = FixedCaller(answers: [.text("ann")])
    let error = #expect(throws: Failure.self) { try scope(caller, "other=x") }
    #expect(
      error?.diagnostics.map(\.message) == ["the input 'other' takes a whole number, not 'x'"])
    #expect(caller.asked.isEmpty)
  }

  @Test("End of input is not an answer, and a signal prints no message")
  func ends() throws {
    let nothing = #expect(throws: Failure.self) { try scope(FixedCaller(answers: [.nothing])) }
    #expect(nothing?.diagnostics.map(\.message) == ["the input 'user' is missing"])
    let signal = #expect(throws: Failure.self) { try scope(FixedCaller(answers: [.interrupted])) }
    #expect(signal?.status == .interrupted)
    #expect(signal?.diagnostics.isEmpty == true)
  }

  @Test("An unreadable variable leads to a question, or to an error without a terminal")
  func variable() throws {
    let endpoint = try SpecText.endpoint(
      "host: a.example\ninputs: {token: {env: TOKEN, prompt: true, secret: true}}")
    func resolve(_ answers: [Answer]) throws(Failure) -> Scope {
      let caller = FixedCaller(["TOKEN": "x"], answers: answers)
      return try InputResolver(endpoint).scope(from: [], in: .fixed(caller: caller))
    }
    #expect(try resolve([.text("y")])["token"]?.value?.plainText == "y")
    let error = #expect(throws: Failure.self) { try resolve([]) }
    #expect(error?.status == .noPermission)
  }
}

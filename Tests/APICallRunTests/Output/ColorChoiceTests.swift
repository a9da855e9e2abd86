import APICallBase
import APICallResponses
import Testing

@Suite("The choice of colours")
struct ColorChoiceTests {
  @Test(
    "The option takes precedence over the environment, and that over the terminal",
    arguments: ColorChoice.allCases, ColorEnvironment.allCases)
  func precedence(_ choice: ColorChoice, _ environment: ColorEnvironment) {
    for isTerminal in [true, false] {
      var expected = isTerminal
      if environment != .silent { expected = environment == .forced }
      if choice != .automatic { expected = choice == .always }
      #expect(choice.showsStyles(onTerminal: isTerminal, in: environment) == expected)
      // Each stream has its own result; standard output's is requested with the rules.
      var asked = OutputRequest()
      asked.color = choice
      let rules = OutputRules(
        asked, in: OutputContext(isTerminal: isTerminal, colors: environment))
      #expect(rules.showsStyles == expected)
    }
  }

  @Test(
    "The common environment variables are respected",
    arguments: [
      ("TERM=xterm", .silent), ("", .refused), ("TERM=", .refused), ("TERM=dumb", .refused),
      ("TERM=xterm NO_COLOR=1", .refused), ("TERM=xterm NO_COLOR=0", .refused),
      ("TERM=xterm NO_COLOR=", .silent), ("TERM=xterm CLICOLOR=0", .refused),
      ("TERM=xterm CLICOLOR=1", .silent), ("TERM=xterm CLICOLOR=", .silent),
      ("CLICOLOR_FORCE=1", .forced), ("CLICOLOR_FORCE=yes TERM=dumb", .forced),
      ("CLICOLOR_FORCE=1 NO_COLOR=1", .forced), ("CLICOLOR_FORCE=1 CLICOLOR=0", .forced),
      ("CLICOLOR_FORCE=0 TERM=xterm", .silent), ("CLICOLOR_FORCE= TERM=xterm", .silent),
      ("CLICOLOR_FORCE=0 NO_COLOR=1 TERM=xterm", .refused),
    ] as [(String, ColorEnvironment)])
  func variables(_ text: String, _ expected: ColorEnvironment) {
    let variables = text.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
    let environment = ColorEnvironment { name in
      variables.first { $0[0] == name }.map { $0.count > 1 ? String($0[1]) : "" }
    }
    #expect(environment == expected)
  }

  @Test(
    "The choice is found even on a command line with errors",
    arguments: [
      ("run a.yaml --color never", .never), ("run --color=always --nonsense", .always),
      ("run --color always --color never", .never), ("run --color", .automatic),
      ("run --color sometimes", .automatic), ("run -- --color never", .automatic), ("", .automatic),
    ] as [(String, ColorChoice)])
  func scanning(_ line: String, _ expected: ColorChoice) {
    #expect(ColorChoice(in: line.split(separator: " ").map(String.init)) == expected)
  }
}

package import APICallBase
import APICallModel
package import APICallSafety

/// The caller of a case: it has the variables of secret inputs, and nothing else.
///
/// So a recording does not depend on the environment in which it was made. In a case that is not
/// sent, all variables are dummies, so every file may read them.
package struct TestCaller: Caller {
  /// The variables of secret inputs, each with its dummy.
  private let variables: [String: String]
  /// The caller of the program; nil for a case that is not sent.
  private let caller: (any Caller)?

  package init(of testCase: TestCase, for caller: (any Caller)? = nil) {
    self.caller = caller
    var variables: [String: String] = [:]
    for input in testCase.endpoints.flatMap(\.inputs) where input.isSecret {
      if let variable = input.variable?.text { variables[variable] = "dummy-\(input.name)" }
    }
    self.variables = variables
  }

  package func variable(_ name: String) -> String? {
    guard let dummy = variables[name] else { return nil }
    guard let caller else { return dummy }
    return caller.variable(name)
  }

  package func dummy(ofSecret name: String) -> String? { caller == nil ? "dummy-\(name)" : nil }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] { [] }

  package func trustedFolder(covering folder: String) -> String? {
    guard let caller else { return folder }
    return caller.trustedFolder(covering: folder)
  }

  package var trustProblem: String? { caller?.trustProblem }

  package func grant(of secret: String, in folder: String?) -> SecretGrant? {
    caller?.grant(of: secret, in: folder)
  }

  package var canAnswer: Bool { caller?.canAnswer ?? true }

  package func answer(to question: Question) -> Answer {
    guard let caller else { return question.isSecret ? .text("dummy") : .noTerminal }
    return question.isSecret ? caller.answer(to: question) : .noTerminal
  }
}

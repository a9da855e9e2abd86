package import APICallBase
import APICallSpec

/// The caller of a case that sends nothing: it has a dummy for each secret, and nothing else.
///
/// All variables are dummies, so every file may read them.
package struct TestCaller: Caller {
  private let variables: [String: String]

  /// Creates the caller of a case.
  ///
  /// - Parameter testCase: its secret inputs get dummies.
  package init(of testCase: TestCase) {
    var variables: [String: String] = [:]
    func add(_ endpoint: Endpoint) {
      for input in endpoint.inputs where input.isSecret {
        if let variable = input.variable?.text { variables[variable] = "dummy-\(input.name)" }
      }
      for need in endpoint.needs { need.callee.endpoints.forEach(add) }
    }
    switch testCase.content {
    case .example(let endpoint, _): add(endpoint)
    case .script(let script):
      add(script.head)
      script.endpoints.forEach(add)
    }
    self.variables = variables
  }

  package func variable(_ name: String) -> String? { variables[name] }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] { [] }

  package func trustedFolder(covering folder: String) -> String? { folder }

  package var canAnswer: Bool { true }

  package func answer(to question: Question) -> Answer {
    question.isSecret ? .text("dummy") : .noTerminal
  }
}

extension Callee {
  fileprivate var endpoints: [Endpoint] {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): [endpoint]
    case .script(let script): [script.head] + script.endpoints
    }
  }
}

import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import Patterns

/// Questions on the terminal.
extension InputResolver {
  private static let tries = 3

  /// Asks for the values of inputs, one after the other.
  ///
  /// Returns the values that are still invalid or missing at the end. Throws a ``Failure`` without
  /// a message after a signal.
  func ask(
    for inputs: [InputDeclaration], binding scope: inout Scope, in world: World
  ) throws(Failure) -> [InputProblem] {
    var problems: [InputProblem] = []
    for input in inputs {
      var question = Question(text(of: input), isSecret: input.isSecret)
      for turn in 1...Self.tries {
        let wrong: [InputProblem]
        switch world.caller.answer(to: question) {
        case .interrupted: throw Failure(.interrupted, [])
        case .noTerminal: return inputs.map { absence(of: $0, isAsked: true, in: world) }
        case .nothing: return [absence(of: input, isAsked: false, in: world)]
        case .text(""): wrong = [.missing(input, isAsked: false)]
        case .text(let answer):
          do {
            let value = try value(of: input, from: answer, in: world)
            scope[input.name] = Scope.Binding(value, from: input.provenance(.user))
            var steps = Pattern.Limits.steps
            wrong = input.refusals(of: value, steps: &steps).map { .refused(input, $0) }
          } catch {
            wrong = [error]
          }
        }
        guard !wrong.isEmpty else { break }
        if turn == Self.tries { problems += wrong }
        question.remark = wrong.map(\.diagnostic.text).joined()
      }
      // After a value that stays invalid, the other questions are not asked.
      guard problems.isEmpty else { break }
    }
    return problems
  }

  /// The text of the question; a file cannot make it look like one of another program.
  private func text(of input: InputDeclaration) -> String {
    switch input.prompt {
    case .question(let text): "\(endpoint.file): \(text)"
    case .byName, nil:
      "\(endpoint.file): \(input.name)" + (input.help.map { " (\($0))" } ?? "")
    }
  }
}

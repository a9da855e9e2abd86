import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallText
import JSONText
import YAMLTree

/// The check of the conditions of steps.
extension Foresight {
  /// Whether a step runs, as far as that is known.
  enum Decision {
    case runs, isSkipped
    /// A response decides.
    case isOpen
  }

  mutating func decision(
    on step: Step, of script: Script, _ names: ForeseenNames
  ) -> Decision {
    guard let condition = step.condition else { return .runs }
    guard condition.templates.allSatisfy({ names.isKnown($0) }) else {
      checkTypes(in: condition.templates, names)
      checkBooleans(in: condition, names)
      return .isOpen
    }
    do throws(Failure) {
      return try condition.holds(in: names.known, of: script.head) ? .runs : .isSkipped
    } catch {
      problems.add(error)
      return .isSkipped
    }
  }

  /// Checks that values without a comparison may be true or false.
  private mutating func checkBooleans(in condition: Condition, _ names: ForeseenNames) {
    for (payload, mark) in condition.bareValues where !names.isKnown(payload) {
      guard let sample = names.sample(of: payload)?.value,
        ValueKinds(of: sample).isDisjoint(with: [.boolean, .null])
      else { continue }
      problems.add(
        Failure(
          .badInput, [Condition.notBoolean(payload, sample.typeName, mark)]))
    }
  }

  mutating func checkPolling(of step: Step, in script: Script, _ names: ForeseenNames) {
    guard let poll = step.poll else { return }
    guard names.isComputable(poll.templates) else {
      return checkTypes(in: poll.templates, names)
    }
    let world = resources.world
    problems.add(failureOf: { () throws(Failure) in
      _ = try PollLoop(poll, of: script.head, in: names.scope, world: world)
    })
  }
}

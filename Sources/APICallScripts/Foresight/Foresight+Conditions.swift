import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText

/// The check of the conditions of steps.
extension Foresight {
  /// Whether a step runs, as far as that is known.
  enum Decision {
    case runs, isSkipped
    /// A response decides.
    case isOpen
  }

  mutating func decision(
    on step: Step, of script: ScriptSpec, _ names: ForeseenNames
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

  /// Checks what decides whether a step succeeds; if the script goes on in any case, the results say
  /// as much as the secrets that decide it.
  mutating func checkJudgement(
    of step: Step, _ results: inout [String: Secrecy], _ names: ForeseenNames
  ) {
    let conditions = [step.fail?.condition, step.poll?.condition].compactMap { $0 }
    guard !step.judgingTemplates.isEmpty || !conditions.isEmpty else { return }
    var names = names
    names.set(record: step.name, results, like: step.callee.samples)
    checkTypes(in: step.judgingTemplates + conditions.flatMap(\.templates), names)
    for condition in conditions { checkBooleans(in: condition, names) }
    guard step.allowsFailure || step.loop?.continuesOnError == true else { return }
    let secrecy = names.secrecy(of: step.judgingTemplates)
    for name in step.callee.members { results[name, default: .open].join(secrecy) }
  }

  mutating func checkPolling(of step: Step, in script: ScriptSpec, _ names: ForeseenNames) {
    guard let poll = step.poll, poll.condition == nil else { return }
    guard names.isComputable(poll.templates) else {
      return checkTypes(in: poll.templates, names)
    }
    let world = resources.world
    problems.add(failureOf: { () throws(Failure) in
      _ = try PollLoop(poll, of: script.head, in: names.scope, world: world)
    })
  }
}

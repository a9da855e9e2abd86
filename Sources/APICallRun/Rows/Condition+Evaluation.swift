package import APICallBase
package import APICallSpec
import JSONText
import Patterns
package import YAMLTree

extension Condition {
  /// Evaluates the condition.
  ///
  /// - Parameters:
  ///   - scope: the script's names, with their values.
  ///   - head: the script; file paths in the condition are relative to its folder.
  /// - Returns: whether it holds; conditions after the one that decides are not evaluated.
  /// - Throws: a ``Failure`` with exit status 65 if a value cannot be computed, or a value without
  ///   a comparison is neither true nor false.
  package func holds(in scope: Scope, of head: Endpoint) throws(Failure) -> Bool {
    switch self {
    case .holds(let value, let matchers, let mark):
      return try Self.holds(value, matchers, mark, in: scope, of: head)
    case .any(let conditions):
      for condition in conditions {
        if try condition.holds(in: scope, of: head) { return true }
      }
      return false
    case .all(let conditions):
      for condition in conditions {
        if try !condition.holds(in: scope, of: head) { return false }
      }
      return true
    case .not(let condition): return try !condition.holds(in: scope, of: head)
    }
  }

  private static func holds(
    _ payload: Payload, _ matchers: [Matcher<Payload>], _ mark: Mark, in scope: Scope,
    of head: Endpoint
  ) throws(Failure) -> Bool {
    let value = try judgedValue(of: payload, in: scope, isOptional: !matchers.isEmpty)
    guard !matchers.isEmpty else {
      if case .json(let json) = value, json.kind == .boolean { return json.text == "true" }
      throw Failure(.badInput, [notBoolean(value, payload, mark, in: scope)])
        .withStatusOfResponses(in: payload.templates, scope: scope)
    }
    var binder = MatcherBinder(head, scope)
    let bound = binder.bound(matchers)
    guard binder.problems.isEmpty else {
      throw Failure(.badInput, binder.problems.inOrder)
        .withStatusOfResponses(in: matchers.flatMap(\.templates), scope: scope)
    }
    var evaluation = MatcherEvaluation()
    do {
      return try evaluation.holds(bound, for: value)
    } catch {
      throw Failure(.badInput, "the value cannot be checked: a pattern \(error.reason)", at: mark)
    }
  }

  /// The value that a condition checks; if it is optional, a missing part is `nothing` instead of
  /// an error.
  private static func judgedValue(
    of payload: Payload, in scope: Scope, isOptional: Bool
  ) throws(Failure) -> JudgedValue {
    do throws(TemplateProblem) {
      guard let json = try payload.render(in: scope) else { return .nothing }
      return (try? JSONDocument(json.revealedBytes)).map { .json($0.root) } ?? .nothing
    } catch {
      if isOptional, error.isMissingStep { return .nothing }
      let problems = payload.problems(in: scope)
      throw Failure(.badInput, problems.isEmpty ? [error.diagnostic] : problems)
        .withStatusOfResponses(in: payload.templates, scope: scope)
    }
  }

  /// The values without a comparison, which have to be true or false.
  package var bareValues: [(value: Payload, mark: Mark)] {
    switch self {
    case .holds(let value, let matchers, let mark): matchers.isEmpty ? [(value, mark)] : []
    case .any(let conditions), .all(let conditions): conditions.flatMap(\.bareValues)
    case .not(let condition): condition.bareValues
    }
  }

  private static func notBoolean(
    _ value: JudgedValue, _ payload: Payload, _ mark: Mark, in scope: Scope
  ) -> Diagnostic {
    var redactor = Redactor([])
    for secret in scope.secretValues { redactor.learn(secret) }
    let isSecret = payload.templates.contains { template in
      (try? template.sole?.binding(in: scope).isSecret) ?? false
    }
    let found = isSecret ? "a secret" : MismatchWording(redactor: redactor).typed(value)
    if case .nothing = value {
      return notBoolean(payload, found, mark, hint: "declare a default, as in 'default: false'")
    }
    return notBoolean(payload, found, mark)
  }

  /// The problem of a value that is neither true nor false.
  ///
  /// - Parameters:
  ///   - payload: the value as written.
  ///   - found: the value or its type, in words.
  ///   - mark: its place.
  ///   - hint: what the user can do about it; nil to suggest a comparison.
  /// - Returns: the problem.
  package static func notBoolean(
    _ payload: Payload, _ found: String, _ mark: Mark, hint: String? = nil
  ) -> Diagnostic {
    let (subject, operand) =
      switch payload {
      case .literal, .text: (payload.written, payload.written)
      case .list, .map: ("the value", "…")
      }
    return Diagnostic(
      "\(subject) has to be true or false, but is \(found)", at: mark,
      hint: hint ?? "compare it, as in '{value: \(operand), equals: …}'")
  }
}

package import APICallBase
package import APICallLanguage
package import APICallModel
import APICallRequests
package import APICallSafety
import JSONText
import Patterns
package import YAMLTree

extension Condition {
  /// Returns whether it holds; conditions after the one that decides are not evaluated.
  ///
  /// Throws a ``Failure`` with exit status 65 if a value cannot be computed, or a value without a
  /// comparison is neither true nor false; with 8 if a value of a response is the cause.
  package func holds(
    in scope: Scope, of head: EndpointSpec, missingIsFalse: Bool = false,
    noting note: (Provenance) -> Void = { _ in }
  ) throws(Failure) -> Bool {
    let place = Place(scope: scope, head: head, missingIsFalse: missingIsFalse)
    return try holds(at: place, note)
  }

  /// Evaluates the condition of a step, which has to find in a response what it compares.
  ///
  /// Returns whether it holds. Throws a ``Failure`` as ``holds(in:of:missingIsFalse:noting:)``, and
  /// if a value is missing that nothing stands in for.
  package func holds(
    in scope: Scope, of head: EndpointSpec, sparing items: String,
    noting note: (Provenance) -> Void = { _ in }
  ) throws(Failure) -> Bool {
    var scope = scope
    let absences = AbsenceWatch(of: templates, sparing: items)
    scope.absences = absences
    let holds = try holds(in: scope, of: head, noting: note)
    try absences.check(templates, in: scope)
    return holds
  }

  /// What a condition needs besides itself.
  private struct Place {
    let scope: Scope
    let head: EndpointSpec
    let missingIsFalse: Bool
  }

  private func holds(at place: Place, _ note: (Provenance) -> Void) throws(Failure) -> Bool {
    switch self {
    case .holds(let value, let matchers, let mark):
      return try Self.holds(value, matchers, mark, at: place, note)
    case .any(let conditions):
      for condition in conditions { if try condition.holds(at: place, note) { return true } }
      return false
    case .all(let conditions):
      for condition in conditions { if try !condition.holds(at: place, note) { return false } }
      return true
    case .not(let condition): return try !condition.holds(at: place, note)
    }
  }

  private static func holds(
    _ payload: Payload, _ matchers: [Matcher<Payload>], _ mark: Mark, at place: Place,
    _ note: (Provenance) -> Void
  ) throws(Failure) -> Bool {
    var scope = place.scope
    // Such a matcher asks whether the value is there.
    let asksPresence = matchers.contains(where: \.asksPresence)
    if asksPresence { scope.absences = nil }
    let mayLack = !matchers.isEmpty || place.missingIsFalse
    let value = try judgedValue(
      of: payload, in: scope, isOptional: mayLack, isOfAnyKind: asksPresence, note)
    guard !matchers.isEmpty else {
      if case .json(let json) = value, let boolean = json.boolean { return boolean }
      if place.missingIsFalse, value.json?.isNull ?? !value.isThere { return false }
      throw Failure(.badInput, [notBoolean(value, payload, mark, in: scope)])
        .withStatusOfResponses(in: payload.templates, scope: scope)
    }
    var binder = MatcherBinder(place.head, scope)
    let bound = binder.bound(matchers)
    note(binder.provenance)
    guard binder.problems.isEmpty else {
      throw Failure(.badInput, binder.problems.inOrder)
        .withStatusOfResponses(in: matchers.flatMap(\.templates), scope: scope)
    }
    if case .json(let json) = value,
      let mixed = bound.lazy.compactMap({ $0.mixed(with: json) }).first
    {
      throw Failure(
        .badInput, "'\(mixed.name)' compares a number with text", at: mixed.mark,
        hint: "convert the text with a filter: <value | number>"
      ).withStatusOfResponses(in: payload.templates, scope: scope)
    }
    var evaluation = MatcherEvaluation()
    return try rethrowing(evaluation.holds(bound, for: value)) { (error: PatternLimit) in
      Failure(.badInput, "the value cannot be checked: a pattern \(error.reason)", at: mark)
    }
  }

  /// The value that a condition checks.
  ///
  /// If it is optional, a missing part is `nothing` instead of an error; so is a part of a value
  /// that is of another kind, if any kind may be there.
  private static func judgedValue(
    of payload: Payload, in scope: Scope, isOptional: Bool, isOfAnyKind: Bool,
    _ note: (Provenance) -> Void
  ) throws(Failure) -> JudgedValue {
    do throws(TemplateProblem) {
      if isOptional, case .text(let template) = payload, let sole = template.sole {
        let binding = try sole.bindingIfPresent(in: scope)
        note(binding.provenance)
        guard let value = binding.value else { return .nothing }
        if let json = value.json { return .json(json) }
      }
      guard let json = try payload.render(in: scope, noting: note) else { return .nothing }
      return (try? JSONDocument(json.revealedBytes)).map { .json($0.root) } ?? .nothing
    } catch {
      if isOptional, error.isMissingStep, isOfAnyKind || !error.isOfOtherKind { return .nothing }
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
  ) -> Message {
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
  package static func notBoolean(
    _ payload: Payload, _ found: String, _ mark: Mark, hint: String? = nil
  ) -> Message {
    let (subject, operand) =
      switch payload {
      case .literal, .text: (payload.written, payload.written)
      case .list, .map: ("the value", "…")
      }
    return Message(
      "\(subject) has to be true or false, but is \(found)", at: mark,
      hint: hint ?? "compare it, as in '{value: \(operand), equals: …}'")
  }
}

extension Matcher<JSONNode> {
  /// The matcher in this one that compares a number with the text of a number; nil if none does.
  ///
  /// The two are never equal, so a table of texts, such as CSV, has no row for which it holds.
  fileprivate func mixed(with value: JSONNode) -> Matcher? {
    switch test {
    case .min(let operand), .max(let operand):
      return value.kind == .string && operand.kind == .number ? self : nil
    case .equals(let operand): return value.isNumberBesideText(operand) ? self : nil
    case .oneOf(let operands):
      let isThere = operands.contains { $0.isEqual(to: value) }
      return !isThere && operands.contains(where: value.isNumberBesideText) ? self : nil
    case .contains(let operand) where value.kind == .array:
      let isThere = value.elements.contains { $0.isEqual(to: operand) }
      let isMixed = value.elements.contains { $0.isNumberBesideText(operand) }
      return !isThere && isMixed ? self : nil
    case .not(let matchers): return matchers.lazy.compactMap { $0.mixed(with: value) }.first
    case .any(let groups), .all(let groups):
      return groups.joined().lazy.compactMap { $0.mixed(with: value) }.first
    default: return nil
    }
  }
}

extension Matcher<Payload> {
  /// Whether the matcher asks whether there is a value.
  fileprivate var asksPresence: Bool {
    switch test {
    case .exists: true
    case .equals(.literal(let json)): json == "null"
    case .not(let matchers): matchers.contains(where: \.asksPresence)
    case .any(let groups), .all(let groups): groups.joined().contains(where: \.asksPresence)
    default: false
    }
  }
}

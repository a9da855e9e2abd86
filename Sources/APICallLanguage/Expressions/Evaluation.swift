import APICallBase
package import APICallSafety
import APICallText
import JSONText

/// Computes the value of a placeholder.
///
/// Values keep their provenance: a result has that of everything it is made of.
final class Evaluation {
  let placeholder: Placeholder
  let scope: Scope
  /// The items of the filters around the current expression, from the outside in.
  var items: [Scope.Binding] = []
  /// The values that were looked up for items, by the place of their references: they are the same
  /// for all items.
  private var found: [Int: Scope.Binding] = [:]
  /// The number of places around the current expression that take a missing value: `default`,
  /// `try`, and comparisons with null.
  var replacements = 0
  /// What the items of the innermost list lack, by the expressions that look it up.
  var lacks: [Range<Int>: (path: [Reference.Step], part: MissingPart)] = [:]
  var hasLacks = false
  private(set) lazy var absences = scope.absences ?? AbsenceWatch()
  /// The steps since signals and the time were last looked at.
  var unseen = 0
  /// The limit on the time.
  var watch: EvaluationWatch?
  var start = Duration.zero

  init(of placeholder: Placeholder, in scope: Scope) {
    self.placeholder = placeholder
    self.scope = scope
  }

  /// A value, and whether it is a duration in seconds.
  struct Operand {
    var binding: Scope.Binding
    var isDuration = false

    init(_ binding: Scope.Binding, isDuration: Bool = false) {
      self.binding = binding
      self.isDuration = isDuration
    }
  }

  func value() throws(TemplateProblem) -> Operand {
    let value = try watched()
    // Of rows, all of them are considered.
    guard hasLacks, scope.absences == nil, let lack = absences.lack else { return value }
    throw TemplateProblem(lack.part.problem)
  }

  /// Computes the value of a part in whose place another value is taken if it is missing.
  func value(replacing expression: Expression) throws(TemplateProblem) -> Operand {
    replacements += 1
    defer { replacements -= 1 }
    return try value(of: expression)
  }

  func value(of expression: Expression) throws(TemplateProblem) -> Operand {
    try spend(RenderAllowance.stepsOfPart)
    switch expression.form {
    case .literal(let value): return Operand(Scope.Binding(value))
    case .duration(let seconds):
      return Operand(Scope.Binding(.number(seconds)), isDuration: true)
    case .reference(let reference):
      return Operand(try binding(of: reference, at: expression.range))
    case .item:
      // The reader refuses an item outside of such a filter.
      guard let item = items.last
      else { throw TemplateProblem("'.' has no value here", at: span(expression.range).mark) }
      return Operand(item)
    case .part(let whole, let step):
      return Operand(try part(step, of: try value(of: whole).binding, in: expression))
    case .call(let function, let arguments):
      let result = try call(function, arguments, at: expression.range)
      try charge(result.binding)
      return result
    case .filtered(let input, let use):
      let isReplaced = use.filter.missing == .isReplaced
      let value = isReplaced ? try value(replacing: input) : try value(of: input)
      let result = try apply(use, to: value.binding)
      try charge(result)
      return Operand(result)
    case .operation(let infix, let left, let right):
      return try operation(infix, left, right, at: expression.range)
    case .negated(let number):
      return try negation(of: number, at: expression.range)
    }
  }

  func span(_ range: Range<Int>) -> TemplateSpan { placeholder.span(range) }

  func text(_ range: Range<Int>) -> String { span(range).text }

  private func binding(
    of reference: Reference, at range: Range<Int>
  ) throws(TemplateProblem) -> Scope.Binding {
    if !items.isEmpty, let known = found[range.lowerBound] { return known }
    let span = placeholder.spanOfReference(at: range)
    let binding = try scope.binding(of: reference, at: span)
    if replacements == 0, case .part(let missing)? = binding.absence {
      scope.absences?.note(reference, missing)
    }
    if items.isEmpty { try charge(binding) } else { found[range.lowerBound] = binding }
    return binding
  }

  private func part(
    _ step: Expression.Step, of whole: Scope.Binding, in expression: Expression
  ) throws(TemplateProblem) -> Scope.Binding {
    let range = expression.range
    let fixed: Reference.Step
    var provenance = whole.provenance
    switch step {
    case .fixed(let step): fixed = step
    case .computed(let expression):
      let key = try value(of: expression).binding
      provenance.join(key.provenance)
      fixed = try self.step(key, into: whole.value, at: expression.range)
    }
    guard let value = whole.value else {
      var missing = whole
      missing.provenance = provenance
      return missing
    }
    guard scope.allowance.take(value.heldBytes / 8, least: 0)
    else { throw .tooMuch(placeholder.span) }
    var search = PartSearch(value)
    let result = search.enter(fixed)
    let isOfItem = !items.isEmpty && expression.isItemPath
    if case .found = result {
      if !isOfItem { noteFound(range) }
      return Scope.Binding(search.value, from: provenance)
    }
    var isMissing = false
    if case .missing = result { isMissing = true }
    let problem = TemplateProblem.noPart(
      fixed, span(range), of: search.typeName(for: fixed), secrecy: provenance.secrecy,
      mayBeThere: isMissing)
    guard isMissing else { throw problem }
    var missing = Scope.Binding(nil, from: provenance)
    let part = MissingPart(
      problem.diagnostic, fixed, of: search.value, isShown: provenance.secrecy == .open)
    missing.absence = .part(part)
    guard !part.isInNull else { return missing }
    if isOfItem, let path = expression.itemPath {
      if replacements == 0, lacks[range] == nil { lacks[range] = (path, part) }
    } else {
      noteMissing(range, hint: part.hint(in: "the first one"))
    }
    return missing
  }

  /// The step of a computed key or index.
  ///
  /// The keys of a map are texts, also those that `index_by` makes of numbers.
  private func step(
    _ key: Scope.Binding, into whole: Value?, at range: Range<Int>
  ) throws(TemplateProblem) -> Reference.Step {
    guard let value = key.value else { throw .absent(key, text(range), span(range)) }
    if case .text(let name) = value { return .member(name) }
    if case .json(let json) = value, json.kind == .number, let index = Int(json.text) {
      if case .json(let map) = whole, map.kind == .object { return .member(json.text) }
      return .item(index)
    }
    throw TemplateProblem(
      "the key '\(text(range))' is \(value.described(from: key.provenance)), "
        + "not text or a whole number", at: span(range).mark)
  }

  /// Subtracts the length of a value, and the work of writing it, from the allowance of the call.
  private func charge(_ binding: Scope.Binding) throws(TemplateProblem) {
    try spend(on: binding.value)
    let least = items.isEmpty ? RenderAllowance.least : 0
    guard scope.allowance.take(binding.value?.heldBytes ?? 0, least: least)
    else { throw .tooMuch(placeholder.span) }
  }
}

extension Value {
  /// The value as a message shows it: in quotes, or its type if it has no text form or is only a
  /// sample of its type.
  func shown(from provenance: Provenance) -> ProtectedText {
    guard let text = plainText, !provenance.writers.contains(.sample)
    else { return ProtectedText(typeName) }
    // A part of it could contain half a secret, which would not be masked.
    guard text.utf8.count <= 1_000 else {
      return ProtectedText("\(typeName) of \(text.utf8.count) bytes")
    }
    var shown: ProtectedText = "'"
    shown.append(ProtectedText(text, isSecret: provenance.secrecy.isMasked))
    shown.append("'")
    return shown
  }

  package func described(from provenance: Provenance) -> ProtectedText {
    var shown = ProtectedText()
    if let text = plainText, text.utf8.count > 1_000 { return self.shown(from: provenance) }
    switch self {
    case .text: shown.append("the text ")
    case .json(let json) where json.kind == .number: shown.append("the number ")
    default: break
    }
    shown.append(self.shown(from: provenance))
    return provenance.writers.contains(.sample) ? ProtectedText(typeName) : shown
  }
}

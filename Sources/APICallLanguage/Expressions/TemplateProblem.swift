package import APICallBase
import APICallSafety
import APICallText
package import YAMLTree

/// Why a template cannot be read, or why a value is not allowed in the place of a placeholder.
package struct TemplateProblem: Error, Sendable {
  package private(set) var diagnostic: Message
  package private(set) var isMissingStep = false
  /// Whether the value that should have it is of another kind, which never has it.
  package private(set) var isOfOtherKind = false

  package init(_ message: String, at mark: Mark, hint: String? = nil, status: ExitStatus? = nil) {
    self.init(
      status.map { Message(message, at: mark, hint: hint, status: $0) }
        ?? Message(message, at: mark, hint: hint))
  }

  init(_ diagnostic: Message) { self.diagnostic = diagnostic }

  init(_ missing: MissingPart) {
    diagnostic = missing.problem
    isMissingStep = true
  }

  /// The text begins like a placeholder but cannot be read as one, or the value of a format or a
  /// kind is not valid.
  package init(_ fault: PlaceholderFault, at span: TemplateSpan) {
    self.init(fault.message(in: span.placeholder), at: span.mark, hint: fault.hint)
  }

  init(_ lack: CallSecrets.Lack, of name: String, at span: TemplateSpan) {
    switch lack {
    case .notStored(let hint):
      self.init(
        "there is no secret '\(name)'", at: span.mark, hint: hint,
        status: .noPermission)
    case .failed(let problem):
      self.init(
        "the secret '\(name)' cannot be read: \(problem.message)", at: span.mark,
        hint: problem.hint, status: problem.status)
    }
  }

  /// The name is unknown; the others are the known names, and their kinds.
  package static func unknownName(
    _ reference: Reference, _ span: TemplateSpan, known: [String], nouns: String
  ) -> TemplateProblem {
    TemplateProblem(
      "no \(nouns) is named '\(reference.name)'", at: span.mark,
      hint: hint(for: reference, span, among: known, nouns))
  }

  private static func hint(
    for reference: Reference, _ span: TemplateSpan, among known: [String], _ nouns: String
  ) -> String {
    let near = Nearest.word(to: reference.name, among: known)
    if near == nil, TemplateFunction(rawValue: reference.name) != nil {
      return "a function needs parentheses: \(reference.name)()"
    }
    if near == nil, reference.steps.isEmpty, !span.text.hasPrefix("<") {
      if TemplateFilter.named(reference.name) != nil {
        return "text needs quotes: \"\(reference.name)\", and a filter follows a value: "
          + ". | \(reference.name)"
      }
      return "text needs quotes: \"\(reference.name)\""
    }
    if near == nil, case .member(let name) = reference.steps.first,
      Nearest.word(to: reference.name, among: [SecretName.prefix]) != nil
    {
      return "did you mean '\(SecretName.prefix).\(name)'?"
    }
    guard !known.isEmpty
    else { return "declare it under inputs:, or write \\< for a < that is text" }
    let plural = nouns == "input" ? "inputs" : "names"
    let hint = Nearest.hint(for: reference.name, among: known, noun: plural)
    // A tag of HTML looks like a name, too.
    let isBare = near == nil && reference.steps.isEmpty && span.text.hasPrefix("<")
    return isBare ? "\(hint); write \\< for a < that is text" : hint
  }

  private static let defaultHint = hint(for: "…")

  private static func hint(for replacement: String) -> String {
    "write | default(\(replacement)) after it for a value in its place"
  }

  func suggesting(_ replacement: String) -> TemplateProblem {
    guard isMissingStep, diagnostic.hint == Self.defaultHint else { return self }
    var problem = self
    problem.diagnostic.hint = Self.hint(for: replacement)
    return problem
  }

  static func noStep(
    _ reference: Reference, _ span: TemplateSpan, step: Int, of typeName: String,
    mayBeThere: Bool = false, inResponse: Bool = false
  ) -> TemplateProblem {
    var problem = TemplateProblem(
      "there is no '\(reference.steps[step].text)' in the value of "
        + "'\(reference.text(upTo: step))', which is \(typeName)", at: span.mark,
      hint: mayBeThere ? defaultHint : nil,
      status: inResponse ? .decoding : nil)
    problem.isMissingStep = true
    problem.isOfOtherKind = !mayBeThere
    return problem
  }

  static func repeatedKey(
    _ reference: Reference, _ span: TemplateSpan, step: Int
  ) -> TemplateProblem {
    TemplateProblem(
      "the key '\(reference.steps[step].text)' occurs twice in the value of "
        + "'\(reference.text(upTo: step))'", at: span.mark,
      hint: "the server has to send each key once", status: .decoding)
  }

  static func noPart(
    _ step: Reference.Step, _ span: TemplateSpan, of typeName: String, secrecy: Secrecy,
    mayBeThere: Bool
  ) -> TemplateProblem {
    var problem = TemplateProblem(
      "there is no '\(ProtectedText(step.text, secrecy))' for '\(span.text)' in \(typeName)",
      at: span.mark, hint: mayBeThere ? defaultHint : nil)
    problem.isMissingStep = true
    problem.isOfOtherKind = !mayBeThere
    return problem
  }

  /// A value is missing where one is needed.
  ///
  /// Returns the problem, with the reason if it is known.
  static func absent(
    _ binding: Scope.Binding, _ name: String, _ span: TemplateSpan
  ) -> TemplateProblem {
    switch binding.absence {
    case .part(let missing): TemplateProblem(missing)
    case .input(let input): .unset(input, span)
    case .row: .noRow(name, span)
    case nil: .unset(name, span)
    }
  }

  /// An earlier call is used in place of one of its values; the others are the names of these.
  package static func recordAlone(
    _ reference: Reference, _ span: TemplateSpan, known: [String]
  ) -> TemplateProblem {
    TemplateProblem(
      "'\(reference.name)' is a call, not a value", at: span.mark,
      hint: known.first.map { "name one of its values, such as <\(reference.name).\($0)>" }
        ?? noOutputs)
  }

  private static let noOutputs = "the called file has no outputs; add some under 'outputs' there"

  /// An earlier call has no such value; the others are its values.
  package static func noMember(
    _ reference: Reference, _ span: TemplateSpan, known: [String]
  ) -> TemplateProblem {
    let name = reference.steps.first?.text ?? ""
    return TemplateProblem(
      "'\(reference.name)' has no output '\(name)'", at: span.mark,
      hint: known.isEmpty ? noOutputs : Nearest.hint(for: name, among: known, noun: "values"))
  }

  package static func memberOfIterations(
    _ reference: Reference, _ span: TemplateSpan
  ) -> TemplateProblem {
    let list = reference.text(upTo: 1)
    let rest = reference.text(upTo: reference.steps.count).dropFirst(list.count)
    return TemplateProblem(
      "'\(reference.name)' has a loop, so '\(list)' is a list with a value per iteration",
      at: span.mark, hint: "use one of them: <\(list)[0]\(rest)>")
  }

  package static func unset(_ name: String, _ span: TemplateSpan) -> TemplateProblem {
    TemplateProblem(
      "the optional input '\(name)' has no value here", at: span.mark,
      hint: "pass it, as in \(name)=VALUE, or declare a default:")
  }

  /// The value of a step that has left out its only row is missing.
  static func noRow(_ name: String, _ span: TemplateSpan) -> TemplateProblem {
    TemplateProblem(
      "\(name) has no value: its step has left out the only row", at: span.mark,
      hint: "write | default(…) after it, or skip the call with 'if'", status: .decoding)
  }

  /// A value that a server sent has no items for an entry that is sent once for each.
  static func noItems(_ placeholder: Placeholder, _ kind: String) -> TemplateProblem {
    TemplateProblem(
      "the value of \(placeholder.text) is \(kind) without items, so nothing would be sent in its place",
      at: placeholder.mark,
      hint: "a condition can skip the call: 'if: <(LIST | length) > 0>'", status: .decoding)
  }

  package static func notText(_ placeholder: Placeholder, typeName: String) -> TemplateProblem {
    let way =
      switch typeName {
      case "bytes": "add | hex, | base64 or | base64url"
      case "a list": "add | join(\", \") or | json"
      case "a map": "add | json, or name a member of it"
      case "a file": "file: sends its bytes, and | base64 converts them to text"
      case "null": "add | default(…) for a value in its place"
      default: "text, numbers, true and false can"
      }
    return TemplateProblem(
      "the value of \(placeholder.text) is \(typeName), which cannot be part of a text",
      at: placeholder.mark, hint: way)
  }

  /// A function or a filter has an invalid argument or input: the name of its type, or the value in
  /// quotes.
  static func notTaken(
    _ callee: any TemplateCallee, _ span: TemplateSpan, takes: String, got: ProtectedText,
    hint: String? = nil
  ) -> TemplateProblem {
    TemplateProblem("\(callee.title) takes \(takes), not \(got)", at: span.mark, hint: hint)
  }

  static func unavailable(_ callee: any TemplateCallee, _ span: TemplateSpan) -> TemplateProblem {
    TemplateProblem(
      "\(callee.title) cannot be computed on this machine", at: span.mark,
      hint: "OpenSSL's settings may forbid it")
  }

  static func tooManySteps(_ span: TemplateSpan) -> TemplateProblem {
    TemplateProblem(
      "with \(span.placeholder), the expressions of the call take more than "
        + "\(RenderAllowance.steps / 1_000_000),000,000 steps", at: span.mark,
      hint: "a filter takes some for each item and for the bytes that it reads; "
        + "index_by finds items by a key")
  }

  static func interrupted(_ span: TemplateSpan) -> TemplateProblem {
    TemplateProblem(
      "\(span.placeholder) is not computed because of a signal", at: span.mark,
      status: .interrupted)
  }

  static func tooMuch(_ span: TemplateSpan) -> TemplateProblem {
    TemplateProblem(
      "with \(span.placeholder), the values of the call exceed "
        + "\(RenderAllowance.limit >> 20) MiB in total", at: span.mark,
      hint: "a let counts each time it is used; send large bodies from a file")
  }
}

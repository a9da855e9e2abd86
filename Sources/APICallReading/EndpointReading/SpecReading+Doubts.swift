import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import YAMLTree

/// Text that looks like a placeholder.
extension SpecReading {
  /// Reports text that looks like a placeholder but would be sent as text.
  ///
  /// That is text with the name of a value and, in strict places, any placeholder of another tool.
  /// In a path or a URL, `{name}` is a token, which has its own problems.
  mutating func checkDoubts(
    of template: Template, in endpoint: EndpointSpec, row: [String] = [], isPath: Bool = false,
    isStrict: Bool = false
  ) {
    guard !template.doubts.isEmpty, knowsInputs else { return }
    var count = 0
    for doubt in template.doubts where doubt.isMeant(inPath: isPath) {
      guard count < Self.problemLimit else { break }
      guard
        let problem = Self.problem(
          of: doubt, isStrict: isStrict,
          naming: row.contains(doubt.name)
            ? "a part of the row" : Self.noun(of: doubt.name, in: endpoint, at: template.mark))
      else { continue }
      report(noting(endpoint, in: problem, of: template))
      count += 1
    }
    // Such a text is not reported again as an invalid host or method.
    if count > 0 { ignore(template.mark) }
  }

  private static func problem(
    of doubt: DoubtfulText, isStrict: Bool, naming noun: String?
  ) -> Message? {
    let span = doubt.span
    switch doubt.form {
    case .unclosed:
      guard let noun else { return nil }
      return Message(
        "'\(span.text)' is not closed, and '\(doubt.name)' is \(noun)", at: span.mark,
        hint: "write <\(doubt.path)>, or \\< for a < that is text")
    case .expression(let fault), .lookalike(let fault):
      guard noun != nil else { return nil }
      return Message(fault.message(in: span.placeholder), at: span.mark, hint: fault.hint)
    case .json, .file, .possible: return nil
    case .braces where noun == nil, .interpolation where noun == nil, .segment where noun == nil:
      return nil
    case .foreign where noun == nil && !isStrict, .variable where noun == nil && !isStrict:
      return nil
    case .braces, .foreign, .variable, .interpolation, .segment:
      let reason = noun.map { ", and '\(doubt.name)' is \($0)" } ?? " of apicall"
      return Message(
        "'\(span.text)' is not a placeholder\(reason)", at: span.mark,
        hint: "write <\(doubt.path)>, or put !raw before the value if all of it is text")
    }
  }

  /// The kind of thing with a name, for a text at a place; nil if no value has that name.
  private static func noun(of name: String, in endpoint: EndpointSpec, at mark: Mark) -> String? {
    if endpoint.around.isFor(mark) {
      if endpoint.around.record(named: name) != nil { return "a step" }
      if Loop.names.contains(name), endpoint.around.values.contains(name) {
        return "a name of the loop"
      }
      if endpoint.around.values.contains(name) { return "a value of the script" }
    }
    if endpoint.input(named: name) != nil { return "an input" }
    if endpoint.lets.contains(where: { $0.name == name }) { return "a let" }
    if endpoint.needs.contains(where: { $0.name == name }) { return "a need" }
    return name == SecretName.prefix ? "the name of stored secrets" : nil
  }
}

import APICallBase
import APICallLanguage
import APICallModel
import APICallResponses
import APICallText
import JSONText

extension Computation {
  /// The value of `of`, or a list of rows, or the only row; with the provenance of everything that
  /// it is made of.
  func binding(in scope: Scope) throws(Failure) -> Scope.Binding {
    let given: Scope.Binding
    let absences = AbsenceWatch(of: value.templates, sparing: Loop.element)
    do throws(TemplateProblem) {
      var watched = scope
      watched.absences = absences
      given = try value.binding(in: watched)
    } catch {
      let problems = value.problems(in: scope)
      throw Failure(.badInput, problems.isEmpty ? [error.diagnostic] : problems)
        .withStatusOfResponses(in: value.templates, scope: scope)
    }
    try absences.check(value.templates, in: scope)
    guard !rows.isEmpty, let value = given.structuredValue else { return given }
    if case .text = value, given.received?.isNamed == false, rows.usesResponse {
      throw Failure(
        .decoding, "rows cannot be made of the text of a response that no 'decode' names", at: mark,
        hint: "write 'decode: text' in its call, or | lines for a row of each line")
    }
    guard let document = value.json else {
      throw Failure(
        .badInput, "rows cannot be made of \(value.typeName)", at: mark,
        hint: "| base64 or | hex converts bytes to text")
    }
    return try rows.binding(of: [document], from: given.provenanceOfWhole, in: scope, of: head)
  }
}

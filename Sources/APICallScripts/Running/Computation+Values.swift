import APICallBase
import APICallLanguage
import APICallModel
import APICallResponses
import APICallText
import JSONText

extension Computation {
  /// Computes the value.
  ///
  /// - Parameter scope: the names of the script, with their values.
  /// - Returns: the value, with the provenance of everything that it is made of: that of `of`, or a
  ///   list of rows, or the only row.
  /// - Throws: a ``Failure`` if an expression cannot be computed.
  func binding(in scope: Scope) throws(Failure) -> Scope.Binding {
    let given: Scope.Binding
    do throws(TemplateProblem) {
      given = try value.binding(in: scope)
    } catch {
      let problems = value.problems(in: scope)
      throw Failure(.badInput, problems.isEmpty ? [error.diagnostic] : problems)
        .withStatusOfResponses(in: value.templates, scope: scope)
    }
    guard !rows.isEmpty, let value = given.value else { return given }
    guard let document = value.json else {
      throw Failure(
        .badInput, "rows cannot be made of \(value.typeName)", at: mark,
        hint: "| base64 or | hex converts bytes to text")
    }
    return try rows.binding(of: [document], from: given.provenanceOfWhole, in: scope, of: head)
  }
}

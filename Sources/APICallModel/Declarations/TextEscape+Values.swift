package import APICallLanguage
package import APICallSafety
import APICallText

extension TextEscape {
  /// Escapes the value of a placeholder; a secret stays secret.
  ///
  /// Returns the escaped value. Throws the problem of a value that the language cannot hold.
  package func encode(
    _ value: ProtectedText, for placeholder: Placeholder
  ) throws(TemplateProblem) -> ProtectedText {
    do throws(Fault) {
      return ProtectedText(bytes: try escaped(value.revealedBytes), value.secrecy)
    } catch {
      switch error {
      case .has(let what):
        throw TemplateProblem(
          "the value of \(placeholder.text) has \(what), which \(language) cannot hold",
          at: placeholder.mark, hint: "send another value, or convert it with a filter like base64")
      case .tooLarge:
        throw TemplateProblem(
          "the value of \(placeholder.text) exceeds \(BufferedBytes.limit >> 20) MiB with its escapes",
          at: placeholder.mark, hint: "send large values as files of their own")
      }
    }
  }
}

extension Template {
  /// Fills in the values, each escaped.
  ///
  /// Returns the text, in which inserted secrets remain secret. Throws a ``TemplateProblem`` if a
  /// value has no form in the text.
  package func render(
    in scope: Scope, escaping escape: TextEscape
  ) throws(TemplateProblem) -> ProtectedText {
    try render(
      in: scope,
      encoding: { (value, placeholder) throws(TemplateProblem) in
        try escape.encode(value, for: placeholder)
      })
  }
}

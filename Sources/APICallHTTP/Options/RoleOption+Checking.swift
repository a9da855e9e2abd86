import APICallBase
import JSONText

extension RoleOption {
  /// What an option takes where a text is not that.
  ///
  /// - Parameter text: the text, without placeholders.
  /// - Returns: such as `a whole number`; nil where the text is right.
  package func wanted(inPlaceOf text: String) -> String? {
    switch kind {
    case .template, .secret, .text: nil
    case .name: HeaderSyntax.isName(text) ? nil : "letters, digits and hyphens"
    case .integer: Int(text) == nil ? "a whole number" : nil
    case .number: JSONWriter.isNumber(text) ? nil : "a number"
    case .boolean: ["true", "false"].contains(text) ? nil : "true or false"
    case .words(let words): words.contains(text) ? nil : WordList.alternatives(words)
    }
  }
}

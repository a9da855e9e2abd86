package import YAMLTree

/// Why a template cannot be read, or a value cannot stand where a placeholder is.
package enum TemplateProblem: Error, Sendable {
  /// Looks like a placeholder, but is none that is known.
  case unknownSyntax(String, Mark)
  /// No such name; the names that are known.
  case unknownName(Placeholder, known: [String])
  /// The value is not a map, or has no such member; which of the fields, counted from 0.
  case noMember(Placeholder, field: Int, of: String)
  /// An optional input that was not given stands inside longer text, or where a value is needed.
  case unset(Placeholder)
  /// A list, a map or null stands inside text.
  case notText(Placeholder, typeName: String)
  /// The value of a placeholder in a path is empty, `.` or `..`.
  case notSegment(Placeholder, value: ProtectedText)
  /// The value of a placeholder in a host is not one DNS label.
  case notLabel(Placeholder, value: ProtectedText)

  /// The problem in words.
  package var diagnostic: Diagnostic {
    switch self {
    case .unknownSyntax(let text, let mark):
      Diagnostic(
        "cannot read the placeholder \(text)", at: mark.finding(text),
        hint: "a placeholder is <name> or <name.field>; write \\< for a < that is text")
    case .unknownName(let placeholder, let known):
      Diagnostic(
        "no input is named '\(placeholder.name)'", at: placeholder.mark,
        hint: known.isEmpty
          ? "declare it under inputs:, or write \\< for a < that is text"
          : Nearest.hint(for: placeholder.name, among: known, noun: "inputs"))
    case .noMember(let placeholder, let field, let typeName):
      Diagnostic(
        "there is no '\(placeholder.fields[field])' in the value of "
          + "'\(([placeholder.name] + placeholder.fields[..<field]).joined(separator: "."))', "
          + "which is \(typeName)",
        at: placeholder.mark)
    case .unset(let placeholder):
      Diagnostic(
        "the optional input '\(placeholder.name)' has no value here", at: placeholder.mark,
        hint: "give it, as in \(placeholder.name)=VALUE, or declare a default:")
    case .notText(let placeholder, let typeName):
      Diagnostic(
        "the value of \(placeholder.text) is \(typeName), which cannot stand inside text",
        at: placeholder.mark, hint: "text, numbers, true and false can")
    case .notSegment(let placeholder, let value):
      Diagnostic(
        "the value '\(value)' of \(placeholder.text) cannot stand in a path", at: placeholder.mark,
        hint: "a part of a path may not be empty, '.' or '..'")
    case .notLabel(let placeholder, let value):
      Diagnostic(
        "the value '\(value)' of \(placeholder.text) cannot stand in a host",
        at: placeholder.mark,
        hint: "one part of a host's name is letters, digits and hyphens, 63 at most")
    }
  }
}

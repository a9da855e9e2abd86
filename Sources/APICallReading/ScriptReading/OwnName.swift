import APICallBase
import APICallModel
import YAMLTree

/// A name that a script gives to a value.
struct OwnName {
  /// The kind of thing with the name.
  enum Kind: String { case input, `let`, step }

  let name: String
  let kind: Kind
  let mark: Mark

  /// The names of a script: its inputs and lets, and its steps wherever they stand.
  static func names(of draft: ScriptDraft) -> [OwnName] {
    let steps = draft.steps + draft.onFailure + draft.finally
    return draft.head.inputs.map { OwnName(name: $0.name, kind: .input, mark: $0.mark) }
      + draft.head.lets.map { OwnName(name: $0.name, kind: .let, mark: $0.mark) }
      + steps.map { OwnName(name: $0.name, kind: .step, mark: $0.mark) }
  }
}

extension Endpoint {
  /// The names of a call in a script that the script has given to another value.
  ///
  /// The call would use its own value and the rest of the script the other one. Only an input of the
  /// project may have the name of a value, which is then the value of the input.
  ///
  /// Returns a problem for each; it is in the script even if the name is the project's.
  func clashes(with names: [OwnName]) -> [Diagnostic] {
    var own = inputs.map { (name: $0.name, kind: "input", mark: $0.mark) }
    own += lets.map { ($0.name, "let", $0.mark) }
    own += needs.map { ($0.name, "need", $0.mark) }
    return own.compactMap { name, kind, mark in
      guard
        let other = names.first(where: {
          $0.name == name && (kind != "input" || $0.kind == .step)
        })
      else { return nil }
      let hint = "rename one of them: <\(name)> could mean either"
      if isOfProject(mark) {
        return Diagnostic(
          "the \(other.kind) '\(name)' has the same name as \(Self.one(kind)) of the project",
          at: other.mark, hint: hint, notes: [Diagnostic.Note("the \(kind)", at: mark)])
      }
      let met = Self.one(other.kind.rawValue)
      return Diagnostic(
        "the \(kind) '\(name)' has the same name as \(met) of the script", at: mark, hint: hint,
        notes: [Diagnostic.Note("the \(other.kind)", at: other.mark)])
    }
  }

  private static func one(_ kind: String) -> String { kind == "input" ? "an input" : "a \(kind)" }
}

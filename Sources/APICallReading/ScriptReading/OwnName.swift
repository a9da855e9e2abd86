import APICallBase
import APICallModel
import YAMLTree

/// A name that a script gives to an input, a let or a step, wherever it stands.
typealias OwnName = (name: String, kind: String, mark: Mark)

extension EndpointSpec {
  /// The names of a call in a script that the script has given to another value.
  ///
  /// The call would use its own value and the rest of the script the other one. Only an input of the
  /// project may have the name of a value, which is then the value of the input.
  ///
  /// Returns a problem for each; it is in the script even if the name is the project's.
  func clashes(with names: [OwnName]) -> [Message] {
    let own = namedValues + needs.map { ($0.name, "need", $0.mark) }
    return own.compactMap { name, kind, mark in
      guard
        let other = names.first(where: {
          $0.name == name && (kind != "input" || $0.kind == "step")
        })
      else { return nil }
      let hint = "rename one of them: <\(name)> could mean either"
      if isOfProject(mark) {
        return Message(
          "the \(other.kind) '\(name)' has the same name as \(Self.one(kind)) of the project",
          at: other.mark, hint: hint, notes: [Message.Note("the \(kind)", at: mark)])
      }
      let met = Self.one(other.kind)
      return Message(
        "the \(kind) '\(name)' has the same name as \(met) of the script", at: mark, hint: hint,
        notes: [Message.Note("the \(other.kind)", at: other.mark)])
    }
  }
}

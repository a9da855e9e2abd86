extension Template {
  /// What becomes of a value before it is put into text.
  package typealias Encoding = (ProtectedText, Placeholder) throws(TemplateProblem) -> ProtectedText

  /// Puts the values in.
  ///
  /// - Parameters:
  ///   - scope: the names and their values.
  ///   - encoding: what becomes of each value; literal text goes through `literalEncoding`.
  ///   - literalEncoding: what becomes of the text between placeholders.
  /// - Returns: the text; what a secret value was put into is secret there.
  /// - Throws: a ``TemplateProblem`` where a placeholder has no value that can stand in text.
  package func render(
    in scope: Scope,
    encoding: Encoding = { (value, _) throws(TemplateProblem) in value },
    literalEncoding: (String) -> String = { $0 }
  ) throws(TemplateProblem) -> ProtectedText {
    var result = ProtectedText()
    for part in parts {
      switch part {
      case .text(let text): result.append(literalEncoding(text))
      case .placeholder(let placeholder):
        result.append(try encoding(try placeholder.text(in: scope), placeholder))
      }
    }
    return result
  }

  /// Puts the values into an entry that is left out where it is exactly one unset optional.
  ///
  /// - Parameters:
  ///   - scope: the names and their values.
  ///   - encoding: what becomes of each value.
  /// - Returns: the text; nil where the entry is to be left out.
  /// - Throws: a ``TemplateProblem`` where a placeholder has no value that can stand in text.
  package func renderEntry(
    in scope: Scope,
    encoding: Encoding = { (value, _) throws(TemplateProblem) in value }
  ) throws(TemplateProblem) -> ProtectedText? {
    if let sole, try sole.binding(in: scope).value == nil { return nil }
    return try render(in: scope, encoding: encoding)
  }
}

extension Placeholder {
  /// Looks up the value, going down into the fields.
  ///
  /// - Parameter scope: the names and their values.
  /// - Returns: the value and whether it is secret; no value for an optional that is unset.
  /// - Throws: an unknown name or member.
  package func binding(in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    guard let binding = scope[name] else { throw .unknownName(self, known: []) }
    guard var value = binding.value else { return binding }
    for (index, field) in fields.enumerated() {
      guard let member = value.member(field) else {
        throw .noMember(self, field: index, of: value.typeName)
      }
      value = member
    }
    return Scope.Binding(value, isSecret: binding.isSecret)
  }

  /// The value as it stands inside text.
  ///
  /// - Parameter scope: the names and their values.
  /// - Returns: the text, secret where the value is.
  /// - Throws: where there is no value, or one that has no form in text.
  package func text(in scope: Scope) throws(TemplateProblem) -> ProtectedText {
    let binding = try binding(in: scope)
    guard let value = binding.value else { throw .unset(self) }
    guard let text = value.plainText else { throw .notText(self, typeName: value.typeName) }
    return ProtectedText(text, isSecret: binding.isSecret)
  }
}

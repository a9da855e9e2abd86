import APICallBase
import JSONText
import Patterns
import YAMLTree

extension InputDraft {
  /// Adds a rule.
  mutating func add(_ kind: InputRule.Kind, _ entry: Node.Entry) {
    input.rules.append(InputRule(kind: kind, mark: entry.value.mark))
  }
}

extension SpecReading {
  /// Reads a number, which is kept exact.
  mutating func number(_ entry: Node.Entry) -> (JSONNumber, String)? {
    switch entry.value.scalar?.kind {
    case .integer, .float:
      guard let octets = json(entry) else { return nil }
      let text = String(decoding: octets, as: UTF8.self)
      return JSONNumber(text).map { ($0, text) }
    default:
      refuse(entry, takes: "a number")
      return nil
    }
  }

  /// Reads a regular expression.
  mutating func pattern(_ entry: Node.Entry) -> Pattern? {
    guard let text = text(entry) else { return nil }
    do {
      return try Pattern(text)
    } catch {
      report(
        "cannot read the pattern '\(Value.text(text).excerpt(isSecret: false))':"
          + " \(error.reason)", at: place(of: error, in: text, entry.value.mark))
      return nil
    }
  }

  /// The character that a pattern cannot be read at.
  private func place(of error: PatternSyntaxError, in text: String, _ mark: Mark) -> Mark {
    guard let offset = error.offset, let last = text.unicodeScalars.indices.last else {
      return mark
    }
    let scalars = text.unicodeScalars
    let start =
      scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: last) ?? last
    let octets = text.utf8
    let lower = octets.distance(from: octets.startIndex, to: start)
    let upper = octets.distance(from: octets.startIndex, to: scalars.index(after: start))
    return TemplateSpan(container: mark, placeholder: text, range: lower..<upper).mark
  }

  /// Reads the name of a variable.
  mutating func variable(_ entry: Node.Entry) -> Endpoint.Name? {
    guard let name = name(entry) else { return nil }
    let isName = Identifier.isValid(name.text) && !name.text.utf8.contains(UInt8(ascii: "-"))
    guard !isName else { return name }
    let inner = name.text.drop { $0 == "$" || $0 == "{" }.prefix { $0 != "}" }
    report(
      "'\(name.text)' is not the name of an environment variable", at: name.mark,
      hint: name.text.hasPrefix("$") && Identifier.isValid(inner)
        ? "write the name alone: \(inner)"
        : "a name is letters, digits and _, and does not begin with a digit")
    return nil
  }

  /// Reads whether and how a value is asked for.
  mutating func prompt(_ entry: Node.Entry) -> InputDeclaration.Prompt? {
    guard let scalar = entry.value.scalar, scalar.kind != .null, !scalar.text.isEmpty else {
      refuse(entry, takes: "true, false or a question")
      return nil
    }
    if case .boolean(let isAsked) = scalar.kind { return isAsked ? .byName : nil }
    guard Self.booleanHint(scalar) == nil else {
      refuseBoolean(entry)
      return nil
    }
    return .question(scalar.text)
  }
}

import JSONText
import YAMLTree

extension SpecReading {
  /// Reads a JSON value written in YAML.
  ///
  /// - Parameters:
  ///   - node: the value.
  ///   - placeholders: whether text may hold placeholders; where not, `<` is text.
  /// - Returns: the value; parts with problems are left out.
  mutating func payload(_ node: Node, placeholders: Bool) -> Payload {
    switch node.content {
    case .sequence(let items):
      var list: [Payload] = []
      for item in items { list.append(payload(item, placeholders: placeholders)) }
      return .list(list)
    case .mapping(let entries):
      var map: [(key: String, value: Payload)] = []
      for entry in entries {
        map.append((entry.key, payload(entry.value, placeholders: placeholders)))
      }
      return .map(map)
    case .scalar(let scalar):
      return payload(scalar, at: node.mark, placeholders: placeholders)
    }
  }

  private mutating func payload(
    _ scalar: Scalar, at mark: Mark, placeholders: Bool
  ) -> Payload {
    switch scalar.kind {
    case .null:
      if scalar.text.isEmpty {
        report(
          "there is no value here", at: mark, hint: "write null, or \"\" for empty text")
      }
      return .literal("null")
    case .boolean(let value): return .literal(value ? "true" : "false")
    case .integer, .float:
      if !JSONWriter.isNumber(scalar.text) {
        report(
          "'\(scalar.text)' is a number to YAML, but not in JSON", at: mark,
          hint: "write '\(scalar.text)' in quotes to send it as text")
      }
      return .literal(scalar.text)
    case .text:
      guard placeholders else { return .text(Template(literal: scalar.text, at: mark)) }
      return .text(template(scalar.text, at: mark) ?? Template(literal: "", at: mark))
    }
  }

  /// Reads a JSON value that takes no placeholders.
  ///
  /// - Parameter node: the value.
  /// - Returns: its JSON text; nil, with problems, where it cannot be written as JSON.
  mutating func json(_ node: Node) -> [UInt8]? {
    let before = problems.count
    let payload = payload(node, placeholders: false)
    guard problems.count == before else { return nil }
    return try? payload.render(in: Scope())?.revealedOctets
  }

  /// Reads a value of an input's type.
  ///
  /// - Parameters:
  ///   - entry: the key and its value, such as an input's `default`.
  ///   - type: the type it has to be of. Text may be written without quotes, whatever it looks like.
  /// - Returns: the value; nil, with a problem, where it is of another type.
  mutating func value(_ entry: Node.Entry, of type: InputType) -> Value? {
    if type == .string, let scalar = entry.value.scalar, scalar.kind != .null {
      return .text(scalar.text)
    }
    if entry.value.scalar?.kind == .null {
      refuse(entry, takes: type.words)
      return nil
    }
    guard let octets = json(entry.value) else { return nil }
    guard let document = try? JSONDocument(octets), type.accepts(Value(document.root)) else {
      refuse(entry, takes: type.words)
      return nil
    }
    return Value(document.root)
  }
}

extension Template {
  /// Text that is not read for placeholders.
  init(literal text: String, at mark: Mark) {
    self.init(parts: text.isEmpty ? [] : [.text(text)], mark: mark)
  }
}

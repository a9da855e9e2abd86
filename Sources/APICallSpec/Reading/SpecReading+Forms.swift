import APICallBase
import YAMLTree

/// How a value is to be written whose form is wrong and whose meaning is clear.
extension SpecReading {
  /// `enum: [public]` for `enum: public`.
  func listForm(_ entry: Node.Entry) -> String? {
    guard let text = word(entry.value) else { return nil }
    return "\(entry.key): [\(text)]"
  }

  /// `expect: {status: 200}` for `expect: 200`.
  func expectationForm(_ entry: Node.Entry) -> String? {
    let nodes = entry.value.items ?? [entry.value]
    let texts = nodes.compactMap { word($0) }
    guard !nodes.isEmpty, texts.count == nodes.count,
      texts.allSatisfy({ StatusExpectation.Pattern($0) != nil })
    else { return nil }
    let list = texts.joined(separator: ", ")
    return "expect: {status: \(entry.value.items == nil ? list : "[\(list)]")}"
  }

  /// `name: {type: integer}` for `name: integer`.
  func inputForm(_ entry: Node.Entry) -> String? {
    guard let text = word(entry.value), InputType(rawValue: text) != nil else { return nil }
    return "\(entry.key): {type: \(text)}"
  }

  /// `inputs: {a: , b: }` for `inputs: [a, b]`.
  func inputsForm(_ entry: Node.Entry) -> String? {
    guard let nodes = entry.value.items, (1...8).contains(nodes.count) else { return nil }
    let names = nodes.compactMap { word($0) }.filter { Identifier.isValid($0) }
    guard names.count == nodes.count else { return nil }
    return "\(entry.key): {\(names.map { "\($0): " }.joined(separator: ", "))}"
  }

  /// `query: {a: 1, b: 2}` for `query: a=1&b=2`, and a map for a list of maps of one entry each.
  func itemsForm(_ entry: Node.Entry) -> String? {
    if let nodes = entry.value.items, (1...8).contains(nodes.count) {
      let pairs = nodes.compactMap { node -> String? in
        guard let entries = node.entries, entries.count == 1, let text = word(entries[0].value),
          Self.isWord(entries[0].key)
        else { return nil }
        return "\(entries[0].key): \(text)"
      }
      guard pairs.count == nodes.count else { return nil }
      return "\(entry.key): {\(pairs.joined(separator: ", "))}"
    }
    guard let text = entry.value.scalar?.text, text.utf8.count <= 80, text.contains("=") else {
      return nil
    }
    let pairs = text.split(separator: "&").map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    guard pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy { Self.isWord(String($0)) } }) else {
      return nil
    }
    let items = pairs.map { "\($0[0]): \($0[1])" }
    return "\(entry.key): {\(items.joined(separator: ", "))}"
  }

  /// A scalar that stands in brackets and braces as it is.
  private func word(_ node: Node) -> String? {
    guard let scalar = node.scalar, scalar.style == .plain, Self.isWord(scalar.text) else {
      return nil
    }
    return scalar.text
  }

  private static func isWord(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        Identifier.allows($0, first: false) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".")
      }
  }
}

import APICallBase
import APICallModel
import APICallText
import YAMLTree

/// Hints for lines that YAML reads in an unexpected way.
extension SpecReading {
  func emptyHint(_ entry: Node.Entry, _ words: String) -> String {
    if let hint = anchorHint(entry) { return hint }
    if entry.value.scalar?.text.isEmpty == true, let comment = comment(after: entry.keyMark) {
      return "'\(comment)' is a comment in YAML; write '\(entry.key): \"\(comment)\"'"
    }
    return words == "text"
      ? "it takes text; write \"\" for empty text, or remove the line"
      : "it takes \(words); write one, or remove the line"
  }

  /// The comment on the rest of a line, which may have been meant as a value: `color: #fff`.
  ///
  /// A comment with a space after its `#` is a remark.
  func comment(after mark: Mark) -> String? {
    let line = mark.source.line(mark.end.line) ?? ""
    let rest = line.unicodeScalars.dropFirst(mark.end.column - 1)
    guard let hash = rest.firstIndex(of: "#"), rest[hash...].dropFirst().first != " "
    else { return nil }
    return String(rest[hash...])
  }

  /// The hint for a value that is the name of an anchor to YAML: `q: &more`.
  func anchorHint(_ entry: Node.Entry) -> String? {
    let mark = entry.value.mark
    guard mark.start < mark.end, mark.start.line == mark.end.line,
      let line = mark.source.line(mark.start.line)
    else { return nil }
    let anchor = String(
      String.UnicodeScalarView(
        line.unicodeScalars.dropFirst(mark.start.column - 1)
          .prefix(mark.end.column - mark.start.column)))
    guard anchor.hasPrefix("&") else { return nil }
    return "'\(anchor)' is an anchor in YAML; write '\(entry.key): \"\(anchor)\"'"
  }

  /// The hint for `a:b` in place of a map, which is text in YAML.
  func spaceHint(_ node: Node, _ words: String) -> String? {
    guard words.hasPrefix("a map"), let scalar = node.scalar, scalar.style == .plain,
      let colon = scalar.text.firstIndex(of: ":"), Identifier.isValid(scalar.text[..<colon])
    else { return nil }
    let value = scalar.text[scalar.text.index(after: colon)...]
    guard !value.isEmpty, !value.hasPrefix("//"), !value.hasPrefix(" "),
      node.mark.start.line == node.mark.end.line
    else { return nil }
    return "a space is missing after ':'; write \(scalar.text[...colon]) \(value)"
  }

  /// The hint for a comma in text that splits an entry of a map in braces: in YAML, `{help: x, y}`
  /// has a key `y` without a value.
  func commaHint(_ entries: [Node.Entry], at index: Int, in map: Node) -> String? {
    func isBare(_ entry: Node.Entry) -> Bool {
      entry.value.scalar.map { $0.kind == .null && $0.text.isEmpty } ?? false
    }
    let line = map.mark.start.line
    guard isBare(entries[index]), let first = entries[..<index].lastIndex(where: { !isBare($0) }),
      let value = entries[first].value.scalar, value.style == .plain,
      case let last = entries[index...].prefix(while: isBare).endIndex - 1,
      entries[last].keyMark.end.line == line, entries[first].value.mark.start.line == line,
      let text = map.mark.source.line(line),
      text.unicodeScalars.dropFirst(map.mark.start.column - 1).first == "{"
    else { return nil }
    let start = entries[first].value.mark.start.column - 1
    let meant = text.unicodeScalars.dropFirst(start)
      .prefix(entries[last].keyMark.end.column - 1 - start)
    return "a comma separates entries inside { }; put the text in quotes:"
      + " \(entries[first].key): \"\(String(meant))\""
  }

  /// Reports a value that is not true or false, with a hint for the words of YAML 1.1.
  mutating func refuseBoolean(_ entry: Node.Entry) {
    refuse(entry, takes: "true or false", hint: entry.value.scalar.flatMap(Self.booleanHint))
  }

  static func booleanHint(_ scalar: Scalar) -> String? {
    switch scalar.text.lowercased() {
    case "yes", "on", "y": "write true: '\(scalar.text)' is text in YAML 1.2"
    case "no", "off", "n": "write false: '\(scalar.text)' is text in YAML 1.2"
    case "true", "false":
      scalar.style == .quoted ? "remove the quotes" : "write \(scalar.text.lowercased())"
    default: nil
    }
  }
}

/// Correct forms for values whose form is wrong but whose meaning is clear.
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
    guard let text = word(entry.value) else { return nil }
    let field = InputType(rawValue: text) == nil ? "default" : "type"
    return "\(entry.key): {\(field): \(text)}"
  }

  /// `inputs: {a: , b: }` for `inputs: [a, b]`.
  func inputsForm(_ entry: Node.Entry) -> String? {
    guard let nodes = entry.value.items, (1...8).contains(nodes.count) else { return nil }
    let names = nodes.compactMap { word($0) }.filter { Identifier.isValid($0) }
    guard names.count == nodes.count else { return nil }
    return "\(entry.key): {\(names.map { "\($0): " }.joined(separator: ", "))}"
  }

  /// `query: {a: 1, b: 2}` for `query: a=1&b=2`, and a map for a list of maps with one entry each.
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
    guard let text = entry.value.scalar?.text, text.utf8.count <= 80, text.contains("=")
    else { return nil }
    let pairs = text.split(separator: "&").map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    guard pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy { Self.isWord(String($0)) } })
    else { return nil }
    let items = pairs.map { "\($0[0]): \($0[1])" }
    return "\(entry.key): {\(items.joined(separator: ", "))}"
  }

  /// A scalar that needs no quotes in brackets and braces.
  private func word(_ node: Node) -> String? {
    guard let scalar = node.scalar, scalar.style == .plain, Self.isWord(scalar.text)
    else { return nil }
    return scalar.text
  }

  private static func isWord(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        Identifier.allows($0, first: false) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".")
      }
  }
}

extension Message {
  init(_ problem: YAMLProblem) {
    self.init(problem.message, at: problem.mark, hint: problem.hint)
    if case .tag(let tag) = problem.kind,
      let near = Nearest.word(to: tag, among: LocalTag.allCases.map(\.rawValue))
    {
      hint = "did you mean '\(near)'?"
    }
    // Other tools write placeholders as {{name}}, which is a map with a map as its key in YAML.
    if case .complexKey("a map") = problem.kind {
      hint = "a placeholder is <name>; put the key in quotes if it is text"
    }
    if let related = problem.related, let note = problem.relatedNote {
      notes = [Note(note, at: related)]
    }
  }
}

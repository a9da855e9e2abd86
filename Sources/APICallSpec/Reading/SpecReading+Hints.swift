import APICallBase
import YAMLTree

/// Ways out of what YAML makes of a line.
extension SpecReading {
  /// The way out for an empty value.
  func emptyHint(_ entry: Node.Entry, _ words: String) -> String {
    if let hint = anchorHint(entry) { return hint }
    if entry.value.scalar?.text.isEmpty == true, let comment = comment(behind: entry.keyMark) {
      return "'\(comment)' is a comment to YAML; write '\(entry.key): \"\(comment)\"'"
    }
    return words == "text"
      ? "it takes text; write \"\" for empty text, or remove the line"
      : "it takes \(words); write one, or remove the line"
  }

  /// The comment on the rest of a line, which may have been meant as a value: `color: #fff`.
  ///
  /// One with a space behind its `#` is a remark.
  func comment(behind mark: Mark) -> String? {
    let line = mark.source.line(mark.end.line) ?? ""
    let rest = line.unicodeScalars.dropFirst(mark.end.column - 1)
    guard let hash = rest.firstIndex(of: "#"), rest[hash...].dropFirst().first != " " else {
      return nil
    }
    return String(rest[hash...])
  }

  /// The way out where all of a value has become the name of an anchor: `q: &more`.
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
    return "'\(anchor)' is an anchor to YAML; write '\(entry.key): \"\(anchor)\"'"
  }

  /// The way out for `a:b` where a map is wanted: to YAML that is text.
  func spaceHint(_ node: Node, _ words: String) -> String? {
    guard words.hasPrefix("a map"), let scalar = node.scalar, scalar.style == .plain,
      let colon = scalar.text.firstIndex(of: ":"), Identifier.isValid(scalar.text[..<colon])
    else { return nil }
    let value = scalar.text[scalar.text.index(after: colon)...]
    guard !value.isEmpty, !value.hasPrefix("//"), !value.hasPrefix(" "),
      node.mark.start.line == node.mark.end.line
    else { return nil }
    return "a space is missing behind ':'; write it as: \(scalar.text[...colon]) \(value)"
  }

  /// The way out where a comma within text has parted an entry of a map in braces: to YAML
  /// `{help: x, y}` has a key `y` without a value.
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
    return "a comma parts entries inside { }; put the text in quotes:"
      + " \(entries[first].key): \"\(String(meant))\""
  }

  /// Notes a value that is not true or false; the words of YAML 1.1 have a hint.
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

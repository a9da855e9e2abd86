import YAMLTree

/// YAML of a draft that is to be written.
indirect enum DraftNode: Sendable {
  /// A scalar in YAML's own form: a number, a word, or quoted text.
  case scalar(String)
  /// Lines of text after `|`.
  case literal(String)
  case map([(name: String, value: DraftNode)])
  case list([DraftNode])

  /// A text whose kind no reader of YAML can mistake.
  static func text(_ text: String) -> DraftNode {
    if PlainText.canStand(text) { return .scalar(text) }
    if YAMLText.canBeLiteral(text) { return .literal(text) }
    return .scalar(YAMLText.quoted(text))
  }

  /// A text with placeholders; one that is only text, and could be read as another, is marked.
  static func text(_ text: DraftText) -> DraftNode {
    guard let literal = text.literal else { return .text(text.template()) }
    guard literal.utf8.contains(where: Self.isSuspicious) else { return .text(literal) }
    return .scalar("!raw \(YAMLText.quoted(literal))")
  }

  /// Whether a byte may begin a placeholder of this or another tool.
  private static func isSuspicious(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "<"), UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "\\")].contains(byte)
  }
}

extension DraftNode {
  /// The lines of the node as YAML in block style.
  ///
  /// Returns lines without their indentation in the parent; one line that begins a scalar goes
  /// beside its key.
  func lines() -> (beside: String?, below: [String]) {
    switch self {
    case .scalar(let text): return (text, [])
    case .literal(let text):
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      // The mark after the bar says which line breaks at the end YAML keeps.
      var mark = "|-"
      if lines.last == "" {
        lines.removeLast()
        mark = lines.last == "" ? "|+" : "|"
      }
      return (mark, lines.map { $0.isEmpty ? "" : "  \($0)" })
    case .map(let members):
      guard !members.isEmpty else { return ("{}", []) }
      return (nil, members.flatMap { Self.lines(of: $0.value, after: "\(Self.key($0.name)):") })
    case .list(let items):
      guard !items.isEmpty else { return ("[]", []) }
      return (nil, items.flatMap { Self.lines(of: $0, after: "-") })
    }
  }

  private static func key(_ name: String) -> String {
    PlainText.canStand(name) ? name : YAMLText.quoted(name)
  }

  private static func lines(of node: DraftNode, after start: String) -> [String] {
    let (beside, below) = node.lines()
    if let beside { return ["\(start) \(beside)"] + below }
    let indented = below.map { $0.isEmpty ? "" : "  \($0)" }
    // The first entry of a nested block may follow a dash.
    guard start == "-", let first = indented.first else { return [start] + indented }
    return ["- \(first.dropFirst(2))"] + indented.dropFirst()
  }
}

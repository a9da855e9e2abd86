import APICallBase

/// A path with placeholders `<name>` and tokens `{name}`: `/users/<id>`, `/item/token/{id}`.
///
/// A token is filled by the input of that name, or by the query item of that name, which is then
/// not appended.
package struct PathTemplate: Sendable {
  /// A stretch of the path.
  package enum Piece: Sendable {
    case text(String)
    case placeholder(Placeholder)
    case token(String)
  }

  package let pieces: [Piece]
  package let template: Template

  package init(_ template: Template) {
    self.template = template
    pieces = template.parts.flatMap { part in
      switch part {
      case .placeholder(let placeholder): [Piece.placeholder(placeholder)]
      case .text(let text): Self.tokens(in: text)
      }
    }
  }

  /// The names of the tokens, each once, in order.
  package var tokens: [String] {
    var names: [String] = []
    for case .token(let name) in pieces where !names.contains(name) { names.append(name) }
    return names
  }

  /// Splits text at its `{name}` tokens; other braces are text.
  static func tokens(in text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    var literal = ""
    while let open = rest.firstIndex(of: "{") {
      literal.append(contentsOf: rest[..<open])
      let after = rest[rest.index(after: open)...]
      if let close = after.firstIndex(of: "}"), Identifier.isValid(after[..<close]) {
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(.token(String(after[..<close])))
        rest = after[after.index(after: close)...]
      } else {
        literal.append("{")
        rest = after
      }
    }
    literal.append(contentsOf: rest)
    if !literal.isEmpty { pieces.append(.text(literal)) }
    return pieces
  }
}

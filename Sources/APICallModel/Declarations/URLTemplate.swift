package import APICallLanguage
import APICallText

/// A whole URL in a spec, in place of host and path; its text is sent as written.
package struct URLTemplate: Sendable {
  /// The parts of the URL.
  package enum Form: Sendable {
    case value(Placeholder)
    /// `scheme://host[:port]`, the path as written, and the text after `?`.
    case parts(origin: Template, path: Template, query: Template?)
    /// Not a URL; the problem was reported.
    case unreadable
  }

  package let template: Template
  package let form: Form

  /// The part that names the server: `https://<region>.example.com`, or the one value that is the
  /// whole URL.
  package var origin: Template? {
    switch form {
    case .value: template
    case .parts(let origin, _, _): origin
    case .unreadable: nil
    }
  }

  package func mapTemplates(_ change: (Template) -> Template) -> URLTemplate {
    guard case .parts(let origin, let path, let query) = form else { return self }
    return URLTemplate(
      template: template,
      form: .parts(origin: origin, path: change(path), query: query.map(change)))
  }

  private static func part(of template: Template, _ parts: [Template.Part]) -> Template {
    var part = Template(parts: parts, mark: template.mark)
    part.doubts = DoubtfulText.ofOtherTools(in: part)
    return part
  }

  /// Splits text at the first slash or question mark after `://`, and at the first question mark.
  private static func parts(of template: Template) -> Form? {
    guard case .text(let first) = template.parts.first,
      let authority = first.firstRange(of: "://")?.upperBound
    else { return nil }
    var origin: [Template.Part] = []
    var path: [Template.Part] = []
    var query: [Template.Part]?
    var isInOrigin = true
    for (index, part) in template.parts.enumerated() {
      guard case .text(let text) = part else {
        if query != nil {
          query?.append(part)
        } else if isInOrigin {
          origin.append(part)
        } else {
          path.append(part)
        }
        continue
      }
      var rest = text[...]
      if isInOrigin {
        let begin = index == 0 ? authority : text.startIndex
        let end = text[begin...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
        origin.add(text[..<end])
        isInOrigin = end == text.endIndex
        rest = text[end...]
      }
      if query == nil {
        let end = rest.firstIndex(of: "?") ?? rest.endIndex
        path.add(rest[..<end])
        if end < rest.endIndex { query = [] }
        rest = rest[end...].dropFirst()
      }
      if query != nil { query?.add(rest) }
    }
    return .parts(
      origin: part(of: template, origin), path: part(of: template, path),
      query: query.map { part(of: template, $0) })
  }
}

extension URLTemplate {
  package init(_ template: Template) {
    let form = template.sole.map { Form.value($0) } ?? Self.parts(of: template) ?? .unreadable
    self.init(template: template, form: form)
  }
}

extension [Template.Part] {
  fileprivate mutating func add(_ text: Substring) {
    if !text.isEmpty { append(.text(String(text))) }
  }
}

/// A path with placeholders `<name>` and tokens `{name}`: `/users/<id>`, `/item/token/{id}`.
///
/// A token is filled by the input of its name, or by the query item of its name, which is then not
/// appended.
package struct PathTemplate: Sendable {
  /// A piece of the path.
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

  package var tokens: [String] {
    var names: [String] = []
    for case .token(let name) in pieces where !names.contains(name) { names.append(name) }
    return names
  }

  /// Splits text at its `{name}` tokens; other braces are text.
  package static func tokens(in text: String) -> [Piece] {
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

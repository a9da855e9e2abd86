/// A whole URL as a spec writes it, in place of host and path: its text is sent as it is.
package struct URLTemplate: Sendable {
  /// What it is made of.
  package enum Form: Sendable {
    /// All of it is one value.
    case value(Placeholder)
    /// `scheme://host[:port]`, the path as it is written, and what stands behind `?`.
    case parts(origin: Template, path: Template, query: Template?)
    /// No URL: what is wrong was reported.
    case unreadable
  }

  package let template: Template
  package let form: Form

  /// Takes a URL apart.
  ///
  /// - Parameter template: the text.
  package init(_ template: Template) {
    self.template = template
    if let sole = template.sole {
      form = .value(sole)
    } else {
      form = Self.parts(of: template) ?? .unreadable
    }
  }

  /// What names the server: `https://<region>.example.com`, or the one value that is all.
  package var origin: Template? {
    switch form {
    case .value: template
    case .parts(let origin, _, _): origin
    case .unreadable: nil
    }
  }

  /// The same URL with other values in its path and its query.
  package func mapTemplates(_ change: (Template) -> Template) -> URLTemplate {
    guard case .parts(let origin, let path, let query) = form else { return self }
    return URLTemplate(
      template: template,
      form: .parts(origin: origin, path: change(path), query: query.map(change)))
  }

  private init(template: Template, form: Form) {
    self.template = template
    self.form = form
  }

  /// Parts text at the first slash or question mark behind `://`, and at the first question mark.
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
      origin: Template(parts: origin, mark: template.mark),
      path: Template(parts: path, mark: template.mark),
      query: query.map { Template(parts: $0, mark: template.mark) })
  }
}

extension [Template.Part] {
  fileprivate mutating func add(_ text: Substring) {
    if !text.isEmpty { append(.text(String(text))) }
  }
}

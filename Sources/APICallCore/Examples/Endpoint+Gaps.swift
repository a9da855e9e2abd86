extension Endpoint {
  /// Stands in a request for what differs from one call to the next: the last character for private
  /// use, which comes in no text that is meant for others.
  static let gap = "\u{10FFFD}"

  /// The endpoint with gaps for what clock and randomness bring, so that one of its requests can be
  /// compared with another's; nil where they bring nothing.
  ///
  /// A host and a method are left as they are.
  var withGaps: Endpoint? {
    var volatile: [String] = []
    for declaration in lets where declaration.placeholders.contains(where: { $0.isGap(volatile) }) {
      volatile.append(declaration.name)
    }
    let templates = templates + (path.map { [$0.template] } ?? [])
    guard templates.contains(where: { $0.placeholders.contains { $0.isGap(volatile) } }) else {
      return nil
    }
    var endpoint = self
    endpoint.path = path.map { PathTemplate($0.template.withGaps(for: volatile)) }
    endpoint.query = Self.withGaps(query, for: volatile)
    endpoint.headers = Self.withGaps(headers, for: volatile)
    switch body {
    case nil: break
    case .json(let payload): endpoint.body = .json(payload.withGaps(for: volatile))
    case .form(let items): endpoint.body = .form(Self.withGaps(items, for: volatile))
    }
    return endpoint
  }

  private static func withGaps(_ items: [Item], for volatile: [String]) -> [Item] {
    items.map { item in
      var item = item
      item.values = item.values.map { $0.withGaps(for: volatile) }
      return item
    }
  }
}

extension Placeholder {
  fileprivate func isGap(_ volatile: [String]) -> Bool {
    isVolatile || firstName(among: volatile) != nil
  }
}

extension Template {
  fileprivate func withGaps(for volatile: [String]) -> Template {
    let parts = parts.map { part in
      if case .placeholder(let placeholder) = part, placeholder.isGap(volatile) {
        return Part.text(Endpoint.gap)
      }
      return part
    }
    return Template(parts: parts, mark: mark)
  }
}

extension Payload {
  fileprivate func withGaps(for volatile: [String]) -> Payload {
    switch self {
    case .literal: self
    case .text(let template): .text(template.withGaps(for: volatile))
    case .list(let items): .list(items.map { $0.withGaps(for: volatile) })
    case .map(let entries): .map(entries.map { ($0.key, $0.value.withGaps(for: volatile)) })
    }
  }
}

package import APICallLanguage
package import YAMLTree

/// `paginate:`: how to get from page to page of a list, and what to read from each.
package struct Pagination: Sendable {
  /// The way from a page to the next one.
  package enum Style: Sendable {
    /// A link of this relation in the response head (RFC 8288).
    case link(relation: String)
    case next(ParameterPath)
    /// A value at this path in the body, which the next request contains.
    case cursor(ParameterPath, into: RequestPlace)
    /// A number in the request, which is increased until a page has no items.
    case page(in: RequestPlace)
  }

  package var style: Style
  /// The path of the items in a page; nil if the page itself is a list of items, or one item.
  package var items: (path: ParameterPath, mark: Mark)?
  /// The maximum number of pages, at least 1; nil for no limit.
  package var maxPages: (pages: Int, mark: Mark)?
  /// Whether the call succeeds if there are more pages than the maximum.
  package var allowsPartial = false
  /// The pause before each page except the first.
  package var pause: Duration?
  package var mark: Mark

  package init(style: Style, mark: Mark) {
    self.style = style
    self.mark = mark
  }

  /// The place in a request that changes from page to page; nil if the server sends URLs.
  package var place: RequestPlace? {
    switch style {
    case .link, .next: nil
    case .cursor(_, into: let place), .page(in: let place): place
    }
  }

  package var path: ParameterPath? {
    switch style {
    case .link, .page: nil
    case .next(let path), .cursor(let path, into: _): path
    }
  }
}

/// A place in a request for a value that changes from page to page, such as `query.page` or
/// `json.cursor`.
package enum RequestPlace: Sendable, Hashable {
  case query(String)
  /// A member of the JSON body: the names on the way to it.
  case json([String])
  case form(String)

  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    let name = String(parts[1])
    switch parts[0] {
    case "query": self = .query(name)
    case "form": self = .form(name)
    case "json":
      let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard !names.contains("") else { return nil }
      self = .json(names)
    default: return nil
    }
  }

  package var text: String {
    switch self {
    case .query(let name): "query.\(name)"
    case .form(let name): "form.\(name)"
    case .json(let names): "json.\(names.joined(separator: "."))"
    }
  }
}

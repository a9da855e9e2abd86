package import JSONText
package import YAMLTree

/// How the pages of a list follow one another, and what of each is wanted: `paginate:`.
package struct Pagination: Sendable {
  /// What leads from a page to the next one.
  package enum Course: Sendable {
    /// A link of this relation in the response's head (RFC 8288).
    case link(relation: String)
    /// A URL at this place in the body.
    case next(JSONPath)
    /// A value at this place in the body, which the next request carries.
    case cursor(JSONPath, into: RequestPlace)
    /// A number in the request, which counts up until a page has no items.
    case page(in: RequestPlace)
  }

  /// What leads to the next page.
  package var course: Course
  /// Where the items stand in a page; nil if the page itself is a list of them, or one.
  package var items: SelectDeclaration?
  /// How many pages are wanted; nil for all.
  package var maxPages: Limit?
  /// Whether it is no failure where there are more pages than are wanted.
  package var allowsPartial = false
  /// How long to wait before each page but the first.
  package var pause: Duration?
  /// Where it is written.
  package var mark: Mark

  /// A number of pages, at least 1.
  package struct Limit: Sendable {
    package var pages: Int
    package var mark: Mark
  }

  /// The place in a request that changes from page to page; nil if the server names URLs.
  package var place: RequestPlace? {
    switch course {
    case .link, .next: nil
    case .cursor(_, into: let place), .page(in: let place): place
    }
  }

  /// Where in a page's body it stands what leads to the next one.
  package var path: JSONPath? {
    switch course {
    case .link, .page: nil
    case .next(let path), .cursor(let path, into: _): path
    }
  }
}

/// A place in a request for a value that changes from page to page: `query.page`, `json.cursor`.
package enum RequestPlace: Sendable, Hashable {
  /// An item of the query, by its name.
  case query(String)
  /// A member of the body's JSON: the names that lead there.
  case json([String])
  /// An item of the body's form, by its name.
  case form(String)

  /// Reads a place as written; nil if it is not one.
  init?(_ text: String) {
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

  /// The place as written.
  package var text: String {
    switch self {
    case .query(let name): "query.\(name)"
    case .form(let name): "form.\(name)"
    case .json(let names): "json.\(names.joined(separator: "."))"
    }
  }
}

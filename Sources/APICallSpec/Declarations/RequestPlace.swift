/// A place in a request for a value that changes from page to page: `query.page`, `json.cursor`.
package enum RequestPlace: Sendable, Hashable {
  /// An item of the query, by its name.
  case query(String)
  /// A member of the body's JSON: the names that lead there.
  case json([String])
  /// An item of the body's form, by its name.
  case form(String)

  /// Reads a place as it is written; nil where it is none.
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

  /// The place as it is written.
  package var text: String {
    switch self {
    case .query(let name): "query.\(name)"
    case .form(let name): "form.\(name)"
    case .json(let names): "json.\(names.joined(separator: "."))"
    }
  }
}

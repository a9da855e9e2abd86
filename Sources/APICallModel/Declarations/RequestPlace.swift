/// A place in a request for a value that changes from page to page, such as `query.page` or
/// `json.cursor`.
package enum RequestPlace: Sendable, Hashable {
  case query(String)
  case header(String)
  /// A member of the JSON body: the names on the way to it.
  case json([String])
  case form(String)

  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    let name = String(parts[1])
    switch parts[0] {
    case "query": self = .query(name)
    case "headers": self = .header(name)
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
    case .header(let name): "headers.\(name)"
    case .form(let name): "form.\(name)"
    case .json(let names): "json.\(names.joined(separator: "."))"
    }
  }
}

import APICallReports

/// The rules for the page: nothing on it runs, loads or leads elsewhere.
enum HTMLRules {
  struct Fault: Error {
    var words: String
  }

  private static let elements: Set = [
    "html", "head", "meta", "title", "style", "body", "header", "main", "nav", "section", "footer",
    "h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "a", "span", "code", "pre", "details", "summary",
    "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "svg", "rect", "text",
  ]

  private static let attributes: Set = [
    "lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "open", "scope",
    "role", "aria-labelledby", "aria-hidden", "width", "height", "viewBox", "font-family",
    "font-size", "x", "y", "rx", "fill", "text-anchor",
  ]

  static func check(_ text: String, _ report: Report) throws {
    let root = try check(text)
    let cases = root.all.count { $0["class"]?.hasPrefix("case ") == true }
    let count = report.suites.reduce(0) { $0 + $1.cases.count + ($1.failure == nil ? 0 : 1) }
    try require(cases == count, "there are \(cases) of \(count) cases")
  }

  @discardableResult
  static func check(_ text: String) throws -> MarkupReader.Element {
    let root = try MarkupReader.read(text, html: true)
    var ids: Set<String> = []
    for element in root.all {
      try require(elements.contains(element.name), "there is an element \(element.name)")
      for (name, value) in element.attributes {
        try require(attributes.contains(name), "there is an attribute \(name)")
        if name == "id" { try require(ids.insert(value).inserted, "two elements are \(value)") }
      }
    }
    for element in root.all {
      if let link = element["href"] {
        let target = String(link.dropFirst())
        try require(link.hasPrefix("#") && ids.contains(target), "a link leads to \(link)")
      }
      if let label = element["aria-labelledby"] {
        try require(ids.contains(label), "there is no label \(label)")
      }
      if element.name == "th" { try require(element["scope"] != nil, "a th has no scope") }
    }
    var level = 0
    for element in root.all {
      guard element.name.count == 2, element.name.hasPrefix("h"),
        let next = Int(element.name.dropFirst())
      else { continue }
      try require(next <= level + 1, "a heading \(element.name) follows one of level \(level)")
      level = next
    }
    return root
  }

  private static func require(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    guard condition else { throw Fault(words: words()) }
  }
}

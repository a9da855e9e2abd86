import APICallBase

/// The filters of text.
enum TextFilters {
  static let rows = [
    TemplateFilter("upper", takes: .plain, gives: .text, upper),
    TemplateFilter("lower", takes: .plain, gives: .text, lower),
    TemplateFilter("trim", takes: .plain, gives: .text, trim),
  ]

  private static func upper(_ call: FilterCall) throws(FilterRefusal) -> Value {
    .text(try call.text().uppercased())
  }

  private static func lower(_ call: FilterCall) throws(FilterRefusal) -> Value {
    .text(try call.text().lowercased())
  }

  private static func trim(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let start = try call.text().drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return .text("") }
    return .text(String(start[...last]))
  }
}

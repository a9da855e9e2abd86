import APICallBase
import JSONText

/// The filters that take lists apart and put them together.
enum ListFilters {
  static let rows = [
    TemplateFilter("first", takes: .list, gives: .any, first),
    TemplateFilter("last", takes: .list, gives: .any, last),
    TemplateFilter(
      "join", [TemplateParameter("separator", .text)], takes: .list, gives: .text, join),
  ]

  private static func first(_ call: FilterCall) throws(FilterRefusal) -> Value {
    try call.list()[0].map { Value($0) } ?? .null
  }

  private static func last(_ call: FilterCall) throws(FilterRefusal) -> Value {
    try call.list()[-1].map { Value($0) } ?? .null
  }

  private static func join(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let separator = try call.text(at: 0)
    let list = try call.list()
    guard call.scope.allowance.take(separator.utf8.count, times: list.count)
    else { throw .tooMuch }
    var texts: [String] = []
    for element in list.elements {
      let item = Value(element)
      guard let text = item.plainText else {
        throw .takes("a list of text and numbers", got: "one that contains \(item.typeName)")
      }
      texts.append(text)
    }
    return .text(texts.joined(separator: separator))
  }
}

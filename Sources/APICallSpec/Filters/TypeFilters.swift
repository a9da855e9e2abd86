import APICallBase
import JSONText

/// The filters that turn values into those of another type.
enum TypeFilters {
  static let rows = [
    TemplateFilter("number", takes: [.text, .number], gives: .number, number),
    TemplateFilter("bool", takes: [.text, .boolean], gives: .boolean, bool),
  ]

  private static func number(_ call: FilterCall) throws(FilterRefusal) -> Value {
    if case .json(let json) = call.value, json.kind == .number { return call.value }
    guard case .text(let text) = call.value, JSONWriter.isNumber(text)
    else { throw .takes("a JSON number") }
    return .number(text)
  }

  private static func bool(_ call: FilterCall) throws(FilterRefusal) -> Value {
    if case .json(let json) = call.value, json.kind == .boolean { return call.value }
    guard case .text(let text) = call.value, text == "true" || text == "false",
      let boolean = try? Value(json: text)
    else { throw .takes("true or false") }
    return boolean
  }
}

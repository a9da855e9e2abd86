import APICallBase
import JSONText

/// The filters that turn values into those of another type.
enum TypeFilters {
  static let rows = [
    TemplateFilter("number", takes: [.text, .number], gives: .number, number),
    TemplateFilter("tonumber", takes: [.text, .number], gives: .number, number),
    TemplateFilter("bool", takes: [.text, .boolean], gives: .boolean, bool),
    TemplateFilter("not", takes: .boolean, gives: .boolean, missing: .isFalse, not),
    TemplateFilter("tostring", takes: .hasJSON, gives: .text, tostring),
    TemplateFilter("type", takes: .any, gives: .text, type),
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

  private static func not(_ call: FilterCall) throws(FilterRefusal) -> Value {
    guard case .json(let json) = call.value, let boolean = json.boolean
    else { throw .takes("true or false") }
    return .boolean(!boolean)
  }

  private static func tostring(_ call: FilterCall) throws(FilterRefusal) -> Value {
    if case .text = call.value { return call.value }
    return .text(try call.compactJSON())
  }

  private static func type(_ call: FilterCall) throws(FilterRefusal) -> Value {
    switch call.value {
    case .text: .text(JSONKind.string.name)
    case .json(let json): .text(json.kind.name)
    case .bytes: .text("bytes")
    case .file: .text("file")
    }
  }
}

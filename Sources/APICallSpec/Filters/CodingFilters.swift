import APICallBase
import APICallHTTP
import JSONText

/// The filters that write values in another form, and read them again.
enum CodingFilters {
  static let rows = [
    TemplateFilter("base64", takes: .hasBytes, gives: .text, base64),
    TemplateFilter("base64url", takes: .hasBytes, gives: .text, base64url),
    TemplateFilter("hex", takes: .hasBytes, gives: .text, hex),
    TemplateFilter("json", takes: .hasJSON, gives: .text, json),
    TemplateFilter("urlencode", takes: .hasBytes, gives: .text, urlencode),
  ]

  private static func base64(_ call: FilterCall) throws(FilterRefusal) -> Value {
    .text(Base64.encode(try call.bytes()))
  }

  private static func base64url(_ call: FilterCall) throws(FilterRefusal) -> Value {
    .text(Base64.encode(try call.bytes(), with: .url))
  }

  private static func hex(_ call: FilterCall) throws(FilterRefusal) -> Value {
    .text(Hexadecimal.encode(try call.bytes()))
  }

  private static func urlencode(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let encoded = PercentEncoding.encode(try call.bytes(), for: .value)
    return .text(String(decoding: encoded, as: UTF8.self))
  }

  private static func json(_ call: FilterCall) throws(FilterRefusal) -> Value {
    .text(try call.compactJSON())
  }
}

extension FilterCall {
  /// The value as JSON without white space.
  func compactJSON() throws(FilterRefusal) -> String {
    guard case .json = value else {
      guard case .text = value else { throw .takes("text, numbers, lists and maps") }
      return String(decoding: value.jsonText, as: UTF8.self)
    }
    let text = value.jsonText
    var compact: [UInt8] = []
    var compactor = JSONCompactor()
    do {
      try compactor.push(text.span, into: &compact)
      try compactor.finish(into: &compact)
    } catch {
      compact = text
    }
    return String(decoding: compact, as: UTF8.self)
  }
}

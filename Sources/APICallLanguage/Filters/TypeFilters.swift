import APICallText
import Decimals
import JSONText

/// The filters that turn values into those of another type.
enum TypeFilters {
  static let rows = [
    TemplateFilter(
      "number",
      "Converts text that is a JSON number to a number with the same digits. With a base "
        + "from 2 to 36, the text is a whole number, and may begin with 0x, 0o or 0b of that "
        + "base.",
      example: #""0xff" | number(16) → 255"#,
      [base], takes: [.text, .number], gives: .number, number),
    TemplateFilter(
      "tonumber", "The same as number.",
      example: #""1e3" | tonumber → 1e3"#,
      [base], takes: [.text, .number], gives: .number, number),
    TemplateFilter(
      "bool", "Converts the text true or false to a boolean.",
      example: #""true" | bool → true"#,
      takes: [.text, .boolean], gives: .boolean, bool),
    TemplateFilter(
      "not", "Turns true into false, and false, null or a missing value into true.",
      example: "true | not → false",
      takes: .boolean, gives: .boolean, missing: .isFalse, not),
    TemplateFilter(
      "tostring",
      "Converts a value to text: text stays as it is, anything else becomes JSON text; "
        + "not bytes or files.",
      example: #"[1] | tostring → "[1]""#,
      takes: .hasJSON, gives: .text, tostring),
    TemplateFilter(
      "type",
      "Names the type of a value: null, boolean, number, string, array, object, bytes or file.",
      example: #"[1] | type → "array""#,
      takes: .any, gives: .text, type),
  ]

  private static let bases = 2...36
  private static let base = TemplateParameter.integer("base", bases, isOptional: true)

  private static func number(_ call: FilterCall) throws(FilterRefusal) -> Value {
    guard call.argument(0) == nil else {
      return try number(call, inBase: try call.integer(at: 0, in: bases))
    }
    if case .json(let json) = call.value, json.kind == .number { return call.value }
    guard case .text(let text) = call.value, JSONWriter.isNumber(text)
    else { throw .takes("a JSON number") }
    return .number(text)
  }

  /// Reads digits of another base, with or without `0x`, `0o` or `0b` of that base before them.
  private static func number(_ call: FilterCall, inBase base: Int) throws(FilterRefusal) -> Value {
    let refusal = FilterRefusal.takes("a whole number in base \(base)")
    var digits = try call.text()[...]
    let isNegative = digits.first == "-"
    if isNegative { digits = digits.dropFirst() }
    let prefix = [2: "0b", 8: "0o", 16: "0x"][base]
    if let prefix, digits.prefix(2).lowercased() == prefix { digits = digits.dropFirst(2) }
    guard !digits.isEmpty else { throw refusal }
    do throws(DecimalProblem) {
      var number = Decimal.zero
      for character in digits.drop(while: { $0 == "0" }) {
        guard let digit = character.valueAsDigit, digit < base else { throw .notNumber }
        number = try number * Decimal(base) + Decimal(digit)
      }
      return .number((isNegative ? try Decimal.zero - number : number).description)
    } catch {
      throw error == .notNumber ? refusal : .tooLong
    }
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

extension Character {
  /// The value of a digit, or of a letter as a digit after 9; nil for another character.
  fileprivate var valueAsDigit: Int? {
    guard let byte = asciiValue else { return nil }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return Int(byte - UInt8(ascii: "A")) + 10
    default: return nil
    }
  }
}

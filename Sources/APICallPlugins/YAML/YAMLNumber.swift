import JSONText

/// Numbers of the YAML 1.2 core schema as JSON writes them.
enum YAMLNumber {
  /// Writes a number in the digits that it has.
  ///
  /// - Parameter text: what the core schema takes for a number.
  /// - Returns: the number; nil for infinities, what is no number, and more than 64 bits of octal or
  ///   hexadecimal digits.
  static func json(_ text: String) -> String? {
    if JSONWriter.isNumber(text) { return text }
    if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16).map(String.init) }
    if text.hasPrefix("0o") { return UInt64(text.dropFirst(2), radix: 8).map(String.init) }
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let whole = unsigned.prefix { $0.isASCII && $0.isNumber }
    var rest = unsigned.dropFirst(whole.count)
    var number = isNegative ? "-" : ""
    // JSON knows no zeros in front, and no point without digits on both of its sides.
    let digits = whole.drop { $0 == "0" }
    number += digits.isEmpty ? "0" : digits
    if rest.hasPrefix("."), !(rest.dropFirst().first?.isNumber ?? false) { rest = rest.dropFirst() }
    number += rest
    return JSONWriter.isNumber(number) ? number : nil
  }
}

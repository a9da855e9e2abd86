/// A number of YAML that JSON does not have: `007`, `0x1f`, `.5`, `.inf`.
struct DoubtfulNumber {
  /// The number as it is written.
  let text: String

  /// What to write instead.
  var hint: String {
    if let number {
      return "write \"\(text)\" if it is text, \(number) if it is a number"
    }
    return "write \"\(text)\" if it is text; JSON has no such number"
  }

  /// The number in JSON's words; nil where JSON has no such number, or it is too long to convert.
  private var number: String? {
    if let octal = integer("0o", radix: 8) { return octal }
    if let hexadecimal = integer("0x", radix: 16) { return hexadecimal }
    let isNegative = text.hasPrefix("-")
    var digits = Substring(text)
    if digits.first == "-" || digits.first == "+" { digits.removeFirst() }
    let exponent = digits.firstIndex { $0 == "e" || $0 == "E" } ?? digits.endIndex
    let parts = digits[..<exponent].split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, digits.first?.isLetter != true,
      parts.allSatisfy({ $0.allSatisfy(\.isWholeNumber) })
    else { return nil }
    let trimmed = whole.drop { $0 == "0" }
    var result = (isNegative ? "-" : "") + (trimmed.isEmpty ? "0" : String(trimmed))
    if parts.count > 1 { result += "." + (parts[1].isEmpty ? "0" : parts[1]) }
    return result + digits[exponent...]
  }

  private func integer(_ prefix: String, radix: Int) -> String? {
    guard text.hasPrefix(prefix) else { return nil }
    return UInt64(text.dropFirst(prefix.count), radix: radix).map { String($0) }
  }
}

extension Decimal: CustomStringConvertible {
  /// The number as JSON writes it: without an exponent from `1e-7` to below `1e21`, and without
  /// zeros at the end of its fraction.
  package var description: String {
    guard !isZero else { return "0" }
    let digits = magnitude.digits
    let first = exponent + digits.count - 1
    guard first < -7 || first > 20 else { return plain(digits) }
    var text = isNegative ? "-" : ""
    text.unicodeScalars.append(Unicode.Scalar(digits[0]))
    if digits.count > 1 { text += "." + String(decoding: digits[1...], as: UTF8.self) }
    return text + (first < 0 ? "e-" : "e+") + String(abs(first))
  }

  /// The number with exactly so many digits after the point, rounded half away from zero.
  package func fixed(_ places: Int) throws(DecimalProblem) -> String {
    let number = try rounded(to: places)
    let text = number.isZero ? "0" : number.plain(number.magnitude.digits)
    guard places > 0 else { return text }
    let present = number.isZero ? 0 : max(0, -number.exponent)
    return text + (present == 0 ? "." : "") + String(repeating: "0", count: places - present)
  }

  private func plain(_ digits: [UInt8]) -> String {
    var bytes: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    let zero = UInt8(ascii: "0")
    if exponent >= 0 {
      bytes += digits
      bytes += [UInt8](repeating: zero, count: exponent)
    } else if -exponent < digits.count {
      bytes += digits[..<(digits.count + exponent)]
      bytes.append(UInt8(ascii: "."))
      bytes += digits[(digits.count + exponent)...]
    } else {
      bytes += [zero, UInt8(ascii: ".")]
      bytes += [UInt8](repeating: zero, count: -exponent - digits.count)
      bytes += digits
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

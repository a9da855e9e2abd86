/// A number to compare: exact, and quick for those of up to 18 digits without an exponent.
struct JSONPathDecimal {
  /// The number as JSON has it.
  let text: ArraySlice<UInt8>
  /// Its digits as an integer, which is to be divided by ten as often as `scale` says; nil where
  /// they are too many or there is an exponent.
  private let digits: Int?
  private let scale: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    var digits = 0
    var count = 0
    var point: Int?
    for octet in text {
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        if count <= 18 { digits = digits * 10 + Int(octet - 0x30) }
      case UInt8(ascii: "."): point = count
      case UInt8(ascii: "-"): continue
      default: count = .max - 1
      }
      if count > 18 { break }
    }
    let isNegative = text.first == UInt8(ascii: "-")
    self.digits = count > 18 ? nil : isNegative ? -digits : digits
    scale = point.map { count - $0 } ?? 0
  }

  init(_ integer: Int) {
    text = Array(String(integer).utf8)[...]
    digits = integer
    scale = 0
  }

  func isEqual(to other: JSONPathDecimal) -> Bool {
    if let (left, right) = aligned(with: other) { return left == right }
    return text == other.text || JSONNumber(octets: text) == JSONNumber(octets: other.text)
  }

  func isLess(than other: JSONPathDecimal) -> Bool {
    if let (left, right) = aligned(with: other) { return left < right }
    guard let left = JSONNumber(octets: text), let right = JSONNumber(octets: other.text) else {
      return false
    }
    return left < right
  }

  /// Both as integers of the same scale; nil where they are too large for that.
  private func aligned(with other: JSONPathDecimal) -> (Int, Int)? {
    guard let left = digits, let right = other.digits else { return nil }
    if scale == other.scale { return (left, right) }
    let factor = (0..<abs(scale - other.scale)).reduce(1) { power, _ in power * 10 }
    let lower = scale < other.scale ? left : right
    let (raised, overflow) = lower.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    return scale < other.scale ? (raised, right) : (left, raised)
  }
}

/// A decimal number of any length, exact.
///
/// Two are equal if they are the same number: `1`, `1.0` and `10e-1` are, and so are `0` and `-0`.
/// Making and comparing them takes time and memory that grow with the length of their text, however
/// large the exponent is.
public struct JSONNumber: Sendable, Hashable {
  /// Whether the number is below zero.
  public let isNegative: Bool
  /// The digits of 0.ddd, from 0 to 9, without a zero at either end; none for zero.
  let digits: [UInt8]
  /// The power of ten that 0.ddd is multiplied by; 0 for zero.
  let exponent: JSONExponent

  /// Reads a number.
  ///
  /// - Parameter text: a JSON number (RFC 8259, section 6) and nothing else.
  public init?(_ text: String) {
    self.init(octets: text.utf8)
  }

  init?(octets: some Collection<UInt8>) {
    guard JSONWriter.isNumber(octets: octets) else { return nil }
    let isSigned = octets.first == UInt8(ascii: "-")
    let mark = octets.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    let significand = octets[..<(mark ?? octets.endIndex)].dropFirst(isSigned ? 1 : 0)
    let wholeCount = significand.prefix { $0 != UInt8(ascii: ".") }.count
    var digits: [UInt8] = []
    digits.reserveCapacity(significand.count)
    var leadingZeros = 0
    for octet in significand where octet != UInt8(ascii: ".") {
      if digits.isEmpty, octet == UInt8(ascii: "0") {
        leadingZeros += 1
      } else {
        digits.append(octet - 0x30)
      }
    }
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
    isNegative = isSigned && !digits.isEmpty
    if digits.isEmpty {
      exponent = .small(0)
    } else if let mark {
      let text = octets[octets.index(after: mark)...]
      exponent = JSONExponent(text, plus: wholeCount - leadingZeros)
    } else {
      exponent = .small(wholeCount - leadingZeros)
    }
  }

  /// Whether the number has no fraction: `1.0` and `1e3` have none.
  public var isInteger: Bool {
    switch exponent {
    case .small(let exponent): exponent >= digits.count
    case .large(let isNegative, _): !isNegative
    }
  }

  /// The number as an integer of the machine, or nil if it is none or too large.
  public var integer: Int? {
    guard case .small(let exponent) = exponent, isInteger, exponent <= 19 else { return nil }
    var value = 0
    for position in 0..<exponent {
      let digit = position < digits.count ? Int(digits[position]) : 0
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      // Negative, because the range of Int reaches further down than up.
      let (sum, overflowed) = tenfold.subtractingReportingOverflow(digit)
      if overflow || overflowed { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }
}

extension JSONNumber: Comparable {
  /// Says whether one number is below another.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? isMagnitudeLess(right, left) : isMagnitudeLess(left, right)
  }

  private static func isMagnitudeLess(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
    if left.digits.isEmpty || right.digits.isEmpty {
      return left.digits.isEmpty && !right.digits.isEmpty
    }
    if left.exponent != right.exponent { return left.exponent < right.exponent }
    return left.digits.lexicographicallyPrecedes(right.digits)
  }
}

/// A decimal number of any length, exact.
///
/// Two numbers are equal if they have the same value: `1`, `1.0` and `10e-1` are equal, and so are
/// `0` and `-0`. Creating and comparing numbers takes time and memory that grow with the length of
/// their text, however large the exponent is.
public struct JSONNumeral: Sendable, Hashable {
  /// Whether the number is below zero.
  public let isNegative: Bool
  /// The digits of 0.ddd, from 0 to 9, without a zero at either end; empty for zero.
  let digits: [UInt8]
  /// The power of ten by which 0.ddd is multiplied; 0 for zero.
  let exponent: JSONExponent

  /// Reads a number.
  ///
  /// - Parameter text: a JSON number (RFC 8259, section 6) and nothing else.
  public init?(_ text: String) {
    self.init(bytes: text.utf8)
  }

  init?(bytes: some Collection<UInt8>) {
    guard JSONWriter.isNumber(bytes: bytes) else { return nil }
    let isSigned = bytes.first == UInt8(ascii: "-")
    let mark = bytes.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    let significand = bytes[..<(mark ?? bytes.endIndex)].dropFirst(isSigned ? 1 : 0)
    let wholeCount = significand.prefix { $0 != UInt8(ascii: ".") }.count
    var digits: [UInt8] = []
    digits.reserveCapacity(significand.count)
    var leadingZeros = 0
    for byte in significand where byte != UInt8(ascii: ".") {
      if digits.isEmpty, byte == UInt8(ascii: "0") {
        leadingZeros += 1
      } else {
        digits.append(byte - 0x30)
      }
    }
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
    isNegative = isSigned && !digits.isEmpty
    if digits.isEmpty {
      exponent = .small(0)
    } else if let mark {
      let text = bytes[bytes.index(after: mark)...]
      exponent = JSONExponent(text, plus: wholeCount - leadingZeros)
    } else {
      exponent = .small(wholeCount - leadingZeros)
    }
  }

  /// Whether the number has no fraction, like `1.0` and `1e3`.
  public var isInteger: Bool {
    switch exponent {
    case .small(let exponent): exponent >= digits.count
    case .large(let isNegative, _): !isNegative
    }
  }

  /// The number as an Int; nil if it is not an integer or is too large.
  public var integer: Int? { integer(Int.self) }

  /// The number as an integer of a type; nil if it is not an integer, or does not fit.
  package func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, roundedDownTimesTenTo power: Int? = nil
  ) -> Integer? {
    guard case .small(let exponent) = exponent, power != nil || isInteger else { return nil }
    // No type has 40 digits.
    let count = exponent + (power ?? 0)
    guard count <= 40 else { return nil }
    var value: Integer = 0
    for position in 0..<max(count, 0) {
      let digit = position < digits.count ? Integer(digits[position]) : 0
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      // Downwards for a number below zero, because the range reaches further down than up.
      let (sum, overflowed) =
        isNegative
        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      if overflow || overflowed { return nil }
      value = sum
    }
    guard isNegative, digits.count > max(count, 0) else { return value }
    let (lower, overflow) = value.subtractingReportingOverflow(1)
    return overflow ? nil : lower
  }
}

extension JSONNumeral: Comparable {
  /// Returns whether one number is less than another.
  public static func < (left: JSONNumeral, right: JSONNumeral) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? isMagnitudeLess(right, left) : isMagnitudeLess(left, right)
  }

  private static func isMagnitudeLess(_ left: JSONNumeral, _ right: JSONNumeral) -> Bool {
    if left.digits.isEmpty || right.digits.isEmpty {
      return left.digits.isEmpty && !right.digits.isEmpty
    }
    if left.exponent != right.exponent { return left.exponent < right.exponent }
    return left.digits.lexicographicallyPrecedes(right.digits)
  }
}

/// An integer of any length, for exponents such as that of `1e99999999999999999999`.
///
/// Every number has only one form, so that equal numbers are equal as data.
enum JSONExponent: Sendable, Hashable {
  /// A number of at most 18 digits.
  case small(Int)
  /// A longer number, as digits from 0 to 9 without leading zeros.
  case large(isNegative: Bool, digits: [UInt8])

  private static let smallDigits = 18

  init(_ text: some Collection<UInt8>, plus offset: Int) {
    let isNegative = text.first == UInt8(ascii: "-")
    var digits: [UInt8] = []
    for byte in text where byte.isDigit && (byte != 0x30 || !digits.isEmpty) {
      digits.append(byte - 0x30)
    }
    guard digits.count > Self.smallDigits else {
      let magnitude = digits.reduce(0) { $0 * 10 + Int($1) }
      self.init((isNegative ? -magnitude : magnitude) + offset)
      return
    }
    // The magnitude is at least 10 to the 18th, so the sign stays as it is.
    var carry = isNegative ? -offset : offset
    for index in digits.indices.reversed() where carry != 0 {
      let sum = carry + Int(digits[index])
      let digit = (sum % 10 + 10) % 10
      digits[index] = UInt8(digit)
      carry = (sum - digit) / 10
    }
    while carry > 0 {
      digits.insert(UInt8(carry % 10), at: 0)
      carry /= 10
    }
    digits = Array(digits.drop { $0 == 0 })
    guard digits.count > Self.smallDigits else {
      let magnitude = digits.reduce(0) { $0 * 10 + Int($1) }
      self = .small(isNegative ? -magnitude : magnitude)
      return
    }
    self = .large(isNegative: isNegative, digits: digits)
  }

  private init(_ value: Int) {
    let digits = String(value.magnitude).utf8.map { $0 - 0x30 }
    self =
      digits.count > Self.smallDigits
      ? .large(isNegative: value < 0, digits: digits) : .small(value)
  }
}

extension JSONExponent: Comparable {
  static func < (left: JSONExponent, right: JSONExponent) -> Bool {
    switch (left, right) {
    case (.small(let left), .small(let right)):
      return left < right
    case (.small, .large(let isNegative, _)):
      return !isNegative
    case (.large(let isNegative, _), .small):
      return isNegative
    case (.large(let isLeftNegative, let left), .large(let isRightNegative, let right)):
      guard isLeftNegative == isRightNegative else { return isLeftNegative }
      let (lower, higher) = isLeftNegative ? (right, left) : (left, right)
      return lower.count != higher.count
        ? lower.count < higher.count : lower.lexicographicallyPrecedes(higher)
    }
  }
}

/// A decimal number without rounding, as computations with JSON numbers need it.
///
/// It has at most ``mostDigits`` digits and an exponent from -``largestExponent`` to
/// ``largestExponent``. Equal numbers are equal however they were written: `1.10` and `11e-1`.
package struct Decimal: Sendable, Hashable {
  /// The maximum number of digits without the zeros at both ends.
  package static let mostDigits = 1_000
  /// The largest exponent of the first digit, and the smallest one with a minus.
  package static let largestExponent = 6_144

  package let isNegative: Bool
  /// The digits; the last one is not 0.
  let magnitude: Magnitude
  /// The power of ten of the last digit; 0 for zero.
  let exponent: Int

  package static let zero = Decimal(false, .zero, 0)
  package static let one = Decimal(false, .one, 0)

  private init(_ isNegative: Bool, _ magnitude: Magnitude, _ exponent: Int) {
    self.isNegative = isNegative
    self.magnitude = magnitude
    self.exponent = exponent
  }

  package init(_ integer: Int) {
    let magnitude = Magnitude(UInt64(integer.magnitude))
    let zeros = magnitude.trailingZeros
    self.init(integer < 0, magnitude.without(zeros), zeros)
  }

  /// Creates the number `magnitude × 10^exponent`.
  init(
    negative isNegative: Bool, _ magnitude: Magnitude, exponent: Int
  ) throws(DecimalProblem) {
    guard !magnitude.isZero else {
      self = .zero
      return
    }
    let zeros = magnitude.trailingZeros
    let digits = magnitude.digitCount - zeros
    let first = exponent + zeros + digits - 1
    guard digits <= Self.mostDigits, abs(first) <= Self.largestExponent else { throw .tooLarge }
    self.init(isNegative, magnitude.without(zeros), exponent + zeros)
  }

  /// Reads a number of JSON (RFC 8259, section 6).
  package init(_ text: String) throws(DecimalProblem) {
    var reader = DecimalReader(Array(text.utf8)[...])
    self = try reader.read()
  }

  package var isZero: Bool { magnitude.isZero }
}

/// Why there is no number.
package enum DecimalProblem: Error, Hashable {
  case notNumber
  /// The number has more digits, or a larger exponent, than a ``Decimal`` can have.
  case tooLarge
  case divisionByZero
}

extension Decimal {
  /// The digits of two numbers, with the same power of ten for the last one.
  static func aligned(_ left: Decimal, _ right: Decimal) -> (Magnitude, Magnitude) {
    let exponent = min(left.exponent, right.exponent)
    return (
      left.magnitude.shifted(by: left.exponent - exponent),
      right.magnitude.shifted(by: right.exponent - exponent)
    )
  }
}

/// Reads a number of JSON.
private struct DecimalReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  mutating func read() throws(DecimalProblem) -> Decimal {
    let isNegative = take("-")
    var digits = takeDigits()
    guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else {
      throw .notNumber
    }
    var exponent = 0
    if take(".") {
      let fraction = takeDigits()
      guard !fraction.isEmpty else { throw .notNumber }
      digits += fraction
      exponent = -fraction.count
    }
    if take("e") || take("E") {
      let isBelow = take("-")
      if !isBelow { _ = take("+") }
      let power = takeDigits()
      guard !power.isEmpty else { throw .notNumber }
      // A larger one cannot be represented, unless the number is zero.
      let size = power.drop { $0 == UInt8(ascii: "0") }.prefix(9)
        .reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      exponent += isBelow ? -size : size
    }
    guard rest.isEmpty else { throw .notNumber }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= Decimal.mostDigits + Decimal.largestExponent else {
      throw .tooLarge
    }
    return try Decimal(
      negative: isNegative, Magnitude(digits: significant), exponent: exponent)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    rest = rest[digits.endIndex...]
    return digits
  }
}

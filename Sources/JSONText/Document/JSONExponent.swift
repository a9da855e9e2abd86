/// An integer of any length, for exponents such as that of `1e99999999999999999999`.
///
/// Every number has one form only, so that equal ones are equal as data.
enum JSONExponent: Sendable, Hashable {
  /// A number of at most 18 digits.
  case small(Int)
  /// A longer number, as digits from 0 to 9 without leading zeros.
  case large(isNegative: Bool, digits: [UInt8])

  private static let smallDigits = 18

  /// Adds a small number to the text of an exponent.
  ///
  /// - Parameters:
  ///   - text: an optional sign and at least one digit, in ASCII.
  ///   - offset: what is added; below 10 to the 17th in magnitude.
  init(_ text: some Collection<UInt8>, plus offset: Int) {
    let isNegative = text.first == UInt8(ascii: "-")
    var digits: [UInt8] = []
    for octet in text where octet.isDigit && (octet != 0x30 || !digits.isEmpty) {
      digits.append(octet - 0x30)
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

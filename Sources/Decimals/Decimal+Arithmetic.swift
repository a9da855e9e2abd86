extension Decimal {
  /// The number of digits of a quotient that does not end before.
  package static let digitsOfQuotients = 34

  /// The sum, exact.
  package static func + (left: Decimal, right: Decimal) throws(DecimalProblem) -> Decimal {
    if left.isZero { return right }
    if right.isZero { return left }
    try checkDistance(left, right)
    let (one, two) = aligned(left, right)
    let exponent = min(left.exponent, right.exponent)
    guard left.isNegative != right.isNegative else {
      return try Decimal(negative: left.isNegative, one + two, exponent: exponent)
    }
    return one < two
      ? try Decimal(negative: right.isNegative, two - one, exponent: exponent)
      : try Decimal(negative: left.isNegative, one - two, exponent: exponent)
  }

  /// The difference, exact.
  package static func - (left: Decimal, right: Decimal) throws(DecimalProblem) -> Decimal {
    try left + right.negated
  }

  /// The product, exact.
  package static func * (left: Decimal, right: Decimal) throws(DecimalProblem) -> Decimal {
    try Decimal(
      negative: left.isNegative != right.isNegative, left.magnitude * right.magnitude,
      exponent: left.exponent + right.exponent)
  }

  /// The quotient: exact if it ends within 34 digits, else rounded to 34 digits, half to even.
  package static func / (left: Decimal, right: Decimal) throws(DecimalProblem) -> Decimal {
    guard !right.isZero else { throw .divisionByZero }
    // Enough zeros for one digit more than the quotient has.
    let zeros = max(
      0, digitsOfQuotients + 2 + right.magnitude.digitCount - left.magnitude.digitCount)
    let (quotient, rest) = left.magnitude.shifted(by: zeros).divided(by: right.magnitude)
    let isNegative = left.isNegative != right.isNegative
    let exponent = left.exponent - right.exponent - zeros
    let excess = quotient.digitCount - digitsOfQuotients
    // Only the quotient of zero has no excess.
    let isExact = excess <= 0 || rest.isZero && quotient.trailingZeros >= excess
    if isExact { return try Decimal(negative: isNegative, quotient, exponent: exponent) }
    let rounded = quotient.rounded(dropping: excess, isExact: rest.isZero)
    return try Decimal(negative: isNegative, rounded, exponent: exponent + excess)
  }

  /// The remainder of a division whose quotient is whole, exact, with the sign of the left number.
  package static func % (left: Decimal, right: Decimal) throws(DecimalProblem) -> Decimal {
    guard !right.isZero else { throw .divisionByZero }
    if left.isZero { return left }
    try checkDistance(left, right)
    let (one, two) = aligned(left, right)
    return try Decimal(
      negative: left.isNegative, one.divided(by: two).remainder,
      exponent: min(left.exponent, right.exponent))
  }

  /// The power, exact.
  package func raised(to power: Int) throws(DecimalProblem) -> Decimal {
    guard (0...Self.mostDigits).contains(power) else { throw .tooLarge }
    var (result, factor, rest) = (Decimal.one, self, power)
    while rest > 0 {
      if rest % 2 == 1 { result = try result * factor }
      rest /= 2
      if rest > 0 { factor = try factor * factor }
    }
    return result
  }

  package var negated: Decimal {
    isZero ? self : (try? Decimal(negative: !isNegative, magnitude, exponent: exponent)) ?? self
  }

  package var absolute: Decimal { isNegative ? negated : self }

  /// Refuses numbers so far apart that their sum could not be written anyway.
  private static func checkDistance(
    _ left: Decimal, _ right: Decimal
  ) throws(DecimalProblem) {
    let last = min(left.exponent, right.exponent)
    let first = max(
      left.exponent + left.magnitude.digitCount, right.exponent + right.magnitude.digitCount)
    guard first - last <= 2 * largestExponent + mostDigits else { throw .tooLarge }
  }
}

// MARK: Rounding

extension Decimal {
  /// How a number becomes one with fewer digits.
  package enum Rounding: Sendable {
    /// To the nearest, and a half away from zero.
    case halfAwayFromZero
    case down
    case up
  }

  /// The number with at most so many digits after the point.
  package func rounded(
    to places: Int = 0, _ rounding: Rounding = .halfAwayFromZero
  ) throws(DecimalProblem) -> Decimal {
    let excess = -exponent - places
    guard excess > 0 else { return self }
    let count = magnitude.digitCount
    let (kept, dropped) =
      excess > count
      ? (Magnitude.zero, magnitude) : magnitude.divided(by: Magnitude.one.shifted(by: excess))
    let isAway: Bool =
      switch rounding {
      case .down: isNegative
      case .up: !isNegative
      case .halfAwayFromZero:
        excess <= count && dropped >= Magnitude(5).shifted(by: excess - 1)
      }
    return try Decimal(
      negative: isNegative, isAway ? kept + .one : kept, exponent: -places)
  }
}

extension Magnitude {
  /// The number without its last digits, rounded half to even.
  fileprivate func rounded(dropping count: Int, isExact: Bool) -> Magnitude {
    let (kept, dropped) = divided(by: Magnitude.one.shifted(by: count))
    let half = Magnitude(5).shifted(by: count - 1)
    let isUp = dropped > half || (dropped == half && (!isExact || kept.isOdd))
    return isUp ? kept + .one : kept
  }
}

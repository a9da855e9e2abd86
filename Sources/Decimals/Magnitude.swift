/// A whole number of any size without a sign: the digits of a ``Decimal``.
struct Magnitude: Sendable, Hashable {
  private static let width = 9
  /// One more than the largest limb.
  private static let base: UInt64 = 1_000_000_000

  /// The digits in groups of nine, the least significant first; the last one is not zero.
  private var limbs: [UInt32]

  static let zero = Magnitude(limbs: [])
  static let one = Magnitude(limbs: [1])

  private init(limbs: [UInt32]) { self.limbs = limbs }

  init(_ value: UInt64) {
    limbs = []
    var rest = value
    while rest > 0 {
      limbs.append(UInt32(rest % Self.base))
      rest /= Self.base
    }
  }

  init(digits: ArraySlice<UInt8>) {
    limbs = []
    limbs.reserveCapacity(digits.count / Self.width + 1)
    var end = digits.endIndex
    while end > digits.startIndex {
      let start = max(end - Self.width, digits.startIndex)
      limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) })
      end = start
    }
    trim()
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }

  var isZero: Bool { limbs.isEmpty }
  var isOdd: Bool { limbs.first.map { $0 % 2 == 1 } ?? false }

  /// The number of decimal digits; 0 for zero.
  var digitCount: Int {
    guard let last = limbs.last else { return 0 }
    return (limbs.count - 1) * Self.width + Self.digits(of: last)
  }

  private static func digits(of limb: UInt32) -> Int {
    var (count, rest) = (1, limb)
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// The decimal digits, in ASCII, the most significant first; none for zero.
  var digits: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(limbs.count * Self.width)
    for limb in limbs {
      var rest = limb
      for _ in 0..<Self.width {
        digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    digits.reverse()
    return digits
  }

  /// The number of zeros at its end, in decimal digits; 0 for zero.
  var trailingZeros: Int {
    var count = 0
    for limb in limbs {
      if limb == 0 {
        count += Self.width
        continue
      }
      var rest = limb
      while rest % 10 == 0 {
        rest /= 10
        count += 1
      }
      return count
    }
    return 0
  }
}

extension Magnitude: Comparable {
  static func < (left: Magnitude, right: Magnitude) -> Bool {
    guard left.limbs.count == right.limbs.count else {
      return left.limbs.count < right.limbs.count
    }
    for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
      return left.limbs[index] < right.limbs[index]
    }
    return false
  }
}

// MARK: Arithmetic

extension Magnitude {
  static func + (left: Magnitude, right: Magnitude) -> Magnitude {
    var sum: [UInt32] = []
    let count = max(left.limbs.count, right.limbs.count)
    sum.reserveCapacity(count + 1)
    var carry: UInt64 = 0
    for index in 0..<count {
      carry += left.limb(index) + right.limb(index)
      sum.append(UInt32(carry % base))
      carry /= base
    }
    if carry > 0 { sum.append(UInt32(carry)) }
    return Magnitude(limbs: sum)
  }

  /// The difference of two numbers, of which the first is not the smaller one.
  static func - (left: Magnitude, right: Magnitude) -> Magnitude {
    var difference = Magnitude(limbs: left.limbs)
    var borrow: UInt64 = 0
    for index in left.limbs.indices {
      let taken = right.limb(index) + borrow
      let limb = left.limb(index)
      borrow = limb < taken ? 1 : 0
      difference.limbs[index] = UInt32(limb + borrow * base - taken)
      if borrow == 0, index >= right.limbs.count { break }
    }
    difference.trim()
    return difference
  }

  static func * (left: Magnitude, right: Magnitude) -> Magnitude {
    guard !left.isZero, !right.isZero else { return .zero }
    var product = [UInt32](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (index, limb) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (other, factor) in right.limbs.enumerated() {
        carry += UInt64(limb) * UInt64(factor) + UInt64(product[index + other])
        product[index + other] = UInt32(carry % base)
        carry /= base
      }
      product[index + right.limbs.count] = UInt32(carry)
    }
    var result = Magnitude(limbs: product)
    result.trim()
    return result
  }

  private func limb(_ index: Int) -> UInt64 { index < limbs.count ? UInt64(limbs[index]) : 0 }

  func shifted(by zeros: Int) -> Magnitude {
    guard !isZero, zeros > 0 else { return self }
    let whole = Magnitude(limbs: [UInt32](repeating: 0, count: zeros / Self.width) + limbs)
    let factor = (0..<zeros % Self.width).reduce(UInt32(1)) { power, _ in power * 10 }
    return factor == 1 ? whole : whole * Magnitude(limbs: [factor])
  }

  func without(_ zeros: Int) -> Magnitude {
    zeros == 0 ? self : divided(by: Magnitude.one.shifted(by: zeros)).quotient
  }

  /// Divides, and drops the fraction.
  func divided(by divisor: Magnitude) -> (quotient: Magnitude, remainder: Magnitude) {
    guard self >= divisor else { return (.zero, self) }
    if divisor.limbs.count == 1 {
      let (quotient, rest) = divided(by: divisor.limbs[0])
      return (quotient, Magnitude(UInt64(rest)))
    }
    return longDivision(by: divisor)
  }

  private func divided(by divisor: UInt32) -> (quotient: Magnitude, remainder: UInt32) {
    var quotient = self
    var rest: UInt64 = 0
    for index in limbs.indices.reversed() {
      rest = rest * Self.base + UInt64(limbs[index])
      quotient.limbs[index] = UInt32(rest / UInt64(divisor))
      rest %= UInt64(divisor)
    }
    quotient.trim()
    return (quotient, UInt32(rest))
  }

  /// Divides by a number of at least two limbs: Knuth, The Art of Computer Programming 2, 4.3.1,
  /// algorithm D.
  private func longDivision(
    by divisor: Magnitude
  ) -> (quotient: Magnitude, remainder: Magnitude) {
    // The first limb of the divisor becomes at least half of the base, so that guesses are good.
    let factor = UInt32(Self.base / (divisor.limb(divisor.limbs.count - 1) + 1))
    var rest = (self * Magnitude(limbs: [factor])).limbs
    let by = (divisor * Magnitude(limbs: [factor])).limbs
    rest += [UInt32](repeating: 0, count: max(0, limbs.count + 1 - rest.count))
    let count = by.count
    let (first, second) = (UInt64(by[count - 1]), UInt64(by[count - 2]))
    var quotient = [UInt32](repeating: 0, count: rest.count - count)
    for place in (0..<rest.count - count).reversed() {
      let top = UInt64(rest[place + count]) * Self.base + UInt64(rest[place + count - 1])
      var (guess, over) = top.quotientAndRemainder(dividingBy: first)
      while guess >= Self.base
        || guess * second > over * Self.base + UInt64(rest[place + count - 2])
      {
        guess -= 1
        over += first
        if over >= Self.base { break }
      }
      if Self.subtract(by, times: guess, from: &rest, at: place) {
        guess -= 1
        Self.add(by, to: &rest, at: place)
      }
      quotient[place] = UInt32(guess)
    }
    var (result, remainder) = (Magnitude(limbs: quotient), Magnitude(limbs: rest))
    result.trim()
    remainder.trim()
    return (result, remainder.divided(by: factor).quotient)
  }

  /// Subtracts a multiple in place; true if it was too large by one, and one has to be added again.
  private static func subtract(
    _ limbs: [UInt32], times factor: UInt64, from rest: inout [UInt32], at place: Int
  ) -> Bool {
    var carry: UInt64 = 0
    for (index, limb) in limbs.enumerated() {
      carry += factor * UInt64(limb)
      let taken = carry % base
      carry /= base
      if UInt64(rest[place + index]) < taken {
        rest[place + index] = UInt32(UInt64(rest[place + index]) + base - taken)
        carry += 1
      } else {
        rest[place + index] -= UInt32(taken)
      }
    }
    let top = UInt64(rest[place + limbs.count])
    guard top < carry else {
      rest[place + limbs.count] = UInt32(top - carry)
      return false
    }
    rest[place + limbs.count] = UInt32(top + base - carry)
    return true
  }

  private static func add(_ limbs: [UInt32], to rest: inout [UInt32], at place: Int) {
    var carry: UInt64 = 0
    for (index, limb) in limbs.enumerated() {
      carry += UInt64(rest[place + index]) + UInt64(limb)
      rest[place + index] = UInt32(carry % base)
      carry /= base
    }
    let top = UInt64(rest[place + limbs.count]) + carry
    rest[place + limbs.count] = UInt32(top % base)
  }
}

/// Makes the digests of scalars, and one digest of two.
struct JSONDigestMixer {
  /// Other numbers in each run of a program.
  private let seed: (UInt64, UInt64)

  init() {
    var hasher = Hasher()
    hasher.combine(0)
    let first = UInt64(bitPattern: Int64(hasher.finalize()))
    hasher = Hasher()
    hasher.combine(1)
    // An odd factor loses nothing.
    seed = (first, UInt64(bitPattern: Int64(hasher.finalize())) | 1)
  }

  /// Makes one number of two, whose order matters: both halves of a product.
  func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = (left ^ seed.0).multipliedFullWidth(
      by: (right &* 0x9e37_79b9_7f4a_7c15) ^ seed.1)
    return high ^ low &+ left
  }

  /// What the digest of a value of a kind begins with.
  func start(_ kind: JSONKind) -> UInt64 { mix(seed.1, UInt64(kind.rawValue)) }

  /// The digest of a scalar or a key.
  ///
  /// - Parameters:
  ///   - entry: the scalar.
  ///   - octets: the text it stands in.
  /// - Returns: the digest.
  func scalar(_ entry: JSONTapeEntry, in octets: Span<UInt8>) -> UInt64 {
    let text = octets.extracting(entry.range)
    let start = start(entry.kind)
    switch entry.kind {
    case .boolean: return mix(start, UInt64(text[0]))
    case .number: return number(text, start)
    case .string:
      let content = text.extracting(1..<text.count - 1)
      guard entry.isEscaped else { return string(content, start) }
      let decoded = content.withUnsafeBufferPointer { JSONStringDecoder.decode(Array($0)[...]) }
      return string(decoded.octets.span, start)
    default: return start
    }
  }

  private func string(_ octets: Span<UInt8>, _ start: UInt64) -> UInt64 {
    let bytes = octets.bytes
    var digest = mix(start, UInt64(octets.count))
    var index = 0
    while index &+ 8 <= octets.count {
      digest = mix(digest, bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < octets.count {
      rest = rest << 8 | UInt64(octets[index])
      index &+= 1
    }
    return mix(digest, rest)
  }

  /// The same for `1`, `1.0` and `10e-1`: made of the digits without zeros at the ends, and of the
  /// power of ten that they are multiplied by as 0.ddd.
  private func number(_ text: Span<UInt8>, _ start: UInt64) -> UInt64 {
    var digits = JSONDigestDigits()
    var exponent = 0
    var isWhole = true
    for index in text.indices {
      let octet = text[index]
      switch octet {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): isWhole = false
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        return text.withUnsafeBufferPointer { number(JSONNumber(octets: $0), start) }
      default:
        digits.append(octet &- 0x30)
        if isWhole, !digits.isZero { exponent += 1 }
        if !isWhole, digits.isZero { exponent -= 1 }
      }
    }
    guard !digits.isZero else { return mix(start, 0) }
    let isNegative = text[0] == UInt8(ascii: "-")
    return mix(mix(start, digits.sum), UInt64(bitPattern: Int64(isNegative ? ~exponent : exponent)))
  }

  private func number(_ number: JSONNumber?, _ start: UInt64) -> UInt64 {
    guard let number, !number.digits.isEmpty else { return mix(start, 0) }
    var digits = JSONDigestDigits()
    for digit in number.digits { digits.append(digit) }
    var exponent = 0
    // No number without an exponent is as large or as small as those of large ones.
    if case .small(let small) = number.exponent { exponent = small }
    return mix(
      mix(start, digits.sum), UInt64(bitPattern: Int64(number.isNegative ? ~exponent : exponent)))
  }
}

/// The digits of a number, of which zeros at either end do not count.
private struct JSONDigestDigits {
  private(set) var sum: UInt64 = 0
  private var zeros = 0

  /// Whether all digits were zeros so far.
  private(set) var isZero = true

  mutating func append(_ digit: UInt8) {
    if digit == 0 {
      if !isZero { zeros += 1 }
      return
    }
    isZero = false
    while zeros > 0 {
      sum = sum &* 10
      zeros -= 1
    }
    sum = sum &* 10 &+ UInt64(digit)
  }
}

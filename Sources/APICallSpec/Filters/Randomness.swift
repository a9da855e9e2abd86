import APICallBase

/// Numbers, choices and identifiers made of octets that nobody can foretell.
struct Randomness {
  private let octets: @Sendable (Int) -> [UInt8]

  init(_ octets: @escaping @Sendable (Int) -> [UInt8]) { self.octets = octets }

  /// 64 random bits.
  private func bits() -> UInt64 { octets(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

  /// A number of a range, each as likely as the next.
  func number(in range: ClosedRange<Int>) -> Int {
    let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    guard width < .max else { return Int(truncatingIfNeeded: bits()) }
    let bound = width + 1
    // Above this the small numbers would come once more often than the large ones. A source that
    // is stuck there must not hold the call up.
    let fair = UInt64.max - UInt64.max % bound
    var value = bits()
    for _ in 0..<64 where value >= fair { value = bits() }
    return range.lowerBound &+ Int(truncatingIfNeeded: value % bound)
  }

  func pick(_ words: [String]) -> String { words[number(in: 0...words.count - 1)] }

  /// A UUID of version 4: 122 random bits (RFC 9562, section 5.4).
  func uuid() -> String {
    var octets = Array((octets(16) + [UInt8](repeating: 0, count: 16)).prefix(16))
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    let digits = Array(Hexadecimal.encode(octets).utf8)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
  }
}

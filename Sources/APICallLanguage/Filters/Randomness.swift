import APICallText

/// Numbers, choices and identifiers made of unpredictable bytes.
struct Randomness {
  private let bytes: @Sendable (Int) -> [UInt8]

  init(_ bytes: @escaping @Sendable (Int) -> [UInt8]) { self.bytes = bytes }

  /// 64 random bits.
  private func bits() -> UInt64 { bytes(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

  func number(in range: ClosedRange<Int>) -> Int {
    let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    guard width < .max else { return Int(truncatingIfNeeded: bits()) }
    let bound = width + 1
    // Above this limit, small numbers would be more likely than large ones. A source that always
    // returns such numbers must not block the call.
    let fair = UInt64.max - UInt64.max % bound
    var value = bits()
    for _ in 0..<64 where value >= fair { value = bits() }
    return range.lowerBound &+ Int(truncatingIfNeeded: value % bound)
  }

  func pick(_ words: [String]) -> String { words[number(in: 0...words.count - 1)] }

  /// A UUID of version 4: 122 random bits (RFC 9562, section 5.4).
  func uuid() -> String {
    var bytes = Array((bytes(16) + [UInt8](repeating: 0, count: 16)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array(Hexadecimal.encode(bytes).utf8)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
  }
}

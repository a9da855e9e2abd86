extension Span<UInt8> {
  /// The number of octets at the end that begin a character of UTF-8 and do not finish it (RFC 3629,
  /// section 4).
  package var countOfIncompleteSuffix: Int {
    for length in 1...3 where length <= count {
      let octet = self[count - length]
      if octet & 0b1100_0000 == 0b1000_0000 { continue }
      let needed =
        switch octet {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return needed > length ? length : 0
    }
    return 0
  }
}

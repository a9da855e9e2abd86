/// Digests of a value and of all that stands in it, each made once, when it is first asked for.
///
/// Values that are equal have the same digest. Others have the same one by chance only: the digests
/// are other ones in each run of a program, so that nobody can make texts for which they agree.
struct JSONDigests {
  let document: JSONDocument
  private let base: Int
  private let end: Int
  /// For each entry of the value, 0 where it is not known yet.
  private var digests: [UInt64] = []

  /// Makes none yet, and takes no memory.
  init(of value: JSONValue) {
    document = value.document
    base = value.index
    end = Int(value.entry.next)
  }

  /// The digest of the value at a place of the tape, a key included.
  ///
  /// - Parameter place: one that stands in the value that this was made for.
  mutating func digest(of place: Int) -> UInt64 {
    if digests.isEmpty { digests = [UInt64](repeating: 0, count: end - base) }
    if digests[place - base] != 0 { return digests[place - base] }
    // What stands in a value is behind it on the tape.
    for place in (place..<Int(document.tape[place].next)).reversed()
    where digests[place - base] == 0 {
      let digest = makeDigest(of: place)
      digests[place - base] = digest == 0 ? 1 : digest
    }
    return digests[place - base]
  }

  /// The digest at a place, if it was made before.
  func known(_ place: Int) -> UInt64 { digests[place - base] }

  /// Makes the digest of a value from the digests of all that stands in it.
  private func makeDigest(of place: Int) -> UInt64 {
    let value = JSONValue(document: document, index: place)
    var hasher = Hasher()
    hasher.combine(value.kind.rawValue)
    switch value.kind {
    case .null: break
    case .boolean: hasher.combine(value.boolean)
    case .number: value.hashNumber(into: &hasher)
    case .string: value.hashText(into: &hasher)
    case .array:
      var child = place + 1
      let end = Int(document.tape[place].next)
      while child < end {
        hasher.combine(digests[child - base])
        child = Int(document.tape[child].next)
      }
    case .object:
      // A sum is the same in any order.
      var sum: UInt64 = 0
      for (key, value) in JSONCountedMembers(of: value).members {
        sum &+= Self.memberDigest(digests[key - base], digests[value - base])
      }
      hasher.combine(sum)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The digest of a member, made from those of its key and its value.
  static func memberDigest(_ key: UInt64, _ value: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(value)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension JSONValue {
  /// Hashes the number that this is: the same for `1`, `1.0` and `10e-1`.
  fileprivate func hashNumber(into hasher: inout Hasher) {
    if let integer = shortInteger {
      hasher.combine(integer)
    } else if let number {
      // One that fits goes the way of those that are written as an integer.
      if let integer = number.integer { hasher.combine(integer) } else { hasher.combine(number) }
    }
  }

  /// The number, if it is written as an integer of at most 18 digits.
  private var shortInteger: Int? {
    var digits = octets
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard digits.count <= 18 else { return nil }
    var integer = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      integer = integer &* 10 &+ Int(digit &- 0x30)
    }
    return isNegative ? -integer : integer
  }

  /// Hashes the decoded text of a string or key, without a copy where it has no escapes.
  func hashText(into hasher: inout Hasher) {
    if entry.isEscaped {
      decodedOctets.withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      let content = document.octets[range.lowerBound + 1..<range.upperBound - 1]
      content.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}

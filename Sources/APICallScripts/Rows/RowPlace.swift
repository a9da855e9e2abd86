/// The place of a row in its source, and a digest of its bytes: by both, a later run knows it again.
package struct RowPlace: Sendable, Hashable {
  /// The number among the rows that are taken, counted from 1.
  package var number: Int
  /// The offset of its first byte in the source.
  package var offset: Int
  package var digest: RowDigest

  package init(number: Int, offset: Int, digest: RowDigest) {
    self.number = number
    self.offset = offset
    self.digest = digest
  }
}

/// A digest by which a changed row is noticed (FNV-1a).
///
/// It has 32 bits, so that it says little of a row that is confidential.
package struct RowDigest: Sendable, Hashable {
  package private(set) var value: UInt32

  package init(value: UInt32) { self.value = value }

  package init(_ bytes: [UInt8]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    value = UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// Eight digits of base 16.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}

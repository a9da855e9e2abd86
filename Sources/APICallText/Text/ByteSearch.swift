/// Finds bytes in others, in time that grows with the sum of both lengths, whatever they contain
/// (Knuth, Morris and Pratt).
///
/// A server may control both.
package struct ByteSearch: Sendable {
  private let wanted: [UInt8]
  /// For each prefix of the wanted bytes, the length of the longest shorter prefix that is also its
  /// end.
  private let borders: [Int]

  package init(for bytes: [UInt8]) {
    wanted = bytes
    var borders = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for index in wanted.indices.dropFirst() {
      while length > 0, wanted[index] != wanted[length] { length = borders[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Visits the places at which the wanted bytes begin, from left to right; they do not overlap.
  ///
  /// Nothing is visited if no byte is wanted.
  package func visit<Problem: Error>(
    in bytes: [UInt8], _ visit: (Range<Int>) throws(Problem) -> Bool
  ) throws(Problem) {
    guard let first = wanted.first else { return }
    var length = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if length == 0, byte != first { continue }
      while length > 0, byte != wanted[length] { length = borders[length - 1] }
      if byte == wanted[length] { length += 1 }
      guard length == wanted.count else { continue }
      guard try visit(index + 1 - length..<index + 1) else { return }
      length = 0
    }
  }

  /// Whether bytes contain the wanted ones; any bytes contain none.
  package func matches(in bytes: [UInt8]) -> Bool {
    guard wanted.count <= bytes.count else { return false }
    var isFound = wanted.isEmpty
    visit(in: bytes) { _ in
      isFound = true
      return false
    }
    return isFound
  }
}

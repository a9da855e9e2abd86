/// Finds a text in others, in time that grows with their length alone (Knuth, Morris and Pratt).
struct ByteSearch {
  private let wanted: [UInt8]
  /// For each prefix of the text, the length of the longest shorter prefix that is also its end.
  private let borders: [Int]

  /// Creates a search.
  ///
  /// - Parameter text: one byte or more.
  init(for text: some Sequence<UInt8>) {
    wanted = Array(text)
    var borders = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for index in wanted.indices.dropFirst() {
      while length > 0, wanted[index] != wanted[length] { length = borders[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Visits the places at which the text begins, from left to right; they do not overlap.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to search.
  ///   - visit: receives a place; false ends the search.
  /// - Throws: what `visit` throws.
  func visit(
    in bytes: [UInt8], _ visit: (Range<Int>) throws(FilterRefusal) -> Bool
  ) throws(FilterRefusal) {
    guard !wanted.isEmpty else { return }
    var length = 0
    for index in bytes.indices {
      while length > 0, bytes[index] != wanted[length] { length = borders[length - 1] }
      if bytes[index] == wanted[length] { length += 1 }
      guard length == wanted.count else { continue }
      guard try visit(index + 1 - length..<index + 1) else { return }
      length = 0
    }
  }
}

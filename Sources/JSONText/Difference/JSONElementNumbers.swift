/// Numbers for elements of lists: the same one for those that are equal, so that telling them apart
/// takes no reading.
struct JSONElementNumbers {
  private var known: [UInt64: (number: Int, value: JSONValue)] = [:]
  private var count = 0

  /// The number of a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - digest: its digest.
  mutating func number(of value: JSONValue, digest: UInt64) -> Int {
    if let (number, other) = known[digest] {
      if other.isEqual(to: value) { return number }
      // The digests agree by chance: a number that nothing else has is never wrong, if not the best.
      count += 1
      return count
    }
    count += 1
    known[digest] = (count, value)
    return count
  }
}

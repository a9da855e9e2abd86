/// Numbers for elements of lists, so that telling them apart takes no reading: equal ones have the
/// same.
struct JSONElementNumbers {
  private var known: [UInt64: Int] = [:]
  /// The value that each number was made for first.
  private var values: [JSONValue] = []

  /// Makes room for numbers.
  ///
  /// - Parameter count: the most values there will be.
  init(for count: Int) {
    known.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  /// The number of a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - digest: its digest.
  /// - Returns: the number, from 0 on.
  mutating func number(of value: JSONValue, digest: UInt64) -> Int {
    if let number = known[digest] {
      let other = values[number]
      if other.octets == value.octets || other.isEqual(to: value) { return number }
    } else {
      known[digest] = values.count
    }
    // Where digests agree by chance, a number that nothing else has: never wrong, if not the best.
    values.append(value)
    return values.count - 1
  }
}

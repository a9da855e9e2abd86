extension JSONValue {
  /// Says whether two values are the same data, however they are written.
  ///
  /// The order of keys does not matter. Numbers are compared exactly as decimals (`1` equals `1.0`
  /// and `10e-1`), strings and keys by their decoded Unicode scalars, not normalised. Of a repeated
  /// key the last counts, on both sides. A string never equals a number.
  ///
  /// - Parameter other: the value to compare with, of this document or another.
  /// - Returns: whether they are equal.
  public func isEqual(to other: JSONValue) -> Bool {
    // A list of what is left to compare instead of recursion: depth costs no stack.
    var pairs = [(self, other)]
    while let (left, right) = pairs.popLast() {
      guard left.kind == right.kind else { return false }
      switch left.kind {
      case .null:
        continue
      case .boolean:
        guard left.boolean == right.boolean else { return false }
      case .number:
        guard left.octets == right.octets || left.number == right.number else { return false }
      case .string:
        guard left.isSameText(as: right) else { return false }
      case .array:
        guard left.pairElements(with: right, into: &pairs) else { return false }
      case .object:
        guard left.pairMembers(with: right, into: &pairs) else { return false }
      }
    }
    return true
  }

  private func isSameText(as other: JSONValue) -> Bool {
    if octets == other.octets { return true }
    guard entry.isEscaped || other.entry.isEscaped else { return false }
    return decodedOctets == other.decodedOctets
  }

  private func pairElements(
    with other: JSONValue, into pairs: inout [(JSONValue, JSONValue)]
  ) -> Bool {
    var others = other.elements
    for element in elements {
      guard let other = others.next() else { return false }
      pairs.append((element, other))
    }
    return others.next() == nil
  }

  private func pairMembers(
    with other: JSONValue, into pairs: inout [(JSONValue, JSONValue)]
  ) -> Bool {
    // Keys as octets: String would take canonically equivalent keys for one.
    let left = lastMembers
    let right = other.lastMembers
    guard left.count == right.count else { return false }
    for (key, value) in left {
      guard let other = right[key] else { return false }
      pairs.append((value, other))
    }
    return true
  }

  private var lastMembers: [[UInt8]: JSONValue] {
    var last: [[UInt8]: JSONValue] = [:]
    for (key, value) in members.places { last[key.decodedOctets] = value }
    return last
  }
}

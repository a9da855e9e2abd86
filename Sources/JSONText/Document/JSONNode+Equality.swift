extension JSONNode {
  /// Whether it is a number that a text spells, with these or other digits.
  package func isNumber(writtenAs text: String) -> Bool {
    guard kind == .number, let other = try? JSONDocument(Array(text.utf8)).root,
      other.kind == .number
    else { return false }
    return isEqual(to: other)
  }

  /// Whether one of two values is a number, and the other the text of that number.
  package func isNumberBesideText(_ other: JSONNode) -> Bool {
    string.map { other.isNumber(writtenAs: $0) } ?? other.string.map { isNumber(writtenAs: $0) }
      ?? false
  }

  /// Returns whether two values are the same data, however they are written.
  ///
  /// The order of keys does not matter. Numbers are compared exactly as decimals (`1` equals `1.0`
  /// and `10e-1`), strings and keys by their decoded Unicode scalars, without normalisation. Of a
  /// repeated key the last counts, on both sides. A string never equals a number.
  ///
  /// - Parameter other: the value to compare with, of this document or another.
  /// - Returns: whether they are equal.
  public func isEqual(to other: JSONNode) -> Bool {
    // A list of pairs to compare instead of recursion, so that depth costs no stack.
    var pairs = [(self, other)]
    while let (left, right) = pairs.popLast() {
      guard left.kind == right.kind else { return false }
      switch left.kind {
      case .null:
        continue
      case .boolean:
        guard left.boolean == right.boolean else { return false }
      case .number:
        guard left.bytes == right.bytes || left.number == right.number else { return false }
      case .string:
        guard left.isSameText(as: right) else { return false }
      case .array:
        guard left.pairElements(with: right, into: &pairs) else { return false }
      case .object:
        guard
          left.pairMembersInOrder(with: right, into: &pairs)
            || left.pairMembers(with: right, into: &pairs)
        else { return false }
      }
    }
    return true
  }

  /// Returns whether two strings or keys decode to the same Unicode scalars.
  func isSameText(as other: JSONNode) -> Bool {
    if bytes == other.bytes { return true }
    guard entry.isEscaped || other.entry.isEscaped else { return false }
    return decodedBytes == other.decodedBytes
  }

  private func pairElements(
    with other: JSONNode, into pairs: inout [(JSONNode, JSONNode)]
  ) -> Bool {
    var others = other.elements
    for element in elements {
      guard let other = others.next() else { return false }
      pairs.append((element, other))
    }
    return others.next() == nil
  }

  /// Pairs the members of small objects with the same keys in the same order and without repeated
  /// keys.
  ///
  /// Most objects are like that, and this is far faster than a dictionary. If they are not, nothing
  /// is paired.
  private func pairMembersInOrder(
    with other: JSONNode, into pairs: inout [(JSONNode, JSONNode)]
  ) -> Bool {
    let before = pairs.count
    var keys: [JSONNode] = []
    var others = other.members.places
    for (key, value) in members.places {
      guard keys.count < 16, let (otherKey, otherValue) = others.next(),
        key.isSameText(as: otherKey), !keys.contains(where: { $0.isSameText(as: key) })
      else {
        pairs.removeSubrange(before...)
        return false
      }
      keys.append(key)
      pairs.append((value, otherValue))
    }
    guard others.next() == nil else {
      pairs.removeSubrange(before...)
      return false
    }
    return true
  }

  private func pairMembers(
    with other: JSONNode, into pairs: inout [(JSONNode, JSONNode)]
  ) -> Bool {
    // Keys as bytes: String would treat canonically equivalent keys as one.
    let left = lastMembers
    let right = other.lastMembers
    guard left.count == right.count else { return false }
    for (key, value) in left {
      guard let other = right[key] else { return false }
      pairs.append((value, other))
    }
    return true
  }

  private var lastMembers: [[UInt8]: JSONNode] {
    var last: [[UInt8]: JSONNode] = [:]
    for (key, value) in members.places { last[key.decodedBytes] = value }
    return last
  }
}

extension JSONNode {
  /// Compares two values in jq's order: null, false, true, numbers, texts, lists, maps.
  ///
  /// Numbers are compared exactly, texts by their Unicode scalars, lists by their first difference,
  /// and maps first by their sorted keys and then by the values of these. Of a repeated key the last
  /// counts.
  ///
  /// Returns a number below 0 if this value comes first, 0 if they are equal, and one above 0
  /// otherwise.
  package func order(beside other: JSONNode) -> Int {
    // A list of what is still to be compared instead of recursion, so that depth costs no stack.
    var open: [Comparison] = []
    var pair: (JSONNode, JSONNode)? = (self, other)
    while true {
      if let (left, right) = pair {
        pair = nil
        let order = left.orderOfScalars(beside: right)
        guard order == 0 else { return order }
        if left.kind == .array {
          open.append(.elements(left.elements, right.elements))
        } else if left.kind == .object {
          let (some, others) = (left.sortedMembers, right.sortedMembers)
          for (member, other) in zip(some, others) where member.key != other.key {
            return member.key.lexicographicallyPrecedes(other.key) ? -1 : 1
          }
          guard some.count == others.count else { return some.count - others.count }
          open.append(.values(some.map(\.value)[...], others.map(\.value)[...]))
        }
      }
      switch open.popLast() {
      case nil: return 0
      case .elements(var some, var others):
        switch (some.next(), others.next()) {
        case (nil, nil): break
        case (nil, _): return -1
        case (_, nil): return 1
        case (let left?, let right?):
          open.append(.elements(some, others))
          pair = (left, right)
        }
      case .values(let some, let others):
        guard let left = some.first, let right = others.first else { continue }
        open.append(.values(some.dropFirst(), others.dropFirst()))
        pair = (left, right)
      }
    }
  }

  private enum Comparison {
    case elements(Elements, Elements)
    case values(ArraySlice<JSONNode>, ArraySlice<JSONNode>)
  }

  private var rank: Int {
    switch kind {
    case .null: 0
    case .boolean: boolean == true ? 2 : 1
    case .number: 3
    case .string: 4
    case .array: 5
    case .object: 6
    }
  }

  /// The order of two values; 0 for two lists or two maps.
  private func orderOfScalars(beside other: JSONNode) -> Int {
    guard rank == other.rank else { return rank - other.rank }
    if kind == .number, bytes != other.bytes, let left = number, let right = other.number {
      return left < right ? -1 : right < left ? 1 : 0
    }
    if kind == .string, bytes != other.bytes {
      let (left, right) = (decodedBytes, other.decodedBytes)
      return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }
    return 0
  }

  /// The members by their keys, without those whose key is repeated later.
  private var sortedMembers: [(key: [UInt8], value: JSONNode)] {
    var members = members.places.enumerated().map {
      (key: $0.element.key.decodedBytes, value: $0.element.value, place: $0.offset)
    }
    members.sort {
      $0.key == $1.key ? $0.place < $1.place : $0.key.lexicographicallyPrecedes($1.key)
    }
    var sorted: [(key: [UInt8], value: JSONNode)] = []
    for member in members {
      if sorted.last?.key == member.key { sorted.removeLast() }
      sorted.append((member.key, member.value))
    }
    return sorted
  }
}

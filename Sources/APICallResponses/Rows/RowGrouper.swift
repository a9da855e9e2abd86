import APICallBase
import JSONText

/// Puts rows into groups.
struct RowGrouper {
  private var places: [[UInt8]: Int] = [:]
  private var groups: [Group] = []
  var held: Int { groups.count }
  /// The number of bytes of the rows.
  private(set) var size = 0
  private var count: UInt32 = 0

  private struct Group {
    let key: JSONNode
    /// The rows, with commas between them.
    var items: [UInt8]
    /// For each row, its number among all.
    var numbers: [UInt32]
  }

  mutating func add(_ row: JSONNode, of key: JSONNode) {
    let text = Array(key.bytes)
    size += row.bytes.count + 5
    count += 1
    if let place = places[text] {
      groups[place].items.append(UInt8(ascii: ","))
      groups[place].items += row.bytes
      groups[place].numbers.append(count)
    } else {
      places[text] = groups.count
      groups.append(Group(key: key.inOwnDocument, items: Array(row.bytes), numbers: [count]))
      size += text.count
    }
  }

  /// The groups as maps with `key` and `items`, by their keys.
  ///
  /// Returns the groups; those whose keys are the same number in other digits are one. Throws a
  /// ``Failure`` if a value is nested too deeply.
  func sorted(isOne: Bool) throws(Failure) -> [JSONNode] {
    let groups = isOne && groups.isEmpty ? [Group(key: .null, items: [], numbers: [])] : groups
    let order = groups.indices.sorted { left, right in
      let order = groups[left].key.order(beside: groups[right].key)
      return order == 0 ? left < right : order < 0
    }
    var values: [JSONNode] = []
    var rest = order[...]
    while let first = rest.first {
      let key = groups[first].key
      let others = rest.prefix { key.order(beside: groups[$0].key) == 0 }
      rest = rest.dropFirst(others.count)
      values.append(
        try node(
          Array("{\"key\":".utf8) + key.bytes + Array(",\"items\":[".utf8)
            + items(of: others.map { groups[$0] }) + Array("]}".utf8)))
    }
    return values
  }

  /// The rows of groups that are one, in the order in which they were added.
  private func items(of groups: [Group]) throws(Failure) -> [UInt8] {
    guard groups.count > 1 else { return groups.first?.items ?? [] }
    let rows = try node(
      Array("[".utf8) + groups.map(\.items).joined(separator: ",".utf8) + Array("]".utf8))
    let ordered = zip(groups.flatMap(\.numbers), rows.elements).sorted { $0.0 < $1.0 }
    return Array(ordered.map(\.1.bytes).joined(separator: ",".utf8))
  }

  private func node(_ text: [UInt8]) throws(Failure) -> JSONNode {
    try rethrowing(JSONDocument(text)) { (_: JSONSyntaxError) in
      Failure(.decoding, "a group is nested too deeply")
    }.root
  }
}

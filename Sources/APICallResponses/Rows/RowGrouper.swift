import APICallBase
import JSONText

/// Puts rows into groups.
struct RowGrouper {
  private var places: [[UInt8]: Int] = [:]
  private var groups: [Group] = []
  var held: Int { groups.count }
  /// The number of bytes of the rows.
  private(set) var size = 0

  private struct Group {
    let key: JSONNode
    /// The rows, with commas between them.
    var items: [UInt8]
  }

  mutating func add(_ row: JSONNode, of key: JSONNode) {
    let text = Array(key.bytes)
    size += row.bytes.count + 1
    if let place = places[text] {
      groups[place].items.append(UInt8(ascii: ","))
      groups[place].items += row.bytes
    } else {
      places[text] = groups.count
      groups.append(Group(key: key.inOwnDocument, items: Array(row.bytes)))
      size += text.count
    }
  }

  /// The groups as maps with `key` and `items`, by their keys.
  ///
  /// Returns the groups; those whose keys are the same number in other digits are one. Throws a
  /// ``Failure`` if a value is nested too deeply.
  func sorted(isOne: Bool) throws(Failure) -> [JSONNode] {
    let groups = isOne && groups.isEmpty ? [Group(key: .null, items: [])] : groups
    let order = groups.indices.sorted { left, right in
      let order = groups[left].key.order(beside: groups[right].key)
      return order == 0 ? left < right : order < 0
    }
    var merged: [Group] = []
    for index in order {
      if let last = merged.last, last.key.order(beside: groups[index].key) == 0 {
        merged[merged.count - 1].items += [UInt8(ascii: ",")] + groups[index].items
      } else {
        merged.append(groups[index])
      }
    }
    var values: [JSONNode] = []
    for group in merged {
      let bytes =
        Array("{\"key\":".utf8) + group.key.bytes + Array(",\"items\":[".utf8) + group.items
        + Array("]}".utf8)
      let document = try rethrowing(JSONDocument(bytes)) { (_: JSONSyntaxError) in
        Failure(.decoding, "a group is nested too deeply")
      }
      values.append(document.root)
    }
    return values
  }
}

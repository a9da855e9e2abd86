import APICallBase
import JSONText

/// Rows that are put into groups.
struct RowGroups {
  private var places: [[UInt8]: Int] = [:]
  private var groups: [(key: [UInt8], items: [UInt8])] = []
  /// The number of bytes of the rows.
  private(set) var size = 0

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: its JSON text.
  ///   - key: the JSON text of the key of its group.
  mutating func add(_ row: [UInt8], of key: [UInt8]) {
    size += row.count + 1
    if let place = places[key] {
      groups[place].items.append(UInt8(ascii: ","))
      groups[place].items += row
    } else {
      places[key] = groups.count
      groups.append((key, row))
      size += key.count
    }
  }

  /// The groups as maps with `key` and `items`, by their keys.
  ///
  /// - Parameter isOne: whether there is one group, even without rows.
  /// - Returns: the groups; those whose keys are the same number in other digits are one.
  /// - Throws: a ``Failure`` if a value is nested too deeply.
  func sorted(isOne: Bool) throws(Failure) -> [Value] {
    var parsed: [(key: JSONValue, items: [UInt8])] = []
    for group in groups {
      guard let key = (try? JSONDocument(group.key))?.root else { continue }
      parsed.append((key, group.items))
    }
    if isOne, parsed.isEmpty, let null = (try? JSONDocument(Array("null".utf8)))?.root {
      parsed = [(null, [])]
    }
    let order = parsed.indices.sorted { left, right in
      let order = parsed[left].key.order(beside: parsed[right].key)
      return order == 0 ? left < right : order < 0
    }
    var merged: [(key: JSONValue, items: [UInt8])] = []
    for index in order {
      if let last = merged.last, last.key.order(beside: parsed[index].key) == 0 {
        merged[merged.count - 1].items += [UInt8(ascii: ",")] + parsed[index].items
      } else {
        merged.append(parsed[index])
      }
    }
    var values: [Value] = []
    for group in merged {
      let bytes =
        Array("{\"key\":".utf8) + group.key.bytes + Array(",\"items\":[".utf8) + group.items
        + Array("]}".utf8)
      guard let value = try? JSONDocument(bytes).root
      else { throw Failure(.decoding, "the rows of a group are nested too deeply") }
      values.append(Value(value))
    }
    return values
  }
}

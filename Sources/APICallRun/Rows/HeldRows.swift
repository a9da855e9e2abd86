import APICallBase
import APICallSpec
import JSONText

/// Rows that are sorted after the last one has arrived.
///
/// With a limit, no more than twice as many are held.
struct HeldRows {
  private let keys: [RowStages.SortKey]
  private let limit: Int?
  private var rows: [Held] = []
  private var count = 0
  /// The number of bytes of the rows.
  private(set) var size = 0

  private struct Held {
    let row: JSONValue
    let keys: [JSONValue?]
    let number: Int
  }

  init(by keys: [RowStages.SortKey], atMost limit: Int?) {
    self.keys = keys
    self.limit = limit
  }

  /// Adds a row.
  mutating func add(_ row: JSONValue) {
    // A row of its own document, so that the document of all rows need not be kept.
    let bytes = Array(row.bytes)
    guard let own = (try? JSONDocument(bytes))?.root else { return }
    let found = keys.map { key in
      key.path.reduce(own as JSONValue?) { value, step in
        switch step {
        case .member(let name): value?[name]
        case .item(let index): value?[index]
        }
      }
    }
    rows.append(Held(row: own, keys: found, number: count))
    count += 1
    size += bytes.count
    guard let limit, rows.count >= 2 * limit + 1_000 else { return }
    sort()
    rows.removeLast(rows.count - limit)
    size = rows.reduce(0) { $0 + $1.row.bytes.count }
  }

  /// The rows in their order; equal ones stay in the order in which they came, and those without a
  /// member are as if it were null.
  func sorted() -> [[UInt8]] {
    var all = self
    all.sort()
    return all.rows.prefix(limit ?? rows.count).map { Array($0.row.bytes) }
  }

  private mutating func sort() {
    let directions = keys.map(\.isDescending)
    rows.sort { left, right in
      for (index, isDescending) in directions.enumerated() {
        let order = Self.order(left.keys[index], right.keys[index])
        if order != 0 { return isDescending ? order > 0 : order < 0 }
      }
      return left.number < right.number
    }
  }

  private static func order(_ left: JSONValue?, _ right: JSONValue?) -> Int {
    switch (left, right) {
    case (nil, nil): 0
    case (nil, let right?): right.isNull ? 0 : -1
    case (let left?, nil): left.isNull ? 0 : 1
    case (let left?, let right?): left.order(beside: right)
    }
  }
}

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

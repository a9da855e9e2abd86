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
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - computed: the values of the computed keys, in order; nil for one that is missing.
  mutating func add(_ row: JSONValue, by computed: [JSONValue?]) {
    // A row of its own document, so that the document of all rows need not be kept.
    let bytes = Array(row.bytes)
    guard let own = (try? JSONDocument(bytes))?.root else { return }
    var computed = computed[...]
    let found = keys.map { key in
      switch key.content {
      case .value: computed.popFirst() ?? nil
      case .path(let path):
        path.reduce(own as JSONValue?) { value, step in
          switch step {
          case .member(let name): value?[name]
          case .item(let index): value?[index]
          }
        }
      }
    }
    rows.append(Held(row: own, keys: found, number: count))
    count += 1
    size += bytes.count + computed.reduce(0) { $0 + ($1?.bytes.count ?? 0) }
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

import APICallModel
import JSONText

/// Sorts rows after the last one has arrived.
///
/// With a limit, it holds no more than twice as many, and 1,000.
struct RowSorter {
  private let keys: [RowStages.SortKey]
  private let limit: Int?
  private var rows: [Held] = []
  private var count = 0
  var held: Int { rows.count }
  /// The number of bytes of the rows, and of the keys that are computed.
  private(set) var size = 0
  /// The places of the keys that no row has had yet.
  private var absent: [Int]
  private var first: JSONContents?
  private var kinds: [JSONKindWatch]

  private struct Held {
    let row: JSONNode
    let keys: [JSONNode?]
    let number: Int
    let size: Int
  }

  init(by keys: [RowStages.SortKey], atMost limit: Int?) {
    self.keys = keys
    self.limit = limit
    kinds = keys.map { _ in JSONKindWatch() }
    absent = keys.indices.filter { index in
      if case .path(let steps) = keys[index].content { !steps.isEmpty } else { false }
    }
  }

  /// A key that no row has, and what the first row is; nil if there are no rows.
  var lack: (key: RowStages.SortKey, first: JSONContents)? {
    guard let index = absent.first, let first else { return nil }
    return (keys[index], first)
  }

  /// A key that is of different kinds in two rows, and its values there.
  var mixture: (key: RowStages.SortKey, one: JSONNode, other: JSONNode)? {
    for (key, watch) in zip(keys, kinds) {
      if let (one, other) = watch.mixture { return (key, one, other) }
    }
    return nil
  }

  mutating func add(_ row: JSONNode, by computed: [JSONNode?]) {
    let row = row.inOwnDocument
    var rest = computed[...]
    let found = keys.map { key in
      switch key.content {
      case .value: (rest.popFirst() ?? nil)?.inOwnDocument
      case .path(let steps): MemberPath(steps).part(of: row)
      }
    }
    for (index, key) in found.enumerated() { if let key { kinds[index].note(key) } }
    if !absent.isEmpty { absent.removeAll { found[$0] != nil } }
    if count == 0, !absent.isEmpty { first = JSONContents(row) }
    let held = Held(
      row: row, keys: found, number: count,
      size: row.bytes.count + computed.reduce(0) { $0 + ($1?.bytes.count ?? 0) })
    rows.append(held)
    count += 1
    size += held.size
    guard let limit, rows.count - 1_000 >= 2 * limit else { return }
    sort()
    rows.removeLast(rows.count - limit)
    size = rows.reduce(0) { $0 + $1.size }
  }

  /// The rows in their order; equal ones stay in the order in which they came, and those without a
  /// member are as if it were null.
  func sorted() -> [JSONNode] {
    var all = self
    all.sort()
    return all.rows.prefix(limit ?? rows.count).map(\.row)
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

  private static func order(_ left: JSONNode?, _ right: JSONNode?) -> Int {
    switch (left, right) {
    case (nil, nil): 0
    case (nil, let right?): right.isNull ? 0 : -1
    case (let left?, nil): left.isNull ? 0 : 1
    case (let left?, let right?): left.order(beside: right)
    }
  }
}

extension JSONNode {
  /// The value as a document of its own, so that the document that contains it need not be kept.
  var inOwnDocument: JSONNode {
    if range == document.bytes.indices { return self }
    // A part of a document is always valid.
    return (try? JSONDocument(Array(bytes)))?.root ?? self
  }
}

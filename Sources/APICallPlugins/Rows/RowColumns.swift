import APICallBase
import APICallContracts
import APICallText
import JSONText

/// The columns of a format that prints a row for each value as it arrives, and the values in them.
///
/// The first row determines the columns, unless they are given. Later rows that lack a column have
/// an empty field in it, and what they have besides is counted.
struct RowColumns {
  private enum Columns {
    case unknown
    /// The names in order, and the place of each by its bytes, because String treats canonically
    /// equivalent keys as equal.
    case named([String], [[UInt8]: Int])
    case counted(Int)
  }

  private let format: String
  private var columns = Columns.unknown
  private var header: [String]?
  /// The number of the current row, counted from 1.
  private(set) var number = 0
  private var surplus = SurplusMembers()
  private var longRows = 0

  init(_ format: String, names: [String]?) {
    self.format = format
    guard let names else { return }
    header = names
    var places: [[UInt8]: Int] = [:]
    for (index, name) in names.enumerated() { places[Array(name.utf8)] = index }
    columns = .named(names, places)
  }

  /// Returns the names of the columns once, before the first row or at the end.
  ///
  /// Returns the names; nil if the columns have no names or these were already taken.
  mutating func takeHeader() -> [String]? {
    defer { header = nil }
    return header
  }

  /// Finds the values of a row.
  ///
  /// Returns its values, one for each column; nil if the row lacks one, or is null. Throws
  /// ``DeliveryError/unsuitable(_:hint:)`` for a first row that has no columns, and for a later one
  /// of another kind.
  mutating func values(of row: JSONNode) throws(DeliveryError) -> [JSONNode?] {
    number += 1
    if case .unknown = columns { try read(firstRow: row) }
    switch columns {
    case .named(let names, let places):
      guard row.kind == .object else { return try nothing(in: row, names.count, than: "a map") }
      return try members(of: row, names, places)
    case .counted(let count):
      guard row.kind == .array else { return try nothing(in: row, count, than: "a list") }
      return items(of: row, count)
    case .unknown: return []
    }
  }

  var remarks: [FormatRemark] {
    var remarks: [FormatRemark] = []
    if surplus.rows > 0 { remarks.append(.surplusMembers(surplus)) }
    if longRows > 0 { remarks.append(.surplusItems(rows: longRows)) }
    return remarks
  }

  /// The values of a row that has no columns, which only null may be.
  private func nothing(
    in row: JSONNode, _ count: Int, than kind: String
  ) throws(DeliveryError) -> [JSONNode?] {
    guard row.isNull else { throw .otherRow(row, number: number, than: kind) }
    return [JSONNode?](repeating: nil, count: count)
  }

  private mutating func read(firstRow row: JSONNode) throws(DeliveryError) {
    switch row.kind {
    case .object: try readNames(row)
    case .array:
      let count = row.count
      guard count > 0 else {
        throw .unsuitable("the first value has no items, so there are no columns")
      }
      columns = .counted(count)
    default:
      throw .unsuitable(
        "value \(number) is \(row.kind.typeName), but a row of \(format) must be a map or a list",
        hint: row.kind == .string
          ? "'--format lines' prints each text on a line; 'decode: csv' reads a CSV body"
          : "'--format lines' prints each value on a line")
    }
  }

  private mutating func readNames(_ row: JSONNode) throws(DeliveryError) {
    var names: [String] = []
    var places: [[UInt8]: Int] = [:]
    for (name, _) in row.members.places {
      let key = try text(of: name)
      guard places.updateValue(names.count, forKey: Array(key.utf8)) == nil else {
        throw .repeatedKey(key, inRow: number)
      }
      names.append(key)
    }
    guard !names.isEmpty else {
      throw .unsuitable("the first value has no keys, so there are no columns")
    }
    header = names
    columns = .named(names, places)
  }

  private mutating func members(
    of row: JSONNode, _ names: [String], _ places: [[UInt8]: Int]
  ) throws(DeliveryError) -> [JSONNode?] {
    var fields = [JSONNode?](repeating: nil, count: names.count)
    var others: [String] = []
    for (index, (name, value)) in row.members.places.enumerated() {
      guard let key = name.string else {
        // Half of a surrogate pair: no column has such a name.
        others.append(name.text)
        continue
      }
      // The keys are nearly always in the order of the first row.
      let isInOrder = index < names.count && key.utf8.elementsEqual(names[index].utf8)
      guard let place = isInOrder ? index : places[Array(key.utf8)] else {
        others.append(key)
        continue
      }
      guard fields[place] == nil else {
        throw .repeatedKey(key, inRow: number)
      }
      fields[place] = value
    }
    if !others.isEmpty { surplus.note(others) }
    return fields
  }

  private mutating func items(of row: JSONNode, _ count: Int) -> [JSONNode?] {
    var fields = [JSONNode?](repeating: nil, count: count)
    for (index, item) in row.elements.enumerated() {
      guard index < count else {
        longRows += 1
        break
      }
      fields[index] = item
    }
    return fields
  }

  private func text(of key: JSONNode) throws(DeliveryError) -> String {
    guard let text = key.string else {
      throw .unsuitable(
        "value \(number) has the key \(key.text.prefix(60)) with half of a surrogate pair, "
          + "which \(format) cannot show")
    }
    return text
  }
}

extension DeliveryError {
  static func repeatedKey(_ key: String, inRow number: Int) -> DeliveryError {
    .unsuitable(
      "value \(number) has the key '\(key)' twice", hint: "the format ndjson prints both values")
  }

  static func otherRow(_ row: JSONNode, number: Int, than kind: String) -> DeliveryError {
    .unsuitable(
      "row \(number) is \(row.kind.typeName), not \(kind)",
      hint: "the format ndjson prints rows of any kind")
  }
}

import APICallBase
import APICallContracts
import APICallText
import JSONText

/// The rows of a table for a JSON value.
struct TableRows {
  private static let limit = 1000

  /// A field of a row.
  struct Cell {
    var text: String
    var kind: JSONKind
  }

  /// The forms of values.
  private enum Shape {
    /// Maps, with their keys as columns.
    case records
    /// Lists, with the indexes of their items as columns.
    case lists
    /// The keys and values of one map.
    case members
    /// Any other value, with one row each.
    case values
  }

  /// The names of the columns; empty if they have no names.
  private(set) var names: [String] = []
  private(set) var width = 1
  private var places: [[UInt8]: Int] = [:]
  private let root: JSONNode
  private let shape: Shape
  private var surplus = SurplusMembers()

  /// Finds the columns of a value.
  ///
  /// Throws ``DeliveryError/unsuitable(_:hint:)`` for too many columns, and for a row that is not a
  /// map, or null.
  init(_ root: JSONNode, names given: [String]? = nil) throws(DeliveryError) {
    self.root = root
    if given != nil {
      shape = .records
    } else if root.kind == .object {
      shape = .members
      width = 2
    } else if root.kind == .array, !root.elements.contains(where: { $0.kind != .object }) {
      shape = .records
    } else if root.kind == .array, !root.elements.contains(where: { $0.kind != .array }) {
      shape = .lists
    } else {
      shape = .values
    }
    switch shape {
    case .records:
      names = given ?? Self.names(in: root)
      for (place, name) in names.enumerated() { places[Array(name.utf8)] = place }
      width = names.count
      try noteOthers()
    case .lists: width = root.elements.reduce(0) { max($0, $1.count) }
    case .members, .values: return
    }
    guard width <= Self.limit else {
      throw .unsuitable("a table has at most \(Self.limit) columns; use json")
    }
    names = names.map(Self.line)
  }

  var remarks: [FormatRemark] {
    surplus.rows > 0 ? [.surplusMembers(surplus)] : []
  }

  private var records: [JSONNode] { root.kind == .array ? Array(root.elements) : [root] }

  /// The names of the members of all records, up to one more than the limit.
  private static func names(in root: JSONNode) -> [String] {
    var names: [String] = []
    var known: Set<[UInt8]> = []
    for record in root.elements {
      for (name, _) in record.members.places where names.count <= limit {
        let key = text(of: name)
        if known.insert(Array(key.utf8)).inserted { names.append(key) }
      }
    }
    return names
  }

  /// Notes the records with other members, and refuses those that are not maps, or have a key twice.
  private mutating func noteOthers() throws(DeliveryError) {
    for (index, record) in records.enumerated() where !record.isNull {
      guard record.kind == .object else {
        throw .otherRow(record, number: index + 1, than: "a map")
      }
      var others: [String] = []
      var isFilled = [Bool](repeating: false, count: names.count)
      for (name, _) in record.members.places {
        let key = Self.text(of: name)
        guard let place = places[Array(key.utf8)] else {
          others.append(key)
          continue
        }
        if isFilled[place] { throw .repeatedKey(key, inRow: index + 1) }
        isFilled[place] = true
      }
      if !others.isEmpty { surplus.note(others) }
    }
  }

  /// Visits the rows, each with as many cells as there are columns; nil is a missing cell.
  func forEach(_ take: ([Cell?]) throws(DeliveryError) -> Void) throws(DeliveryError) {
    switch shape {
    case .values where root.kind != .array: try take([cell(root)])
    case .values: for element in root.elements { try take([cell(element)]) }
    case .members:
      for (key, value) in root.members.places {
        try take([Cell(text: Self.line(Self.text(of: key)), kind: .object), cell(value)])
      }
    case .lists:
      for element in root.elements {
        var row = element.elements.map { Optional(cell($0)) }
        row += [Cell?](repeating: nil, count: width - row.count)
        try take(row)
      }
    case .records:
      for element in records {
        var row = [Cell?](repeating: nil, count: width)
        for (key, value) in element.members.places {
          if let place = places[Array(Self.text(of: key).utf8)] { row[place] = cell(value) }
        }
        try take(row)
      }
    }
  }

  private func cell(_ value: JSONNode) -> Cell {
    let text =
      switch value.kind {
      case .string: Self.line(Self.text(of: value))
      case .array, .object: Self.line(String(decoding: value.compactBytes, as: UTF8.self))
      case .null, .boolean, .number: value.text
      }
    return Cell(text: text, kind: value.kind)
  }

  /// The text of a string or a key.
  ///
  /// Text with half of a surrogate pair is kept as it is in the document.
  private static func text(of value: JSONNode) -> String { value.string ?? value.text }

  /// The text on one line, without tabs, whose width is not known.
  private static func line(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    return TerminalText.escapingLine(text).split(separator: "\t", omittingEmptySubsequences: false)
      .joined(separator: "\\x09")
  }
}

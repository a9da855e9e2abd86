/// The order in which the keys of a map, and of those in it, are written.
package indirect enum KeyOrder: Sendable {
  /// The author's own.
  case asWritten
  /// That of a table of fields, each with the order of what is in it.
  case fields([(name: String, order: KeyOrder)])
  /// The author's own, and one order for all values of the map or all items of the list.
  case each(KeyOrder)
  /// The first that fits: that of the table which has all keys, else what is no table.
  case either([KeyOrder])

  /// The order for a value.
  ///
  /// - Parameter names: the keys of the map; none for a list.
  /// - Returns: the order: never `either`.
  func resolved(for names: [String]) -> KeyOrder {
    guard case .either(let orders) = self else { return self }
    var other = KeyOrder.asWritten
    for order in orders.map({ $0.resolved(for: names) }) {
      switch order {
      case .fields(let fields):
        if !names.isEmpty, names.allSatisfy({ name in fields.contains { $0.name == name } }) {
          return order
        }
      case .each: if case .asWritten = other { other = order }
      case .asWritten, .either: break
      }
    }
    return other
  }

  /// The order of what stands behind a key, or of an item where there is none.
  subscript(name: String?) -> KeyOrder {
    switch self {
    case .asWritten, .either: .asWritten
    case .each(let order): order
    case .fields(let fields): fields.first { $0.name == name }?.order ?? .asWritten
    }
  }

  /// Whether the keys of a map are put into another order.
  var movesKeys: Bool {
    if case .fields = self { true } else { false }
  }

  /// The children in this order; keys that no table has come last.
  func sorted(_ children: [LayoutChild]) -> [LayoutChild] {
    guard case .fields(let fields) = self else { return children }
    let places = children.map { child in
      fields.firstIndex { $0.name == child.name } ?? fields.count
    }
    return children.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { children[$0] }
  }
}

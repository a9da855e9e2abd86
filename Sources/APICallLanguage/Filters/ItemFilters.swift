import APICallText
import JSONText

/// The filters that evaluate an expression for each item of a list, or each value of a map.
enum ItemFilters {
  static let rows = [
    TemplateFilter(
      "map", "Computes an expression for each item.",
      example: #"[{"a":1},{"a":2}] | map(.a) → [1,2]"#,
      [item], takes: .list, gives: .list, map),
    TemplateFilter(
      "select", "Keeps the items for which a condition is true.",
      example: "[1,2,3] | select(. > 1) → [2,3]",
      [item], takes: .list, gives: .list, select),
    TemplateFilter(
      "any",
      "Tests whether a condition is true for any item; without a condition, the items "
        + "are true or false.",
      example: "[1,2] | any(. == 2) → true",
      [optional], takes: .list, gives: .boolean, any),
    TemplateFilter(
      "all",
      "Tests whether a condition is true for all items; without a condition, the items "
        + "are true or false.",
      example: "[1,2] | all(. == 2) → false",
      [optional], takes: .list, gives: .boolean, all),
    TemplateFilter(
      "sort_by", "Sorts by the values of one or more expressions; equal items keep their order.",
      example: #"[{"n":2},{"n":1}] | sort_by(.n) → [{"n":1},{"n":2}]"#,
      [item], takes: .list, gives: .list, repeatsLast: true
    ) { (call) throws(FilterRefusal) in
      try .list(of: try call.orderedByKey().map(\.element))
    },
    TemplateFilter(
      "group_by",
      "Gives a list with a list of items for each value of the expression, sorted by that value.",
      example: "[1,2,3] | group_by(. % 2) → [[2],[1,3]]",
      [item], takes: .list, gives: .list, groupBy),
    TemplateFilter(
      "unique_by", "Sorts by the expression and keeps the first item for each of its values.",
      example: "[3,1,2] | unique_by(. % 2) → [2,3]",
      [item], takes: .list, gives: .list, uniqueBy),
    TemplateFilter(
      "min_by",
      "Selects the item with the smallest value of the expression, the first of equal "
        + "ones; null for an empty list.",
      example: #"[{"n":2},{"n":1}] | min_by(.n) → {"n":1}"#,
      [item], takes: .list, gives: .any
    ) { (call) throws(FilterRefusal) in
      try call.orderedByKey().first.map { Value($0.element) } ?? .null
    },
    TemplateFilter(
      "max_by",
      "Selects the item with the largest value of the expression, the last of equal "
        + "ones; null for an empty list.",
      example: #"[{"n":2},{"n":1}] | max_by(.n) → {"n":2}"#,
      [item], takes: .list, gives: .any
    ) { (call) throws(FilterRefusal) in
      try call.orderedByKey().last.map { Value($0.element) } ?? .null
    },
    TemplateFilter(
      "index_by",
      "Makes a map of the items, whose keys are the values of the expression, texts or "
        + "numbers; of equal keys, the last item counts.",
      example: #"[{"id":7}] | index_by(.id) → {"7":{"id":7}}"#,
      [item], takes: .list, gives: .map, indexBy),
    TemplateFilter(
      "map_values", "Computes an expression for each value of a map.",
      example: #"{"a":1} | map_values(. + 1) → {"a":2}"#,
      [item], takes: .map, gives: .map, work: .init(readings: 4), mapValues),
  ]

  private static let item = TemplateParameter("expression", .item)
  private static let optional = TemplateParameter("expression", .item, isOptional: true)

  private static func map(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var list = BuiltList()
    for element in try call.list().elements {
      try list.append(try call.json(0, for: element) ?? .null)
    }
    return try list.value()
  }

  private static func select(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var list = BuiltList()
    for element in try call.list().elements where try call.items.isTrue(0, for: element) {
      try list.append(element)
    }
    return try list.value()
  }

  private static func any(_ call: FilterCall) throws(FilterRefusal) -> Value {
    for (index, element) in try call.list().elements.enumerated() {
      if try call.holds(element, at: index) { return .boolean(true) }
    }
    return .boolean(false)
  }

  private static func all(_ call: FilterCall) throws(FilterRefusal) -> Value {
    for (index, element) in try call.list().elements.enumerated() {
      if try !call.holds(element, at: index) { return .boolean(false) }
    }
    return .boolean(true)
  }

  private static func groupBy(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var groups = BuiltList()
    var group = BuiltList()
    var key: [JSONNode]?
    for (element, keys) in try call.sortedByKey() {
      if let known = key, known.order(beside: keys) != 0 {
        try groups.append(json: try group.value().jsonText)
        group = BuiltList()
      }
      key = keys
      try group.append(element)
    }
    if key != nil { try groups.append(json: try group.value().jsonText) }
    return try groups.value()
  }

  private static func uniqueBy(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var different: [JSONNode] = []
    var last: [JSONNode]?
    for (element, keys) in try call.sortedByKey()
    where last.map({ $0.order(beside: keys) != 0 }) ?? true {
      different.append(element)
      last = keys
    }
    return try .list(of: different)
  }

  private static func indexBy(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var map = BuiltMap()
    for (index, element) in try call.list().elements.enumerated() {
      guard let key = try call.items.value(0, for: element)?.plainText else {
        throw .takes(
          "a list with a key for each item", got: "one without a text or a number at [\(index)]")
      }
      try map.set(key.utf8, element.bytes)
    }
    return try map.value()
  }

  private static func mapValues(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var whole = BuiltMap()
    try whole.merge(try call.map())
    guard case .json(let single) = try whole.value() else { return call.value }
    var map = BuiltMap()
    for (key, value) in single.members {
      try map.set(key.utf8, (try call.json(0, for: value) ?? .null).bytes)
    }
    return try map.value()
  }
}

extension FilterCall {
  /// Evaluates an argument for an item.
  ///
  /// Returns the value; nil if it is missing.
  func json(_ index: Int, for item: JSONNode) throws(FilterRefusal) -> JSONNode? {
    guard let value = try items.value(index, for: item) else { return nil }
    guard let json = value.json
    else { throw .takesArgument("a value that JSON can write", index: index, got: value.typeName) }
    return json
  }

  /// Whether an item, or the first argument for it, is true.
  fileprivate func holds(_ item: JSONNode, at index: Int) throws(FilterRefusal) -> Bool {
    if items.count > 0 { return try items.isTrue(0, for: item) }
    guard let boolean = item.boolean else {
      throw .otherItem(item, at: index, than: "true or false")
    }
    return boolean
  }

  /// The same items as ``sortedByKey()``, whose values of each argument are of one kind, or null.
  fileprivate func orderedByKey() throws(FilterRefusal) -> [(
    element: JSONNode, keys: [JSONNode]
  )] {
    let rows = try sortedByKey()
    for index in 0..<items.count {
      var watch = JSONKindWatch()
      for row in rows { watch.note(row.keys[index]) }
      if let mixture = watch.mixture {
        throw .mixture(
          mixture.one, mixture.other, way: "write | number after the key if the texts are numbers")
      }
    }
    return rows
  }

  /// The items in the order of the values of all arguments, each with these; equal ones stay in the
  /// order of the list, and a missing value is null.
  fileprivate func sortedByKey() throws(FilterRefusal) -> [(element: JSONNode, keys: [JSONNode])] {
    var rows: [(offset: Int, element: JSONNode, keys: [JSONNode])] = []
    for element in try list().elements {
      guard rows.count < BuiltList.mostItems else { throw .tooMany }
      var keys: [JSONNode] = []
      for index in 0..<items.count { keys.append(try json(index, for: element) ?? .null) }
      rows.append((rows.count, element, keys))
    }
    rows.sort { left, right in
      let order = left.keys.order(beside: right.keys)
      return order == 0 ? left.offset < right.offset : order < 0
    }
    return rows.map { ($0.element, $0.keys) }
  }
}

extension [JSONNode] {
  fileprivate func order(beside other: [JSONNode]) -> Int {
    for index in indices {
      let order = self[index].order(beside: other[index])
      if order != 0 { return order }
    }
    return 0
  }
}

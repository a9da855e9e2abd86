import APICallBase
import APICallText
import JSONText

/// The filters that take lists apart and put them together.
enum ListFilters {
  static let rows = [
    TemplateFilter(
      "first", "Selects the first item of a list; null if the list is empty.",
      example: "[1,2,3] | first → 1",
      takes: .list, gives: .any
    ) { (call) throws(FilterRefusal) in try call.item(0) },
    TemplateFilter(
      "last", "Selects the last item of a list; null if the list is empty.",
      example: "[1,2,3] | last → 3",
      takes: .list, gives: .any
    ) { (call) throws(FilterRefusal) in try call.item(-1) },
    TemplateFilter(
      "join", "Joins the items of a list, each a text, a number, true or false, into one text.",
      example: #"["a","b"] | join(", ") → "a, b""#,
      [TemplateParameter("separator", .text)], takes: .list, gives: .text, join),
    TemplateFilter(
      "length",
      "Counts the Unicode scalars of text, the items of a list, the keys of a map, or the bytes of "
        + "a file; null has the length 0.",
      example: "[1,2,3] | length → 3",
      takes: [.text, .list, .map, .null, .file], gives: .number, work: .init(readings: 3),
      length
    ),
    TemplateFilter(
      "nth",
      "Selects an item of a list, counted from 0, or from the end as -1, -2 and so on; "
        + "null if there is none.",
      example: "[1,2,3] | nth(-1) → 3",
      [.integer("index")], takes: .list, gives: .any
    ) { (call) throws(FilterRefusal) in
      let index = try call.integer(at: 0)
      return try call.item(index)
    },
    TemplateFilter(
      "slice",
      "Selects the part of a list, a text or the bytes of a file from one index to before another, "
        + "or to the end; negative indexes count from the end.",
      example: "[1,2,3,4] | slice(1, 3) → [2,3]",
      [.integer("from"), .integer("to", isOptional: true)], takes: [.plain, .list, .file],
      gives: [.text, .list, .file], slice),
    TemplateFilter(
      "reverse", "Reverses a list.",
      example: "[1,2,3] | reverse → [3,2,1]",
      takes: .list, gives: .list
    ) { (call) throws(FilterRefusal) in
      try .list(of: try call.list().elements.reversed())
    },
    TemplateFilter(
      "sort", "Sorts a list; equal items keep their order.",
      example: #"["b","a"] | sort → ["a","b"]"#,
      takes: .list, gives: .list, work: .init(readings: 8), sort),
    TemplateFilter(
      "unique", "Sorts a list and keeps only the first of equal items.",
      example: "[2,1,2] | unique → [1,2]",
      takes: .list, gives: .list, work: .init(readings: 8), unique),
    TemplateFilter(
      "flatten", "Replaces each list within a list with its items, at any depth.",
      example: "[1,[2,[3]]] | flatten → [1,2,3]",
      takes: .list, gives: .list, flatten),
    TemplateFilter(
      "add",
      "Joins a list of lists into one list, or a list of maps into one map, in which the "
        + "last value of a key counts; null for an empty list.",
      example: "[[1],[2,3]] | add → [1,2,3]",
      takes: .list, gives: [.list, .map, .null], work: .init(readings: 4), add),
    TemplateFilter(
      "transpose", "Turns the rows of a list of lists into columns; null fills short rows.",
      example: #"[["a","b"],[1,2]] | transpose → [["a",1],["b",2]]"#,
      takes: .list, gives: .list, transpose),
    TemplateFilter(
      "contains", "Tests whether text contains a text, or a list contains an item.",
      example: #"["a","b"] | contains("a") → true"#,
      [TemplateParameter("part", .any)], takes: [.plain, .list], gives: .boolean,
      work: .init(readings: 4),
      contains),
  ]

  private static func join(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let separator = try call.text(at: 0)
    let list = try call.list()
    guard call.scope.allowance.take(separator.utf8.count, times: list.count)
    else { throw .tooMuch }
    var texts: [String] = []
    for element in list.elements {
      let item = Value(element)
      guard let text = item.plainText else {
        throw .takes("a list of text and numbers", got: "one that contains \(item.typeName)")
      }
      texts.append(text)
    }
    return .text(texts.joined(separator: separator))
  }

  private static func length(_ call: FilterCall) throws(FilterRefusal) -> Value {
    switch call.value {
    case .text(let text): return .number(String(text.unicodeScalars.count))
    case .json(let json) where json.kind == .array: return .number(String(json.count))
    case .json(let json) where json.kind == .object:
      var map = BuiltMap()
      try map.merge(json)
      return .number(String(map.entries.count))
    case .json(let json) where json.isNull: return .number("0")
    case .file(let file): return .number(String(try call.size(of: file)))
    default: throw .takes("text, a list, a map, a file or null")
    }
  }

  private static func slice(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let (from, to) = (
      try call.integer(at: 0), call.argument(1) == nil ? nil : try call.integer(at: 1)
    )
    /// The places in something of a length, of which those below 0 count from the end.
    func range(in count: Int) -> Range<Int> {
      func place(_ index: Int) -> Int { min(max(index < 0 ? index + count : index, 0), count) }
      let start = place(from)
      return start..<max(start, to.map(place) ?? count)
    }
    if case .json(let json) = call.value, json.kind == .array {
      let range = range(in: json.count)
      return try .list(of: json.elements.dropFirst(range.lowerBound).prefix(range.count))
    }
    if case .file(var file) = call.value {
      let size = try call.size(of: file)
      let range = range(in: size)
      // An empty file has one part, which is empty; no other file has an empty part.
      guard !range.isEmpty || size == 0 else {
        throw .unreadable(file, .other("it has \(size) bytes, and none in this part"))
      }
      let start = file.part?.lowerBound ?? 0
      file.part = start + range.lowerBound..<start + range.upperBound
      return .file(file)
    }
    guard let text = call.value.plainText else { throw .takes("text, a list or a file") }
    let range = range(in: text.unicodeScalars.count)
    return .text(
      String(text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)))
  }

  private static func sort(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let list = try call.list()
    try call.checkKinds(in: list, way: "write | sort_by(. | number) if the texts are numbers")
    return try .list(of: sorted(list))
  }

  private static func unique(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var different: [JSONNode] = []
    for element in sorted(try call.list()) {
      if let last = different.last, last.order(beside: element) == 0 { continue }
      different.append(element)
    }
    return try .list(of: different)
  }

  /// The elements in their order; equal ones stay in the order of the list.
  private static func sorted(_ list: JSONNode) -> [JSONNode] {
    list.elements.enumerated().sorted { left, right in
      let order = left.element.order(beside: right.element)
      return order == 0 ? left.offset < right.offset : order < 0
    }.map(\.element)
  }

  private static func flatten(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var list = BuiltList()
    var open = [try call.list().elements]
    while var elements = open.popLast() {
      guard let element = elements.next() else { continue }
      open.append(elements)
      if element.kind == .array { open.append(element.elements) } else { try list.append(element) }
    }
    return try list.value()
  }

  private static func add(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let list = try call.list()
    guard let kind = list[0]?.kind else { return .null }
    var (items, map) = (BuiltList(), BuiltMap())
    for (index, element) in list.elements.enumerated() {
      let words = kind == .object ? "maps" : kind == .array ? "lists" : "lists or of maps"
      guard element.kind == kind, kind == .array || kind == .object else {
        let way =
          element.kind == .string ? "write join(\"\")" : element.kind == .number ? "write sum" : nil
        throw .otherItem(element, at: index, than: words, hint: way)
      }
      if kind == .object { try map.merge(element) }
      for item in element.elements { try items.append(item) }
    }
    return kind == .object ? try map.value() : try items.value()
  }

  private static func transpose(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let list = try call.list()
    var rows: [JSONNode.Elements] = []
    var width = 0
    for (index, element) in list.elements.enumerated() {
      guard element.kind == .array else { throw .otherItem(element, at: index, than: "lists") }
      rows.append(element.elements)
      width = max(width, element.count)
    }
    // Short rows are filled with null, so that a few bytes could make a list of any size.
    let (cells, overflow) = width.multipliedReportingOverflow(by: rows.count)
    guard !overflow, cells <= BuiltList.mostItems else { throw .tooMany }
    var columns = BuiltList()
    for _ in 0..<width {
      var column: [UInt8] = []
      for index in rows.indices {
        column.append(UInt8(ascii: column.isEmpty ? "[" : ","))
        column += (rows[index].next() ?? .null).bytes
      }
      column.append(UInt8(ascii: "]"))
      try columns.append(json: column)
    }
    return try columns.value()
  }

  private static func contains(_ call: FilterCall) throws(FilterRefusal) -> Value {
    if case .json(let json) = call.value, json.kind == .array {
      guard let part = call.argument(0)?.json
      else { throw .takesArgument("text, a number, true, false, null, a list or a map") }
      if json.elements.contains(where: { $0.isEqual(to: part) }) { return .boolean(true) }
      guard !json.elements.contains(where: { $0.isNumberBesideText(part) }) else {
        throw .takesArgument(
          part.kind == .number ? "text for a list of texts" : "a number for a list of numbers")
      }
      return .boolean(false)
    }
    guard let text = call.value.plainText else { throw .takes("text or a list") }
    let part = try call.text(at: 0)
    return .boolean(ByteSearch(for: Array(part.utf8)).matches(in: Array(text.utf8)))
  }
}

extension FilterCall {
  /// An item of the list; null if there is none.
  fileprivate func item(_ index: Int) throws(FilterRefusal) -> Value {
    try list()[index].map { Value($0) } ?? .null
  }
}

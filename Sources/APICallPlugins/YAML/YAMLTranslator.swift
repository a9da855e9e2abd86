import APICallBase
import JSONText
import YAMLTree

/// Writes the documents of a YAML text as JSON.
struct YAMLTranslator {
  /// The largest depth, the same as for JSON, so that the JSON can be read.
  private static let maxDepth = 512

  private let events: YAMLEventReader
  private(set) var hasMore: Bool

  private var json: [UInt8] = []
  private var open: [Container] = []
  private var anchors: [String: Anchor] = [:]
  private var anchorNames: [String] = []
  private var mergedBytes = 0

  /// A list or map that is not complete.
  private struct Container {
    var isMap: Bool
    var isKeyNext: Bool
    var isEmpty = true
    var keys: Set<[UInt8]> = []
    var anchor: String?
    var start: Int
    var height = 0
    /// The key `<<` whose value is being read; nil if none is.
    var merge: Merge?
    /// That key with the JSON of its value; nil without one, or before its end.
    var merged: Merge?
  }

  /// A value whose members become those of the map that it is in: `<<: *defaults`.
  ///
  /// YAML 1.2 has no such key, but the files of most programs use that of YAML 1.1.
  private struct Merge {
    var event: YAMLEvent
    /// The offset of the JSON of its value, and the number of anchors before it.
    let start: Int
    let anchorCount: Int
    var json: [UInt8] = []
  }

  /// The range of the JSON that an alias stands for; nil until it is complete.
  private struct Anchor {
    var range: Range<Int>?
    var height = 0
    /// The merged value that the range is in; nil for the document.
    var json: [UInt8]?
  }

  private let limit: Int

  init(_ bytes: [UInt8], limit: Int) throws(DeliveryError) {
    self.limit = limit
    let source = Source(name: "", bytes: bytes)
    do {
      events = try YAMLEventReader(source, limits: YAMLLimits(bytes: limit))
      hasMore = try events.next() != nil
    } catch {
      throw Self.fault(error)
    }
  }

  /// Writes the next document.
  ///
  /// Returns its JSON, or nil after the last document.
  mutating func nextDocument() throws(DeliveryError) -> [UInt8]? {
    guard hasMore else { return nil }
    json = []
    anchors = [:]
    anchorNames = []
    mergedBytes = 0
    do {
      repeat {
        guard let event = try events.next() else { break }
        try take(event)
      } while !open.isEmpty
      hasMore = try events.next() != nil
    } catch let error as YAMLProblem {
      throw Self.fault(error)
    } catch let error as DeliveryError {
      throw error
    } catch {
      throw .malformed("\(error)")
    }
    return json
  }

  private mutating func take(_ event: YAMLEvent) throws(DeliveryError) {
    switch event.kind {
    case .document, .streamEnd, .other: return
    case .end: return try close()
    case .list, .map:
      try checkTag(event, is: event.kind == .map ? "!!map" : "!!seq")
      try openContainer(event)
    case .scalar(let scalar) where isMerge(scalar, event):
      let last = open.count - 1
      guard open[last].merged == nil else { throw Self.fault(#"duplicate key "<<""#, at: event) }
      open[last].merge = Merge(event: event, start: json.count, anchorCount: anchorNames.count)
      open[last].isKeyNext = false
    case .scalar(let scalar):
      let start = prepare()
      try append(scalar, event)
      note(event.anchor, from: start)
      if isKey { try noteKey(from: start, event) }
      finishValue()
    case .alias(let name):
      guard let anchor = anchors[name] else {
        throw Self.fault("unknown alias '*\(name)'", at: event)
      }
      guard let range = anchor.range else {
        throw Self.fault("the alias '*\(name)' is inside its own value", at: event)
      }
      let start = prepare()
      guard !isKey || anchor.height == 0 else {
        throw Self.fault("a list or map cannot be a key", at: event)
      }
      guard open.count + anchor.height <= Self.maxDepth else { throw tooDeep(event) }
      json += Array((anchor.json ?? json)[range])
      if isKey { try quoteKey(from: start, event) }
      if let last = open.indices.last { open[last].height = max(open[last].height, anchor.height) }
      finishValue()
    }
    // What is merged can be left out of the document, but takes room and time before.
    guard max(json.count, mergedBytes) <= limit else { throw .tooLarge(limit: limit) }
  }

  private mutating func note(_ anchor: String?, from start: Int, height: Int = 0) {
    guard let anchor else { return }
    anchors[anchor] = Anchor(range: start..<json.count, height: height)
    anchorNames.append(anchor)
  }

  private var isKey: Bool { open.last.map { $0.isMap && $0.isKeyNext } ?? false }

  private mutating func prepare() -> Int {
    if let container = open.last, container.merge == nil {
      if container.isMap, !container.isKeyNext {
        json.append(UInt8(ascii: ":"))
      } else if !container.isEmpty {
        json.append(UInt8(ascii: ","))
      }
    }
    return json.count
  }

  private mutating func finishValue() {
    guard let last = open.indices.last else { return }
    if var merge = open[last].merge {
      merge.json = Array(json[merge.start...])
      json.removeSubrange(merge.start...)
      mergedBytes += merge.json.count
      moveAnchors(into: merge)
      open[last].merged = merge
      open[last].merge = nil
    } else {
      open[last].isEmpty = false
    }
    if open[last].isMap { open[last].isKeyNext.toggle() }
  }

  /// Lets the anchors in a merged value stand for parts of it, since it left the document.
  private mutating func moveAnchors(into merge: Merge) {
    for name in anchorNames[merge.anchorCount...] {
      guard var anchor = anchors[name], anchor.json == nil, let range = anchor.range
      else { continue }
      anchor.range = range.lowerBound - merge.start..<range.upperBound - merge.start
      anchor.json = merge.json
      anchors[name] = anchor
    }
    anchorNames.removeSubrange(merge.anchorCount...)
  }

  private mutating func openContainer(_ event: YAMLEvent) throws(DeliveryError) {
    let start = prepare()
    guard !isKey else { throw Self.fault("a list or map cannot be a key", at: event) }
    guard open.count < Self.maxDepth else { throw tooDeep(event) }
    if let anchor = event.anchor { anchors[anchor] = Anchor() }
    let isMap = event.kind == .map
    json.append(isMap ? UInt8(ascii: "{") : UInt8(ascii: "["))
    open.append(Container(isMap: isMap, isKeyNext: isMap, anchor: event.anchor, start: start))
  }

  private mutating func close() throws(DeliveryError) {
    guard var container = open.popLast() else { return }
    if let merge = container.merged { try append(merge, to: &container) }
    json.append(container.isMap ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    let height = container.height + 1
    note(container.anchor, from: container.start, height: height)
    if let last = open.indices.last { open[last].height = max(open[last].height, height) }
    finishValue()
  }

  private func isMerge(_ scalar: Scalar, _ event: YAMLEvent) -> Bool {
    isKey && scalar.text == "<<" && scalar.style == .plain
      && [nil, "!!merge"].contains(event.tag?.text)
  }

  /// Writes the members of a map, or of each map of a list, that a map does not have yet.
  private mutating func append(
    _ merge: Merge, to container: inout Container
  ) throws(DeliveryError) {
    let value = try rethrowing(JSONDocument(merge.json).root) { (error: JSONSyntaxError) in
      DeliveryError.malformed("'<<' cannot be read: \(error.description)")
    }
    for map in value.kind == .array ? Array(value.elements) : [value] {
      guard map.kind == .object else {
        throw Self.fault("'<<' takes a map or a list of maps", at: merge.event)
      }
      for (name, member) in map.members.places
      where container.keys.insert(Array(name.bytes)).inserted {
        if !container.isEmpty { json.append(UInt8(ascii: ",")) }
        container.isEmpty = false
        json += name.bytes
        json.append(UInt8(ascii: ":"))
        json += member.bytes
        guard json.count <= limit else { throw .tooLarge(limit: limit) }
      }
    }
  }

  private mutating func append(_ scalar: Scalar, _ event: YAMLEvent) throws(DeliveryError) {
    let isText = isKey || event.tag?.text == "!!str" || event.tag?.text == "!"
    if isText || (scalar.kind == .text && event.tag == nil) {
      return JSONWriter.append(string: scalar.text, to: &json)
    }
    // A tag can also set the type of a quoted scalar.
    let kind = Scalar(scalar.text, style: event.tag == nil ? scalar.style : .plain).kind
    switch kind {
    case .null: try checkTag(event, is: "!!null")
    case .boolean: try checkTag(event, is: "!!bool")
    case .integer where event.tag?.text == "!!float": break
    case .integer: try checkTag(event, is: "!!int")
    case .float: try checkTag(event, is: "!!float")
    case .text: try checkTag(event, is: "!!str")
    }
    switch kind {
    case .null: json += "null".utf8
    case .boolean(let value): json += (value ? "true" : "false").utf8
    case .integer, .float:
      guard let number = YAMLNumber.json(scalar.text) else {
        throw Self.fault("'\(scalar.text.prefix(60))' cannot be a JSON number", at: event)
      }
      json += number.utf8
    case .text: JSONWriter.append(string: scalar.text, to: &json)
    }
  }

  private mutating func quoteKey(from start: Int, _ event: YAMLEvent) throws(DeliveryError) {
    if json[start] != UInt8(ascii: "\"") {
      json.insert(UInt8(ascii: "\""), at: start)
      json.append(UInt8(ascii: "\""))
    }
    try noteKey(from: start, event)
  }

  private mutating func noteKey(from start: Int, _ event: YAMLEvent) throws(DeliveryError) {
    guard let last = open.indices.last else { return }
    guard open[last].keys.insert(Array(json[start...])).inserted else {
      let key = String(decoding: json[start...].prefix(60), as: UTF8.self)
      throw Self.fault("duplicate key \(key)", at: event)
    }
  }

  private func checkTag(_ event: YAMLEvent, is expected: String) throws(DeliveryError) {
    guard let tag = event.tag?.text, tag != expected, tag != "!" else { return }
    let known = ["!!str", "!!int", "!!float", "!!bool", "!!null", "!!map", "!!seq"]
    guard known.contains(tag) else { throw Self.fault("unknown tag '\(tag)'", at: event) }
    throw Self.fault("the value does not match its tag '\(tag)'", at: event)
  }

  private func tooDeep(_ event: YAMLEvent) -> DeliveryError {
    Self.fault("lists and maps are nested more than \(Self.maxDepth) levels deep", at: event)
  }

  private static func fault(_ reason: String, at event: YAMLEvent) -> DeliveryError {
    .malformed("\(event.start.line):\(event.start.column): \(reason)")
  }

  private static func fault(_ problem: YAMLProblem) -> DeliveryError {
    .malformed("\(problem.mark.start.line):\(problem.mark.start.column): \(problem.message)")
  }
}

/// Converts numbers of the YAML 1.2 core schema to JSON.
enum YAMLNumber {
  /// Writes a number with its own digits.
  ///
  /// Returns the number; nil for infinities, values that are not numbers, and more than 64 bits of
  /// octal or hexadecimal digits.
  static func json(_ text: String) -> String? {
    if JSONWriter.isNumber(text) { return text }
    if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16).map(String.init) }
    if text.hasPrefix("0o") { return UInt64(text.dropFirst(2), radix: 8).map(String.init) }
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let whole = unsigned.prefix { $0.isASCII && $0.isNumber }
    var rest = unsigned.dropFirst(whole.count)
    var number = isNegative ? "-" : ""
    // JSON does not allow leading zeros, or a point without digits on both sides.
    let digits = whole.drop { $0 == "0" }
    number += digits.isEmpty ? "0" : digits
    if rest.hasPrefix("."), !(rest.dropFirst().first?.isNumber ?? false) { rest = rest.dropFirst() }
    number += rest
    return JSONWriter.isNumber(number) ? number : nil
  }
}

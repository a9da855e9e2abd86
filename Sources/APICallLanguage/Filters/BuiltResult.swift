package import APICallText
package import JSONText

/// Writes a list that a filter makes, within the limits of results.
struct BuiltList {
  /// The maximum number of items.
  static let mostItems = 1_000_000
  /// The maximum number of items, in words.
  static let mostItemsInWords = "\(mostItems / 1_000_000),000,000 items"

  private var bytes: [UInt8] = [UInt8(ascii: "[")]
  private var count = 0

  mutating func append(json: some Collection<UInt8>) throws(FilterRefusal) {
    guard count < Self.mostItems else { throw .tooMany }
    guard bytes.count + json.count + 2 <= BufferedBytes.limit else { throw .tooLarge }
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes += json
    count += 1
  }

  mutating func append(_ value: JSONNode) throws(FilterRefusal) {
    try append(json: value.bytes)
  }

  mutating func append(text: some Collection<UInt8>) throws(FilterRefusal) {
    var quoted: [UInt8] = []
    JSONWriter.append(string: String(decoding: text, as: UTF8.self), to: &quoted)
    try append(json: quoted)
  }

  func value() throws(FilterRefusal) -> Value {
    try Value(madeOf: bytes + [UInt8(ascii: "]")])
  }
}

/// Writes a map that a filter makes, within the limits of results.
struct BuiltMap {
  private var places: [[UInt8]: Int] = [:]
  private var members: [(key: [UInt8], json: ArraySlice<UInt8>)] = []
  private var size = 2

  /// Adds a member; its key keeps its place if there is one already.
  mutating func set(_ key: some Sequence<UInt8>, _ json: ArraySlice<UInt8>) throws(FilterRefusal) {
    let key = Array(key)
    size += key.count + json.count + 4
    guard size <= BufferedBytes.limit else { throw .tooLarge }
    if let place = places[key] {
      members[place].json = json
    } else {
      guard members.count < BuiltList.mostItems else { throw .tooMany }
      places[key] = members.count
      members.append((key, json))
    }
  }

  mutating func merge(_ map: JSONNode) throws(FilterRefusal) {
    for (key, value) in map.members { try set(key.utf8, value.bytes) }
  }

  subscript(key: String) -> ArraySlice<UInt8>? { places[Array(key.utf8)].map { members[$0].json } }

  /// The keys and their values, in the order of the keys' first places.
  var entries: [(key: [UInt8], json: ArraySlice<UInt8>)] { members }

  func value() throws(FilterRefusal) -> Value {
    var bytes = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: String(decoding: member.key, as: UTF8.self), to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      bytes += member.json
    }
    return try Value(madeOf: bytes + [UInt8(ascii: "}")])
  }
}

/// Collects a text, within the limit of results.
struct BuiltText {
  private var bytes: [UInt8] = []

  mutating func append(_ part: ArraySlice<UInt8>) throws(FilterRefusal) {
    guard bytes.count + part.count <= BufferedBytes.limit else { throw .tooLarge }
    bytes += part
  }

  var value: Value { .text(String(decoding: bytes, as: UTF8.self)) }
}

extension Value {
  /// Creates a value from JSON text that a filter made of valid values.
  init(madeOf bytes: [UInt8]) throws(FilterRefusal) {
    do {
      self.init(try JSONDocument(bytes).root)
    } catch {
      throw .tooDeep
    }
  }

  static func list(of elements: some Sequence<JSONNode>) throws(FilterRefusal) -> Value {
    var list = BuiltList()
    for element in elements { try list.append(element) }
    return try list.value()
  }

  static func boolean(_ isTrue: Bool) -> Value { .number(isTrue ? "true" : "false") }

  /// The value as JSON; nil for bytes and files.
  package var json: JSONNode? {
    switch self {
    case .json(let json): json
    case .text: (try? JSONDocument(jsonText))?.root
    case .bytes, .file: nil
    }
  }
}

extension FilterRefusal {
  static let tooMany = FilterRefusal.exceeds(BuiltList.mostItemsInWords)
  static let tooLarge = FilterRefusal.exceeds("\(BufferedBytes.limit >> 20) MiB")
  static let tooDeep = FilterRefusal.exceeds("\(JSONScanner.usualDepth) levels")
}

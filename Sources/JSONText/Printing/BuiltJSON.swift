/// A JSON value that is built, not read; maps keep the order of their members.
public indirect enum BuiltJSON: Sendable {
  /// Null.
  case null
  /// A string.
  case text(String)
  /// A number, given by its digits.
  case number(String)
  /// True or false.
  case boolean(Bool)
  /// A list.
  case list([BuiltJSON])
  /// A map, as its members in order.
  case map([(key: String, value: BuiltJSON)])
  /// JSON text, written unchanged.
  case json([UInt8])

  /// A string, or null for nil.
  public init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// A number, or null for nil.
  public init(_ number: (some BinaryInteger)?) {
    self = number.map { .number(String($0)) } ?? .null
  }

  /// A duration in milliseconds, with three decimal places, or null for nil.
  public init(milliseconds duration: Duration?) {
    guard let duration else {
      self = .null
      return
    }
    let (seconds, attoseconds) = max(duration, .zero).components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let fraction = String(1000 + microseconds % 1000).dropFirst()
    self = .number("\(microseconds / 1000).\(fraction)")
  }

  /// JSON text for a line: without white space between its tokens if that has line breaks.
  package static func line(_ text: [UInt8]) -> BuiltJSON {
    let isOneLine = !text.contains { $0 == 0x0A || $0 == 0x0D }
    return .json(
      isOneLine ? text : (try? JSONCompactor.compact(text.span, maxDepth: 1024)) ?? text)
  }

  /// A list of strings.
  public static func texts(_ texts: [String]) -> BuiltJSON { .list(texts.map { .text($0) }) }

  /// The string itself, or the strings of a list.
  public var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let items): items.flatMap(\.texts)
    case .null, .number, .boolean, .map, .json: []
    }
  }

  /// The value without null members, and without maps that have no other members.
  public var withoutNulls: BuiltJSON {
    switch self {
    case .null, .text, .number, .boolean, .json: return self
    case .list(let items): return .list(items.map(\.withoutNulls))
    case .map(let entries):
      let left = entries.compactMap { entry -> (key: String, value: BuiltJSON)? in
        let value = entry.value.withoutNulls
        if case .null = value { return nil }
        return (entry.key, value)
      }
      return left.isEmpty ? .null : .map(left)
    }
  }

  /// Appends the value as JSON without white space.
  public func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .text(let text): JSONWriter.append(string: text, to: &bytes)
    case .number(let digits): bytes += digits.utf8
    case .json(let text): bytes += text
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map(let entries):
      bytes.append(UInt8(ascii: "{"))
      for (index, entry) in entries.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONWriter.append(string: entry.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        entry.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The value as JSON text without white space.
  public var compact: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value as JSON text, with one member or item per line.
  public var indented: String {
    var compact: [UInt8] = []
    append(to: &compact)
    var indenter = JSONIndenter()
    var bytes: [UInt8] = []
    // The text above is JSON, so this cannot fail.
    try? indenter.push(compact.span, into: &bytes)
    try? indenter.finish(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A JSON text in memory, as its bytes and a flat list of the places of its values.
///
/// Values are decoded when they are read, so that every key, number and escape is kept as written.
/// In addition to the text, the document takes 16 bytes for each value and key. Its values share
/// it.
public final class JSONDocument: Sendable {
  /// The longest text of a document, in bytes: 4 GiB less one.
  public static let maxLength = Int(UInt32.max)

  /// The text, exactly as given.
  public let bytes: [UInt8]

  let tape: [JSONTapeEntry]

  /// The number of bytes that it takes in memory.
  package var memory: Int { bytes.count + tape.count * MemoryLayout<JSONTapeEntry>.stride }

  /// The most bytes that the document of a text takes in addition to the text.
  package static func mostMemory(besides text: Span<UInt8>) -> Int {
    text.valueBound * MemoryLayout<JSONTapeEntry>.stride
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: one JSON value with white space around it, in UTF-8.
  ///   - maxDepth: the deepest nesting of arrays and objects.
  /// - Throws: `JSONSyntaxError` if the text is not JSON, is nested beyond `maxDepth` or is longer
  ///   than `maxLength`.
  public init(_ bytes: [UInt8], maxDepth: Int = 512) throws(JSONSyntaxError) {
    guard bytes.count <= Self.maxLength else {
      throw JSONSyntaxError(.tooLong(limit: Self.maxLength), offset: 0, line: 1, column: 1)
    }
    var scanner = JSONScanner(maxDepth: maxDepth)
    var builder = JSONTapeBuilder()
    builder.tape.reserveCapacity(bytes.span.valueBound)
    try scanner.push(bytes.span, into: &builder)
    try scanner.finish(into: &builder)
    self.bytes = bytes
    tape = builder.tape
  }

  init(_ bytes: [UInt8], readAs tape: [JSONTapeEntry]) {
    self.bytes = bytes
    self.tape = tape
  }

  /// The text `null`.
  fileprivate static let null: JSONDocument = {
    let bytes = Array("null".utf8)
    let entry = JSONTapeEntry(.null, start: 0, end: bytes.count, next: 1, isEscaped: false)
    return JSONDocument(bytes, readAs: [entry])
  }()

  /// Reads a text from a String, for tests and inline documents.
  ///
  /// - Parameters:
  ///   - text: one JSON value with white space around it.
  ///   - maxDepth: the deepest nesting of arrays and objects.
  /// - Throws: `JSONSyntaxError` if the text is not JSON.
  public convenience init(text: String, maxDepth: Int = 512) throws(JSONSyntaxError) {
    try self.init(Array(text.utf8), maxDepth: maxDepth)
  }

  /// The one value of the text.
  public var root: JSONNode { JSONNode(document: self, index: 0) }
}

extension JSONNode {
  /// The value `null`, in a document of its own.
  package static let null = JSONDocument.null.root
}

/// One value or key of a document, in 16 bytes.
struct JSONTapeEntry: Sendable {
  /// The kind, and whether it is a string with escapes.
  private var bits: UInt32
  var start: UInt32
  /// The byte after the text.
  var end: UInt32
  /// The entry after this one and all its descendants.
  var next: UInt32

  init(_ kind: JSONKind, start: Int, end: Int, next: Int, isEscaped: Bool) {
    bits = UInt32(kind.rawValue) | (isEscaped ? 0x100 : 0)
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
  }

  var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: bits)) ?? .null }
  var isEscaped: Bool { bits & 0x100 != 0 }
  var range: Range<Int> { Int(start)..<Int(end) }
}

/// Writes a tape in the order of the text; each member of an object is a key and its value.
struct JSONTapeBuilder: JSONConsumer {
  var tape: [JSONTapeEntry] = []
  private var open: [Int] = []
  private var kind = JSONKind.null
  private var start = 0

  /// Returns the tape of a complete value, and begins another value, probably of the same size.
  mutating func take() -> [JSONTapeEntry] {
    let taken = tape
    tape = []
    tape.reserveCapacity(min(taken.count, 256))
    return taken
  }

  mutating func open(_ container: JSONContainer, at offset: Int) {
    open.append(tape.count)
    tape.append(
      JSONTapeEntry(container.kind, start: offset, end: offset, next: 0, isEscaped: false))
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    guard let index = open.popLast() else { return }
    tape[index].end = UInt32(truncatingIfNeeded: offset + 1)
    tape[index].next = UInt32(truncatingIfNeeded: tape.count)
  }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) {
    start = offset
    kind = scalar.kind
  }

  mutating func endScalar(at offset: Int, isEscaped: Bool) {
    tape.append(
      JSONTapeEntry(
        kind, start: start, end: offset, next: tape.count + 1, isEscaped: isEscaped))
  }
}

extension JSONContainer {
  var kind: JSONKind { self == .array ? .array : .object }
}

extension JSONScalar {
  var kind: JSONKind {
    switch self {
    case .key, .string: .string
    case .number: .number
    case .boolean: .boolean
    case .null: .null
    }
  }
}

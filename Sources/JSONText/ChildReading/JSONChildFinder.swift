/// Finds the children of one array or object among the tokens of a document.
///
/// For everything that is not in a child, it keeps one level for each step of the path, and a key at
/// most.
struct JSONChildFinder: JSONConsumer, Sendable {
  /// A child that has arrived completely.
  struct Child: Sendable {
    var range: Range<Int>
    /// The places of its values, from its own first byte.
    var tape: [JSONTapeEntry]
  }

  /// An open array or object on the way to the children.
  private struct Level {
    let container: JSONContainer
    var position = 0
    var isNamed = false
    var wasNamed = false
  }

  private let steps: [JSONPathStream.Step]
  private(set) var stepsLed = 0
  /// What is where the last of them led; nil at the start of the document.
  private(set) var contents: JSONContents?
  private var keyText: [UInt8]?
  private var way: [Level] = []
  /// A key of the way that occurs twice; children after it are left out.
  private(set) var repeatedKey: String?
  /// The number of open arrays and objects, without those in a child.
  private var depth = 0
  private var key: JSONKeyMatch?
  private(set) var start: Int?
  private var nesting = 0
  private var builder = JSONTapeBuilder()
  private var complete: [Child] = []

  init(_ steps: [JSONPathStream.Step]) { self.steps = steps }

  /// Returns the children that have ended since the last call.
  mutating func take() -> [Child] {
    defer { complete.removeAll(keepingCapacity: true) }
    return complete
  }

  /// Whether the innermost open array or object is on the way.
  private var isOnWay: Bool { depth == way.count }

  /// Whether a value that begins now is a child.
  private var isAtChild: Bool { isOnWay && way.count == steps.count + 1 }

  /// Whether a value that begins now is on the way, too.
  private var isNext: Bool {
    guard isOnWay, let level = way.last else { return depth == 0 }
    switch steps[way.count - 1] {
    case .name: return level.isNamed
    case .index(let index): return level.container == .array && level.position == index
    }
  }

  mutating func open(_ container: JSONContainer, at offset: Int) {
    if start == nil, !isAtChild {
      if isNext {
        reach(container.kind)
        way.append(Level(container: container))
      }
      depth += 1
      return
    }
    let start = start ?? offset
    self.start = start
    builder.open(container, at: offset - start)
    nesting += 1
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    guard let start else {
      if isOnWay { way.removeLast() }
      depth -= 1
      return
    }
    builder.close(container, at: offset - start)
    nesting -= 1
    if nesting == 0 { endChild(at: offset + 1) }
  }

  mutating func comma() {
    guard start == nil, isOnWay else { return }
    way[way.count - 1].position += 1
  }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) {
    if start == nil, scalar == .key || !isAtChild {
      guard scalar == .key else {
        if isNext { reach(scalar.kind) }
        return
      }
      guard isOnWay, way.count <= steps.count else { return }
      if way.count - 1 == stepsLed, (contents?.keys.count ?? 0) < JSONContents.mostKeys {
        keyText = []
      }
      if case .name(let name) = steps[way.count - 1] { key = JSONKeyMatch(name) }
      return
    }
    let start = start ?? offset
    self.start = start
    builder.begin(scalar, at: offset - start)
  }

  mutating func append(_ piece: Span<UInt8>) {
    key?.append(piece)
    guard let count = keyText?.count, count <= Self.longestKey else { return }
    let rest = piece.extracting(first: Self.longestKey + 1 - count)
    rest.withUnsafeBufferPointer { keyText?.append(contentsOf: $0) }
  }

  /// The maximum number of bytes of a key for messages, which show no longer one.
  private static let longestKey = 300

  private mutating func reach(_ kind: JSONKind) {
    guard way.count >= stepsLed else { return }
    stepsLed = way.count
    contents = JSONContents(kind)
  }

  mutating func endScalar(at offset: Int, isEscaped: Bool) {
    if let start {
      builder.endScalar(at: offset - start, isEscaped: isEscaped)
      if nesting == 0 { endChild(at: offset) }
    } else if let key {
      let isNamed = key.holds(isEscaped: isEscaped)
      way[way.count - 1].isNamed = isNamed
      if isNamed {
        if way[way.count - 1].wasNamed, case .name(let name) = steps[way.count - 1] {
          repeatedKey = repeatedKey ?? name
        }
        way[way.count - 1].wasNamed = true
      }
      self.key = nil
    }
    if let text = keyText {
      keyText = nil
      let isShort = (2...Self.longestKey).contains(text.count)
      contents?.keys.append(
        isShort
          ? String(
            decoding: JSONStringDecoder.decode(text[1..<text.count - 1]).bytes, as: UTF8.self)
          : String(repeating: "…", count: Self.longestKey))
    }
  }

  private mutating func endChild(at end: Int) {
    guard let start else { return }
    let child = Child(range: start..<end, tape: builder.take())
    if repeatedKey == nil { complete.append(child) }
    self.start = nil
  }
}

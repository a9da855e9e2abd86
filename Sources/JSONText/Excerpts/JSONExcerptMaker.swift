/// Makes an excerpt of the tokens of a document: the values that paths lead to, and the arrays and
/// objects around them.
struct JSONExcerptMaker: JSONConsumer, Sendable {
  /// What becomes of a value.
  private enum Choice {
    /// All of it is kept.
    case whole
    /// What these paths lead to in it.
    case part([Int])
    /// It becomes 0, so that its key or its position stays; no value is shorter.
    case placeholder
    case nothing
  }

  /// An open array or object of which a part is kept.
  private struct Level {
    let container: JSONContainer
    /// The paths that lead into it, each after one step for each level around this one.
    let paths: [Int]
    /// Whether its first keys are kept, for messages.
    let showsKeys: Bool
    /// Whether each of its children is kept, at least in part.
    let keepsAll: Bool
    /// The number of elements that are kept, at least as placeholders.
    let elementCount: Int
    /// The steps of the paths that go on from an object with `[*]`, which leads nowhere there if a
    /// list is needed: what they lead to in it does not count later.
    let stepsAfter: [(path: Int, count: Int)]
    var count = 0
    var kept = 0
    /// Whether there was a member that a path names.
    var hasNamed = false
  }

  /// A part of the document that is kept, and the number of bytes that were made before it.
  private struct Part {
    let made: Int
    let range: Range<Int>
  }

  private let paths: [[JSONPathSegment]]
  /// The length of the longest key that can be one of the names: each byte as an escape.
  private let longestKey: Int
  /// For each path, how many of its steps have led to an array or object whose keys are kept.
  private var steps: [Int]
  /// For each path, the number of steps up to the first one to all children, and up to the first one
  /// with several names or positions.
  private let orders: [(all: Int, several: Int)]
  private var levels: [Level] = []
  /// The number of open arrays and objects in a value that is kept or left out as a whole.
  private var depth = 0
  private var choice: Choice
  /// Where a value that is kept begins; nil outside of one.
  private var start: Int?
  private var key: [UInt8] = []
  private var isKey = false
  private var parts: [Part] = []
  private var made: [UInt8] = []

  init(_ paths: [[JSONPathSegment]]) {
    self.paths = paths
    steps = paths.map { _ in 0 }
    orders = paths.map { path in
      func first(_ isFirst: (JSONPathSegment) -> Bool) -> Int {
        path.firstIndex(where: isFirst).map { $0 + 1 } ?? .max
      }
      return (first(\.selectsAll), first { $0.selectors.count > 1 })
    }
    let names = paths.joined().flatMap(\.selectors).map { selector in
      if case .name(let name) = selector { name.count } else { 0 }
    }
    longestKey = 6 * (names.max() ?? 0) + 2
    choice = .part(Array(paths.indices))
  }

  /// The number of bytes of the current key.
  var keyLength: Int { isKey ? key.count : 0 }

  /// Returns the excerpt of a piece that begins at an offset; an open value is kept up to another.
  mutating func take(from piece: Span<UInt8>, at base: Int, upTo end: Int) -> [UInt8] {
    if let start, start < end {
      parts.append(Part(made: made.count, range: start..<end))
      self.start = end
    }
    guard !parts.isEmpty else {
      defer { made = [] }
      return made
    }
    var text: [UInt8] = []
    text.reserveCapacity(parts.reduce(made.count) { $0 + $1.range.count })
    var position = 0
    for part in parts {
      text += made[position..<part.made]
      position = part.made
      let range = max(part.range.lowerBound - base, 0)..<max(part.range.upperBound - base, 0)
      piece.extracting(range).withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }
    text += made[position...]
    parts.removeAll(keepingCapacity: true)
    made.removeAll(keepingCapacity: true)
    return text
  }

  mutating func take(_ window: JSONWindow, of bytes: Span<UInt8>) -> Bool {
    guard depth > 0, window.leastDepth > levels.count else { return false }
    depth = window.depth - levels.count
    return true
  }

  mutating func open(_ container: JSONContainer, at offset: Int) {
    if depth > 0 {
      depth += 1
      return
    }
    choose()
    guard case .part(let paths) = choice else {
      keep(from: offset)
      depth = 1
      return
    }
    separate()
    made.append(container.openingBracket)
    let segments = paths.map { self.paths[$0][levels.count] }
    let showsKeys = levels.isEmpty || paths.contains { mayEnd($0) }
    for path in paths { steps[path] = max(steps[path], levels.count + 1) }
    let ofItems =
      container == .object ? paths.filter { self.paths[$0][levels.count].only == .items } : []
    levels.append(
      Level(
        container: container, paths: paths, showsKeys: showsKeys,
        keepsAll: segments.contains(where: \.selectsAll),
        elementCount: segments.map(\.elementCount).max() ?? 0,
        stepsAfter: ofItems.map { ($0, steps[$0]) }))
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    if depth > 0 {
      depth -= 1
      if depth == 0 { endValue(at: offset + 1) }
      return
    }
    for (path, count) in levels.removeLast().stepsAfter { steps[path] = count }
    made.append(container.closingBracket)
  }

  mutating func comma() {
    if depth == 0 { levels[levels.count - 1].count += 1 }
  }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) {
    guard depth == 0 else { return }
    isKey = scalar == .key
    if isKey { return key.removeAll(keepingCapacity: true) }
    choose()
    keep(from: offset)
  }

  mutating func append(_ piece: Span<UInt8>) {
    guard isKey, depth == 0 else { return }
    let kept = piece.extracting(first: keepsKey ? piece.count : max(longestKey + 1 - key.count, 0))
    kept.withUnsafeBufferPointer { key.append(contentsOf: $0) }
  }

  mutating func endScalar(at offset: Int, isEscaped: Bool) {
    guard depth == 0 else { return }
    guard isKey else { return endValue(at: offset) }
    isKey = false
    guard let level = levels.last, key.count >= 2 else { return }
    let content = key[1..<key.count - 1]
    let name = isEscaped ? JSONStringDecoder.decode(content).bytes[...] : content
    choice = child(of: level) { $0.selects(name) }
    note(name, in: level)
    if case .nothing = choice, keepsKey { choice = .placeholder }
  }

  /// Whether the current key is kept, whatever it is.
  private var keepsKey: Bool {
    guard let level = levels.last else { return false }
    return level.keepsAll || level.showsKeys && level.count < JSONContents.mostKeys
  }

  /// Notes a member that paths name: such a path selects the last member with its key, so that what
  /// an earlier one led to does not count.
  private mutating func note(_ name: ArraySlice<UInt8>, in level: Level) {
    switch choice {
    case .placeholder, .nothing: return
    case .whole, .part: break
    }
    let step = levels.count - 1
    let named = level.paths.filter { !paths[$0][step].selectsAll && paths[$0][step].selects(name) }
    if level.hasNamed {
      for path in named { steps[path] = min(steps[path], levels.count) }
    }
    if !named.isEmpty { levels[step].hasNamed = true }
  }

  /// Whether a path that leads to nothing may end in the array or object that begins now.
  ///
  /// It ends in the first one to which its steps lead. After a step to all children, that is the
  /// first one in the document, unless there was a step with several names or positions, which come
  /// in the order of the path.
  private func mayEnd(_ path: Int) -> Bool {
    let step = levels.count
    let order = orders[path]
    return step < order.all || step >= order.several || steps[path] == step
  }

  /// Chooses for an element; for a member, its key has chosen.
  private mutating func choose() {
    guard let level = levels.last, level.container == .array else { return }
    guard level.keepsAll || level.count < level.elementCount else {
      choice = .nothing
      return
    }
    choice = child(of: level) { $0.selects(level.count) }
    if case .nothing = choice { choice = .placeholder }
  }

  private func child(of level: Level, where isNext: (JSONPathSegment) -> Bool) -> Choice {
    let step = levels.count
    let next = level.paths.filter { isNext(paths[$0][step - 1]) }
    if next.isEmpty { return .nothing }
    return next.contains { step == paths[$0].count } ? .whole : .part(next)
  }

  /// Begins to keep a value, or leaves it out.
  private mutating func keep(from offset: Int) {
    switch choice {
    case .whole, .part:
      separate()
      start = offset
    case .placeholder:
      separate()
      made.append(UInt8(ascii: "0"))
    case .nothing: break
    }
  }

  private mutating func endValue(at end: Int) {
    guard let start else { return }
    parts.append(Part(made: made.count, range: start..<end))
    self.start = nil
  }

  private mutating func separate() {
    guard let level = levels.last else { return }
    if level.kept > 0 { made.append(UInt8(ascii: ",")) }
    levels[levels.count - 1].kept += 1
    guard level.container == .object else { return }
    made += key
    made.append(UInt8(ascii: ":"))
  }
}

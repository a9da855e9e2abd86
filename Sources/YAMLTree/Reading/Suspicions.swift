/// Finds text that libyaml reads without complaint, but that is probably a mistake.
struct Suspicions {
  private(set) var found: [YAMLProblem] = []
  /// Whether lists and maps differ from what was meant, so that nothing more can be checked in
  /// them.
  private(set) var spoilsTree = false
  /// Whether a problem was found inside brackets, which may keep them from closing.
  private(set) var hidesBracket = false

  private let source: Source
  private let limit: Int
  private let linesWithHash: Set<Int>
  /// The number of times a line was looked up; each time walks the text from its beginning.
  private var looks = 0
  private var flow: OpenFlow?

  init(_ source: Source, limit: Int) {
    self.source = source
    self.limit = min(limit, 24)
    linesWithHash =
      source.bytes.count > LineRepair.limits.bytes ? [] : Self.linesWithHash(in: source)
  }

  /// Checks one value: text cut off by a comment, an item that became text, a block without lines.
  mutating func look(at scalar: Scalar, of event: YAMLEvent, inside flow: OpenFlow?) {
    self.flow = flow
    guard found.count < limit, looks < 100 else { return }
    if event.isBlock {
      guard scalar.text.isEmpty, isIndented(at: event.start) else { return }
      suspect("found no lines in a block scalar", at: event.start)
    } else if scalar.style == .plain, scalar.kind == .text {
      if event.end.line > event.start.line, flow == nil { lookForItem(in: event) }
      if linesWithHash.contains(event.end.line) { lookForHash(after: event.end) }
    }
  }

  /// Checks two neighbours in brackets that a comma in parentheses may have separated.
  mutating func look(at event: YAMLEvent, after previous: inout YAMLEvent?, inside flow: OpenFlow?)
  {
    self.flow = flow
    guard found.count < limit else { return }
    guard case .scalar(let scalar) = event.kind, scalar.style == .plain else {
      previous = nil
      return
    }
    // An empty value shows nothing about the text around it.
    guard !scalar.text.isEmpty else { return }
    let depth = scalar.text.utf8.reduce(0) { sum, byte in
      sum + (byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0)
    }
    if depth > 0 {
      previous = event
    } else if depth < 0, let start = previous?.start {
      suspect("found a comma in parentheses", at: start, spoilsTree: true)
      previous = nil
    }
  }

  /// Checks a key in braces whose colon is not followed by a space: `{page:1}`.
  mutating func look(at value: YAMLEvent, asValueOf key: YAMLEvent, inside flow: OpenFlow?) {
    self.flow = flow
    guard found.count < limit, case .scalar(let text) = value.kind, text.style == .plain,
      text.text.isEmpty, value.start == value.end, case .scalar(let name) = key.kind,
      name.style == .plain, name.text.utf8.contains(UInt8(ascii: ":"))
    else { return }
    suspect("found a key without a space after its colon", at: key.start, spoilsTree: true)
  }

  private mutating func suspect(
    _ words: String, at place: Mark.Position, spoilsTree: Bool = false
  ) {
    let problem = YAMLProblem.syntax(words, in: source, at: place, inside: flow)
    found.append(LineRepair.repaired(problem))
    self.spoilsTree = self.spoilsTree || spoilsTree
    hidesBracket = hidesBracket || flow != nil
  }

  /// Returns whether a block scalar sets its indentation: `>5`.
  private mutating func isIndented(at start: Mark.Position) -> Bool {
    looks += 1
    let line = source.scalars(ofLine: start.line).dropFirst(start.column - 1)
    let header = line.drop { $0 != "|" && $0 != ">" }.prefix { !$0.isBlank }
    return header.contains { ("1"..."9").contains($0) }
  }

  private mutating func lookForItem(in event: YAMLEvent) {
    for number in event.start.line + 1...event.end.line {
      looks += 1
      guard looks < 100 else { return }
      let line = source.scalars(ofLine: number)
      guard let dash = line.firstIndex(where: { !$0.isBlank }), line[dash] == "-",
        dash + 1 < line.count, line[dash + 1].isBlank
      else { continue }
      let place = Mark.Position(line: number, column: dash + 1)
      return suspect("found a list item inside a plain scalar", at: place, spoilsTree: true)
    }
  }

  private mutating func lookForHash(after end: Mark.Position) {
    looks += 1
    let rest = source.scalars(ofLine: end.line).dropFirst(end.column - 1)
    guard let hash = rest.firstIndex(where: { !$0.isBlank }), rest[hash] == "#",
      hash > rest.startIndex, let next = rest[hash...].dropFirst().first, !next.isBlank
    else { return }
    suspect("found a comment after text", at: Mark.Position(line: end.line, column: hash + 1))
  }

  /// Returns the lines in which a `#` is between a blank and a character.
  private static func linesWithHash(in source: Source) -> Set<Int> {
    var lines: Set<Int> = []
    let bytes = source.bytes
    var line = 1
    var index = 0
    while index < bytes.count {
      let length = source.lineBreakLength(at: index)
      if length > 0 { line += 1 }
      if bytes[index] == UInt8(ascii: "#"), index > 0, bytes[index - 1].isBlank,
        index + 1 < bytes.count, bytes[index + 1] > UInt8(ascii: " ")
      {
        lines.insert(line)
      }
      index += max(1, length)
    }
    return lines
  }
}

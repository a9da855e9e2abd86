/// Reads a document in pieces, and takes the children of one array or object out of it as they
/// arrive.
///
/// Memory grows with one child and one piece only. The whole document is checked, also that no key
/// on the way to the children occurs twice.
package struct JSONChildReader: Sendable {
  /// Why no more children follow.
  package enum Fault: Error, Sendable, Hashable {
    case syntax(JSONSyntaxError)
    /// A child is longer than the limit.
    case tooLong
    case repeated(String)
  }

  private let limit: Int
  private let stream: JSONPathStream
  private var scanner = JSONScanner()
  private var finder: JSONChildFinder
  /// The beginning of a child that has not ended yet.
  private var held: [UInt8] = []
  private var base = 0

  package init(of stream: JSONPathStream, limit: Int) {
    finder = JSONChildFinder(stream.container)
    self.limit = limit
    self.stream = stream
  }

  /// How far the path leads in what was read of the document, without regard to its children.
  package var reach: JSONPathReach {
    guard let contents = finder.contents else { return JSONPathReach(steps: 0) }
    return stream.reach(after: finder.stepsLed, to: contents)
  }

  /// Whether what was read decides how far the path leads to the children.
  package var isReachKnown: Bool {
    scanner.isComplete || finder.contents != nil && finder.stepsLed == stream.container.count
  }

  /// Whether the document has ended; only white space may follow.
  package var isComplete: Bool { scanner.isComplete }

  /// What a piece contains.
  package struct Piece: Sendable {
    package var children: [JSONNode] = []
    /// What is wrong after them; nothing may be read afterwards.
    package var fault: Fault?
  }

  package mutating func read(_ bytes: Span<UInt8>) -> Piece {
    var piece = Piece()
    var end = base + bytes.count
    do {
      try scanner.push(bytes, into: &finder)
    } catch {
      piece.fault = .syntax(error)
      end = error.offset
    }
    for child in finder.take() {
      guard child.range.count <= limit else {
        piece.fault = .tooLong
        return piece
      }
      let text = text(child.range, in: bytes)
      piece.children.append(JSONDocument(text, readAs: child.tape).root)
    }
    if let key = finder.repeatedKey {
      piece.fault = .repeated(key)
      return piece
    }
    if let start = finder.start {
      if end - start > limit { piece.fault = .tooLong }
      if piece.fault == nil { held = text(start..<end, in: bytes) }
    }
    base += bytes.count
    return piece
  }

  package mutating func finish() throws(JSONSyntaxError) { try scanner.finish(into: &finder) }

  private mutating func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> [UInt8] {
    var text = held
    held = []
    let first = max(range.lowerBound - base, 0)
    let last = range.upperBound - base
    if first < last {
      bytes.extracting(first..<last).withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }
    return text
  }
}

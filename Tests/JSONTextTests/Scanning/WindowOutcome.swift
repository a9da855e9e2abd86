import JSONText

/// All that is found in a text, by one way of reading it.
struct WindowOutcome: Equatable {
  private var tokens = TokenRecord()
  private var indented: [UInt8] = []
  private var styled: [UInt8] = []
  /// The kind of each byte.
  private var styles: [JSONScalar?] = []
  private(set) var errors: [JSONSyntaxError?] = []

  /// Reads a text that is cut at the given positions, in ascending order.
  init(
    of text: [UInt8], cutAt cuts: [Int] = [], _ windows: JSONWindows, maxDepth: Int = 512,
    allowsMark: Bool = true
  ) {
    let places = [0] + cuts + [text.count]
    // Each piece is in memory of its own, so that a sanitizer notices what is read after it.
    let pieces = zip(places, places.dropFirst()).map { Array(text[$0..<$1]) }
    var scanner = JSONScanner(maxDepth: maxDepth, allowsMark: allowsMark, windows: windows)
    errors.append(
      Self.error { () throws(JSONSyntaxError) in
        for piece in pieces { try scanner.push(piece.span, into: &tokens) }
        try scanner.finish(into: &tokens)
      })
    var indenter = JSONIndenter(windows: windows)
    errors.append(
      Self.error { () throws(JSONSyntaxError) in
        for piece in pieces { try indenter.push(piece.span, into: &indented) }
        try indenter.finish(into: &indented)
      })
    var styledIndenter = JSONStyledIndenter(windows: windows)
    var runs: [JSONStyledIndenter.Run] = []
    errors.append(
      Self.error { () throws(JSONSyntaxError) in
        for piece in pieces { try styledIndenter.push(piece.span, into: &styled, &runs) }
        try styledIndenter.finish()
      })
    for run in runs {
      styles += Array(repeating: run.scalar, count: max(run.end - styles.count, 0))
    }
  }

  private static func error(
    _ work: () throws(JSONSyntaxError) -> Void
  ) -> JSONSyntaxError? {
    do {
      try work()
      return nil
    } catch {
      return error
    }
  }
}

/// The tokens of a text, with their places.
private struct TokenRecord: JSONConsumer, Equatable {
  private enum Token: Equatable {
    case open(JSONContainer, Int)
    case close(JSONContainer, Int)
    case comma
    case colon
    case begin(JSONScalar, Int)
    case end(Int, isEscaped: Bool)
  }

  private var tokens: [Token] = []
  private var text: [UInt8] = []

  mutating func open(_ container: JSONContainer, at offset: Int) {
    tokens.append(.open(container, offset))
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    tokens.append(.close(container, offset))
  }

  mutating func comma() { tokens.append(.comma) }

  mutating func colon() { tokens.append(.colon) }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) {
    tokens.append(.begin(scalar, offset))
  }

  mutating func append(_ piece: Span<UInt8>) {
    piece.withUnsafeBufferPointer { text.append(contentsOf: $0) }
  }

  mutating func endScalar(at offset: Int, isEscaped: Bool) {
    text.append(0)
    tokens.append(.end(offset, isEscaped: isEscaped))
  }
}

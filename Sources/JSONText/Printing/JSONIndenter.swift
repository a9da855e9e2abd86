/// Lays out JSON that comes in pieces, one key or element a line, two spaces a level.
///
/// Keys, strings and numbers are copied octet for octet, in their order. Empty arrays and objects
/// stay on one line. No line break is written behind the value.
///
/// ```swift
/// var indenter = JSONIndenter()
/// var buffer: [UInt8] = []
/// try indenter.push(piece, into: &buffer)
/// write(buffer)
/// buffer.removeAll(keepingCapacity: true)
/// // … and after the last piece:
/// try indenter.finish(into: &buffer)
/// ```
public struct JSONIndenter: Sendable {
  private var scanner: JSONScanner
  private var layout = IndentingLayout()

  /// Creates an indenter at the start of a text.
  ///
  /// - Parameter maxDepth: how many arrays and objects may stand in one another.
  public init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  /// Reads the next piece of the text, and writes what is certain so far.
  ///
  /// One octet may become a line, so at most 2 × depth + 2 octets are written for each one read.
  ///
  /// - Parameters:
  ///   - octets: the piece, of any length and cut anywhere.
  ///   - buffer: the output is appended to it; the caller empties it.
  /// - Throws: `JSONSyntaxError` where the text stops being JSON; what stands before that place has
  ///   been written.
  public mutating func push(
    _ octets: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(JSONSyntaxError) {
    var printer = IndentingPrinter(layout: layout, output: OctetOutput(appendingTo: &buffer))
    defer {
      printer.output.finish(&buffer)
      layout = printer.layout
    }
    try scanner.push(octets, into: &printer)
  }

  /// Says that the text is complete.
  ///
  /// - Parameter buffer: what was held back is appended to it.
  /// - Throws: `JSONSyntaxError` where the text is not complete.
  public mutating func finish(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    var printer = IndentingPrinter(layout: layout, output: OctetOutput(appendingTo: &buffer))
    defer {
      printer.output.finish(&buffer)
      layout = printer.layout
    }
    try scanner.finish(into: &printer)
  }
}

/// Where in the layout a text has come to, from one piece to the next.
struct IndentingLayout: Sendable {
  var depth = 0
  /// Whether a bracket has just opened and nothing stands behind it yet.
  var isFirst = false
}

struct IndentingPrinter: JSONConsumer, ~Copyable {
  var layout: IndentingLayout
  var output: OctetOutput

  mutating func open(_ container: JSONContainer, at offset: Int) {
    beginFirst()
    output.append(container == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    layout.depth += 1
    layout.isFirst = true
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    layout.depth -= 1
    if layout.isFirst {
      layout.isFirst = false
    } else {
      breakLine()
    }
    output.append(container == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
  }

  mutating func comma() {
    output.append(UInt8(ascii: ","))
    breakLine()
  }

  mutating func colon() {
    output.append(UInt8(ascii: ":"))
    output.append(UInt8(ascii: " "))
  }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) {
    beginFirst()
  }

  mutating func append(_ piece: Span<UInt8>) {
    output.append(span: piece)
  }

  private mutating func beginFirst() {
    guard layout.isFirst else { return }
    layout.isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    output.appendLine(indentedBy: 2 * layout.depth)
  }
}

/// Lays out JSON as `JSONIndenter` does, and tells what is what, for a terminal in colour.
package struct JSONStyledIndenter: Sendable {
  /// A stretch of the output: it begins where the one before it ends.
  package struct Run: Sendable, Hashable {
    /// What it is; nil for white space, brackets, commas and colons.
    package var scalar: JSONScalar?
    /// The index behind its last octet.
    package var end: Int
  }

  private var scanner: JSONScanner
  private var layout = IndentingLayout()
  /// What goes on from one piece to the next.
  private var current: JSONScalar?

  /// Creates an indenter at the start of a text.
  ///
  /// - Parameter maxDepth: how many arrays and objects may stand in one another.
  package init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  /// Reads the next piece of the text, and writes what is certain so far.
  ///
  /// - Parameters:
  ///   - octets: the piece, of any length and cut anywhere.
  ///   - buffer: the output is appended to it.
  ///   - runs: the runs of the whole buffer are appended to it.
  /// - Throws: `JSONSyntaxError` where the text stops being JSON; what stands before that place has
  ///   been written.
  package mutating func push(
    _ octets: Span<UInt8>, into buffer: inout [UInt8], _ runs: inout [Run]
  ) throws(JSONSyntaxError) {
    var printer = StyledPrinter(
      printer: IndentingPrinter(layout: layout, output: OctetOutput(appendingTo: &buffer)),
      current: current)
    swap(&printer.runs, &runs)
    defer {
      printer.endRun()
      swap(&printer.runs, &runs)
      printer.printer.output.finish(&buffer)
      layout = printer.printer.layout
      current = printer.current
    }
    try scanner.push(octets, into: &printer)
  }

  /// Says that the text is complete.
  ///
  /// - Throws: `JSONSyntaxError` where the text is not complete.
  package mutating func finish() throws(JSONSyntaxError) {
    var discard = JSONDiscard()
    try scanner.finish(into: &discard)
  }
}

private struct StyledPrinter: JSONConsumer, ~Copyable {
  var printer: IndentingPrinter
  var current: JSONScalar?
  var runs: [JSONStyledIndenter.Run] = []

  mutating func open(_ container: JSONContainer, at offset: Int) {
    printer.open(container, at: offset)
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    printer.close(container, at: offset)
  }

  mutating func comma() { printer.comma() }

  mutating func colon() { printer.colon() }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) {
    printer.begin(scalar, at: offset)
    endRun()
    current = scalar
  }

  mutating func append(_ piece: Span<UInt8>) { printer.append(piece) }

  mutating func endScalar(at offset: Int, isEscaped: Bool) {
    endRun()
    current = nil
  }

  /// Notes what there is since the last run.
  mutating func endRun() {
    let end = printer.output.position
    guard end > runs.last?.end ?? 0 else { return }
    runs.append(JSONStyledIndenter.Run(scalar: current, end: end))
  }
}

/// Lays out JSON that comes in pieces, one member or element per line, two spaces per level.
///
/// Keys, strings and numbers are copied byte for byte, in their order. Empty arrays and objects
/// stay on one line. No line break is written after the value.
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
  /// - Parameter maxDepth: the deepest nesting of arrays and objects.
  public init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  package init(windows: JSONWindows) { scanner = JSONScanner(windows: windows) }

  /// Reads the next piece of the text, and writes what is certain so far.
  ///
  /// One byte may become a line, so at most 2 × depth + 2 bytes are written for each byte read.
  ///
  /// - Parameters:
  ///   - bytes: the piece, of any length and cut anywhere.
  ///   - buffer: the array to append the output to; the caller empties it.
  /// - Throws: `JSONSyntaxError` if the text stops being JSON; everything before that place is
  ///   written.
  public mutating func push(
    _ bytes: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(JSONSyntaxError) {
    var printer = IndentingPrinter(layout: layout, output: ByteOutput(appendingTo: &buffer))
    defer {
      printer.output.finish(&buffer)
      layout = printer.layout
    }
    try scanner.push(bytes, into: &printer)
  }

  /// Ends the text.
  ///
  /// - Parameter buffer: the array to append the buffered output to.
  /// - Throws: `JSONSyntaxError` if the text is not complete.
  public mutating func finish(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    var printer = IndentingPrinter(layout: layout, output: ByteOutput(appendingTo: &buffer))
    defer {
      printer.output.finish(&buffer)
      layout = printer.layout
    }
    try scanner.finish(into: &printer)
  }
}

/// The state of the layout between two pieces.
struct IndentingLayout: Sendable {
  var depth = 0
  var isFirst = false
}

struct IndentingPrinter: JSONConsumer, ~Copyable {
  var layout: IndentingLayout
  var output: ByteOutput

  mutating func take(_ window: JSONWindow, of bytes: Span<UInt8>) -> Bool {
    var print = WindowPrint(window, layout)
    while !print.go(on: bytes, to: &output) {}
    layout = print.layout
    return true
  }

  mutating func open(_ container: JSONContainer, at offset: Int) {
    beginFirst()
    output.append(container.openingBracket)
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
    output.append(container.closingBracket)
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

/// Lays out JSON as `JSONIndenter` does, and marks the kinds of its parts, for colours on a
/// terminal.
package struct JSONStyledIndenter: Sendable {
  /// A run of the output; it begins where the previous run ends.
  package struct Run: Sendable, Hashable {
    /// The kind of the run; nil for white space, brackets, commas and colons.
    package var scalar: JSONScalar?
    /// The index after its last byte.
    package var end: Int
  }

  private var scanner: JSONScanner
  private var layout = IndentingLayout()
  private var current: JSONScalar?

  package init(maxDepth: Int = 512, windows: JSONWindows = JSONWindows()) {
    scanner = JSONScanner(maxDepth: maxDepth, windows: windows)
  }

  /// Reads the next piece of the text, and writes what is certain so far.
  ///
  /// Throws `JSONSyntaxError` if the text stops being JSON; everything before that place is
  /// written.
  package mutating func push(
    _ bytes: Span<UInt8>, into buffer: inout [UInt8], _ runs: inout [Run]
  ) throws(JSONSyntaxError) {
    var printer = StyledPrinter(
      printer: IndentingPrinter(layout: layout, output: ByteOutput(appendingTo: &buffer)),
      current: current)
    swap(&printer.runs, &runs)
    defer {
      printer.endRun()
      swap(&printer.runs, &runs)
      printer.printer.output.finish(&buffer)
      layout = printer.printer.layout
      current = printer.current
    }
    try scanner.push(bytes, into: &printer)
  }

  package mutating func finish() throws(JSONSyntaxError) {
    var discard = JSONDiscard()
    try scanner.finish(into: &discard)
  }
}

private struct StyledPrinter: JSONConsumer, ~Copyable {
  var printer: IndentingPrinter
  var current: JSONScalar?
  var runs: [JSONStyledIndenter.Run] = []

  mutating func take(_ window: JSONWindow, of bytes: Span<UInt8>) -> Bool {
    var print = WindowPrint(window, printer.layout, in: current)
    var isComplete: Bool
    repeat {
      isComplete = print.go(on: bytes, to: &printer.output, &runs)
    } while !isComplete
    printer.layout = print.layout
    current = print.current
    return true
  }

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

  /// Records the output since the last run as a run.
  mutating func endRun() {
    let end = printer.output.position
    guard end > runs.last?.end ?? 0 else { return }
    runs.append(JSONStyledIndenter.Run(scalar: current, end: end))
  }
}

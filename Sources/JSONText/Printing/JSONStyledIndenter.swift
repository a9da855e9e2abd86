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

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
  private var printer = IndentingPrinter()

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
    swap(&buffer, &printer.output)
    defer { swap(&buffer, &printer.output) }
    try scanner.push(octets, into: &printer)
  }

  /// Says that the text is complete.
  ///
  /// - Parameter buffer: what was held back is appended to it.
  /// - Throws: `JSONSyntaxError` where the text is not complete.
  public mutating func finish(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    swap(&buffer, &printer.output)
    defer { swap(&buffer, &printer.output) }
    try scanner.finish(into: &printer)
  }
}

struct IndentingPrinter: JSONConsumer {
  var output: [UInt8] = []
  private var depth = 0
  private var isFirst = false
  /// A line break and more spaces than any level so far needed.
  private var indentation: [UInt8] = [UInt8(ascii: "\n")] + Array(repeating: 0x20, count: 64)

  mutating func open(_ container: JSONContainer, at offset: Int) {
    beginFirst()
    output.append(container == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    depth += 1
    isFirst = true
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    depth -= 1
    if isFirst {
      isFirst = false
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

  mutating func endScalar(at offset: Int, isEscaped: Bool) {}

  private mutating func beginFirst() {
    guard isFirst else { return }
    isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    let width = 2 * depth + 1
    while indentation.count < width {
      indentation.append(contentsOf: repeatElement(0x20, count: indentation.count))
    }
    output.append(contentsOf: indentation[..<width])
  }
}

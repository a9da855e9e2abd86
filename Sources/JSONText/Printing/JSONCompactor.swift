/// Removes the white space between the tokens of JSON that comes in pieces.
///
/// Keys, strings and numbers are copied octet for octet, in their order.
public struct JSONCompactor: Sendable {
  private var scanner: JSONScanner

  /// Creates a compactor at the start of a text.
  ///
  /// - Parameter maxDepth: how many arrays and objects may stand in one another.
  public init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  /// Reads the next piece of the text, and writes what is certain so far.
  ///
  /// - Parameters:
  ///   - octets: the piece, of any length and cut anywhere.
  ///   - buffer: the output, never longer than the piece, is appended to it.
  /// - Throws: `JSONSyntaxError` where the text stops being JSON; what stands before that place has
  ///   been written.
  public mutating func push(
    _ octets: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(JSONSyntaxError) {
    var printer = CompactingPrinter(output: OctetOutput(appendingTo: &buffer))
    defer {
      printer.output.finish(&buffer)
    }
    try scanner.push(octets, into: &printer)
  }

  /// Says that the text is complete.
  ///
  /// - Parameter buffer: what was held back is appended to it.
  /// - Throws: `JSONSyntaxError` where the text is not complete.
  public mutating func finish(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    var printer = CompactingPrinter(output: OctetOutput(appendingTo: &buffer))
    defer {
      printer.output.finish(&buffer)
    }
    try scanner.finish(into: &printer)
  }
}

struct CompactingPrinter: JSONConsumer, ~Copyable {
  var output: OctetOutput

  mutating func open(_ container: JSONContainer, at offset: Int) {
    output.append(container == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    output.append(container == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
  }

  mutating func comma() { output.append(UInt8(ascii: ",")) }

  mutating func colon() { output.append(UInt8(ascii: ":")) }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) {}

  mutating func append(_ piece: Span<UInt8>) { output.append(span: piece) }

  mutating func endScalar(at offset: Int, isEscaped: Bool) {}
}

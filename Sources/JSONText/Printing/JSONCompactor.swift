/// Removes the white space between the tokens of JSON that comes in pieces.
///
/// Keys, strings and numbers are copied byte for byte, in their order.
public struct JSONCompactor: Sendable {
  private var scanner: JSONScanner

  /// Creates a compactor at the start of a text.
  ///
  /// - Parameter maxDepth: the deepest nesting of arrays and objects.
  public init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  /// Reads the next piece of the text, and writes what is certain so far.
  ///
  /// - Parameters:
  ///   - bytes: the piece, of any length and cut anywhere.
  ///   - buffer: the array to append the output to, which is never longer than the piece.
  /// - Throws: `JSONSyntaxError` if the text stops being JSON; everything before that place is
  ///   written.
  public mutating func push(
    _ bytes: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(JSONSyntaxError) {
    var printer = CompactingPrinter(
      output: ByteOutput(appendingTo: &buffer, bound: bytes.count))
    defer { printer.output.finish(&buffer) }
    try scanner.push(bytes, into: &printer)
  }

  /// Ends the text.
  ///
  /// - Parameter buffer: the array to append the buffered output to.
  /// - Throws: `JSONSyntaxError` if the text is not complete.
  public mutating func finish(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    var printer = CompactingPrinter(output: ByteOutput(appendingTo: &buffer, bound: 0))
    defer { printer.output.finish(&buffer) }
    try scanner.finish(into: &printer)
  }

  /// Removes the white space between the tokens of a whole text.
  package static func compact(
    _ json: Span<UInt8>, maxDepth: Int = 512
  ) throws(JSONSyntaxError) -> [UInt8] {
    var compactor = JSONCompactor(maxDepth: maxDepth)
    var compact: [UInt8] = []
    try compactor.push(json, into: &compact)
    try compactor.finish(into: &compact)
    return compact
  }
}

struct CompactingPrinter: JSONConsumer, ~Copyable {
  var output: ByteOutput

  mutating func open(_ container: JSONContainer, at offset: Int) {
    output.append(container.openingBracket)
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    output.append(container.closingBracket)
  }

  mutating func comma() { output.append(UInt8(ascii: ",")) }

  mutating func colon() { output.append(UInt8(ascii: ":")) }

  mutating func append(_ piece: Span<UInt8>) { output.append(span: piece) }
}

/// Splits JSON that comes in pieces into records: the items of a list, or a single value that is
/// not a list.
///
/// Each item is written without white space between its tokens and ends with a line feed, which
/// occurs nowhere else in it. Keys, strings and numbers are copied byte for byte.
package struct JSONItemizer: Sendable {
  private var scanner: JSONScanner
  private var state = ItemizingState()

  package init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  /// Reads the next piece of the text, and writes what is certain so far.
  ///
  /// Throws `JSONSyntaxError` if the text stops being JSON; everything before that place is
  /// written.
  package mutating func push(
    _ bytes: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(JSONSyntaxError) {
    var printer = ItemizingPrinter(
      state: state, output: ByteOutput(appendingTo: &buffer, bound: bytes.count))
    defer {
      printer.output.finish(&buffer)
      state = printer.state
    }
    try scanner.push(bytes, into: &printer)
  }

  package mutating func finish(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    var printer = ItemizingPrinter(
      state: state, output: ByteOutput(appendingTo: &buffer, bound: 0))
    defer {
      printer.output.finish(&buffer)
      state = printer.state
    }
    try scanner.finish(into: &printer)
    if !state.isList { printer.output.append(UInt8(ascii: "\n")) }
  }
}

/// The state of an itemizer between two pieces.
struct ItemizingState: Sendable {
  var depth = 0
  var isList = false
  var hasItems = false
}

struct ItemizingPrinter: JSONConsumer, ~Copyable {
  var state: ItemizingState
  var output: ByteOutput

  mutating func open(_ container: JSONContainer, at offset: Int) {
    if state.depth == 0, container == .array {
      state.isList = true
    } else {
      state.hasItems = true
      output.append(container.openingBracket)
    }
    state.depth += 1
  }

  mutating func close(_ container: JSONContainer, at offset: Int) {
    state.depth -= 1
    if state.depth == 0, state.isList {
      if state.hasItems { output.append(UInt8(ascii: "\n")) }
    } else {
      output.append(container.closingBracket)
    }
  }

  mutating func comma() {
    output.append(state.depth == 1 && state.isList ? UInt8(ascii: "\n") : UInt8(ascii: ","))
  }

  mutating func colon() { output.append(UInt8(ascii: ":")) }

  mutating func begin(_ scalar: JSONScalar, at offset: Int) { state.hasItems = true }

  mutating func append(_ piece: Span<UInt8>) { output.append(span: piece) }
}

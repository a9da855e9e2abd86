import APICallBase
import APICallContracts
import APICallPlugins
import APICallResponses
import APICallSystem
import APICallText
import Glibc

/// Prints the results of commands on standard output.
enum Printing {
  /// Prints text; on a terminal its control characters are escaped.
  static func print(_ text: String) throws(Failure) {
    try print(bytes: Array(text.utf8))
  }

  /// Prints lines with names that others chose: of files, keys and steps.
  static func print(lines: [String]) throws(Failure) {
    try print(lines.map { TerminalText.line($0) + "\n" }.joined())
  }

  /// Prints bytes; on a terminal, as text with control characters escaped and a line break at its
  /// end.
  static func print(bytes: [UInt8]) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    var bytes = bytes
    if StandardStreams.isOutputTerminal {
      let text = TerminalText.escaping(String(decoding: bytes, as: UTF8.self))
      bytes = Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    }
    try write(bytes, to: output)
    try flush(output)
  }

  /// Prints text in colour; on a terminal its control characters are escaped.
  static func print(_ text: inout StyledText) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    do { try text.drain(to: colored(output)) } catch { throw Failure(writing: error) }
    try flush(output)
  }

  /// Prints JSON in colour, one member or item per line.
  static func print(json: String) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    let sink = colored(output)
    var formatter = JSONFormatter()
    do {
      try formatter.begin(.json, sink)
      try formatter.format(Array(json.utf8).span, sink)
      try formatter.end(sink)
    } catch {
      throw Failure(writing: error)
    }
    try flush(output)
  }

  private static func colored(_ output: DescriptorSink) -> any ByteSink {
    StandardStreams.isOutputTerminal
      ? TerminalSink(output, showsStyles: true) : ColourSink(output)
  }

  static func write(_ bytes: [UInt8], to output: DescriptorSink) throws(Failure) {
    do { try output.write(bytes.span) } catch { throw Failure(writing: error) }
  }

  static func flush(_ output: DescriptorSink) throws(Failure) {
    do { try output.flush() } catch { throw Failure(writing: error) }
  }
}

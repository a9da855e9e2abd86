import APICallBase
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallSystem
import Glibc

/// Prints what a command found out on standard output.
enum Printing {
  /// Prints text; on a terminal its control characters are escaped.
  ///
  /// - Parameter text: the text with its line breaks.
  /// - Throws: a ``Failure`` where it cannot be written.
  static func print(_ text: String) throws(Failure) {
    try print(bytes: Array(text.utf8))
  }

  /// Prints bytes; on a terminal as text whose control characters are escaped, with a line break
  /// at its end.
  ///
  /// - Parameter bytes: what to print.
  /// - Throws: a ``Failure`` where it cannot be written.
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
  ///
  /// - Parameter text: the text, which is empty then.
  /// - Throws: a ``Failure`` where it cannot be written.
  static func print(_ text: inout StyledText) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    do { try text.drain(to: colored(output)) } catch { throw Failure(writing: error) }
    try flush(output)
  }

  /// Prints JSON in colour, one key or item a line.
  ///
  /// - Parameter json: the JSON.
  /// - Throws: a ``Failure`` where it cannot be written.
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

  /// Writes bytes as they are.
  ///
  /// - Parameters:
  ///   - bytes: what to write.
  ///   - output: where to.
  /// - Throws: a ``Failure`` where they cannot be written.
  static func write(_ bytes: [UInt8], to output: DescriptorSink) throws(Failure) {
    do { try output.write(bytes.span) } catch { throw Failure(writing: error) }
  }

  /// Sees to it that all that was written has left the process.
  ///
  /// - Throws: a ``Failure`` where it cannot be written.
  static func flush(_ output: DescriptorSink) throws(Failure) {
    do { try output.flush() } catch { throw Failure(writing: error) }
  }
}

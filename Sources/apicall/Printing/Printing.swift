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
    try print(octets: Array(text.utf8))
  }

  /// Prints octets; on a terminal as text whose control characters are escaped, with a line break
  /// at its end.
  ///
  /// - Parameter octets: what to print.
  /// - Throws: a ``Failure`` where it cannot be written.
  static func print(octets: [UInt8]) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    var octets = octets
    if StandardStreams.isOutputTerminal {
      let text = TerminalText.escaping(String(decoding: octets, as: UTF8.self))
      octets = Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    }
    try write(octets, to: output)
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

  /// Writes octets as they are.
  ///
  /// - Parameters:
  ///   - octets: what to write.
  ///   - output: where to.
  /// - Throws: a ``Failure`` where they cannot be written.
  static func write(_ octets: [UInt8], to output: DescriptorSink) throws(Failure) {
    do { try output.write(octets.span) } catch { throw Failure(writing: error) }
  }

  /// Sees to it that all that was written has left the process.
  ///
  /// - Throws: a ``Failure`` where it cannot be written.
  static func flush(_ output: DescriptorSink) throws(Failure) {
    do { try output.flush() } catch { throw Failure(writing: error) }
  }
}

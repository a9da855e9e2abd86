import APICallCore
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
    do {
      if StandardStreams.isOutputTerminal {
        let text = TerminalText.escaping(String(decoding: octets, as: UTF8.self))
        try output.write(text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
      } else {
        try output.write(octets.span)
      }
      try output.flush()
    } catch {
      throw Failure(writing: error)
    }
  }
}

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
    let output = DescriptorSink(STDOUT_FILENO)
    do {
      try output.write(StandardStreams.isOutputTerminal ? TerminalText.escaping(text) : text)
      try output.flush()
    } catch {
      throw Failure(writing: error)
    }
  }
}

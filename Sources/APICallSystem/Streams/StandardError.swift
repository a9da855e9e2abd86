package import APICallBase
import Glibc
import Synchronization

/// Standard error: messages, and at times a line of progress below them that comes and goes.
///
/// All that is written there goes through here, so that a message never stands behind what is left
/// of that line.
package enum StandardError {
  private static let hasPassingLine = Atomic(false)

  /// Writes a message; what cannot be written is lost.
  ///
  /// - Parameter text: the message with its line breaks.
  package static func write(_ text: String) {
    let sink = StandardErrorSink()
    try? sink.write(text)
    try? sink.flush()
  }

  /// Shows a line in the place of the last one that was shown so, on a terminal.
  ///
  /// - Parameter line: the line: no control characters, and shorter than the terminal is wide.
  package static func showPassing(_ line: String) {
    hasPassingLine.store(true, ordering: .relaxed)
    send("\r\(line)\u{1B}[K")
  }

  /// Takes the passing line away, if one is there.
  package static func erasePassing() {
    guard hasPassingLine.exchange(false, ordering: .relaxed) else { return }
    send("\r\u{1B}[K")
  }

  private static func send(_ text: String) {
    let sink = DescriptorSink(STDERR_FILENO)
    try? sink.write(text)
    try? sink.flush()
  }

  /// The columns of the terminal that standard error is, as ioctl_tty(2) tells them now; nil where
  /// nobody knows.
  package static var columns: Int? {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether standard error is a terminal.
  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether the terminal belongs to another job of the shell's at the moment, which a line of
  /// progress would disturb.
  package static var isInBackground: Bool {
    let group = tcgetpgrp(STDERR_FILENO)
    return group > 0 && group != getpgrp()
  }
}

/// Standard error for what is written piece by piece.
package final class StandardErrorSink: ByteSink {
  private let sink = DescriptorSink(STDERR_FILENO)

  package init() {}

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    StandardError.erasePassing()
    try sink.write(octets)
  }

  package func flush() throws(DeliveryError) {
    StandardError.erasePassing()
    try sink.flush()
  }
}

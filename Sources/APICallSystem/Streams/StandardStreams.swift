package import APICallBase
import Glibc
import Synchronization

/// Standard input, output and error.
package enum StandardStreams {
  /// What is at the other end of standard output.
  package enum Kind: Sendable, Hashable {
    case terminal
    /// A pipe or a socket: a program.
    case program
    /// A file, or a device such as /dev/null.
    case file
  }

  /// What is at the other end of standard output.
  package static var outputKind: Kind {
    if isOutputTerminal { return .terminal }
    var information = stat()
    guard fstat(STDOUT_FILENO, &information) == 0 else { return .file }
    return [S_IFIFO, S_IFSOCK].contains(information.st_mode & S_IFMT) ? .program : .file
  }

  /// Whether standard output is a terminal.
  package static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The columns of the terminal that standard output is, as ioctl_tty(2) tells them; nil where it
  /// is none, or none that knows.
  package static var outputColumns: Int? { columns(of: STDOUT_FILENO) }

  /// The columns of the terminal that a descriptor is.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static let isOutputInLine = Atomic(false)

  /// Notes the last octet that standard output got.
  static func note(lastOutput octet: UInt8) {
    isOutputInLine.store(octet != UInt8(ascii: "\n"), ordering: .relaxed)
  }

  /// Ends the line that standard output has begun, where standard error is the same terminal: a message
  /// would stand behind it.
  static func endOutputLine() {
    guard isOutputInLine.load(ordering: .relaxed) else { return }
    isOutputInLine.store(false, ordering: .relaxed)
    var (output, error) = (stat(), stat())
    guard isOutputTerminal, fstat(STDOUT_FILENO, &output) == 0, fstat(STDERR_FILENO, &error) == 0,
      output.st_rdev == error.st_rdev, StandardError.isTerminal
    else { return }
    DescriptorSink.send("\n", to: STDERR_FILENO)
  }

  /// Opens what the caller closed (`>&-`), so that no socket or file gets its number: writing to it
  /// still fails.
  package static func fillClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a message to standard error; what cannot be written is lost.
  ///
  /// - Parameter text: the message with its line breaks.
  package static func report(_ text: String) {
    StandardError.erasePassing()
    endOutputLine()
    DescriptorSink.send(text, to: STDERR_FILENO)
  }

  /// Writes diagnostics to standard error, in colour where that is shown.
  ///
  /// - Parameters:
  ///   - diagnostics: what to tell.
  ///   - color: what the user chose.
  ///   - sink: what is written to: standard error, or what keeps it for that.
  package static func report(
    _ diagnostics: [Diagnostic], color: ColorChoice, to sink: any ByteSink = StandardErrorSink()
  ) {
    guard !diagnostics.isEmpty else { return }
    let showsStyles = color.showsStyles(
      onTerminal: StandardError.isTerminal, in: ColorEnvironment(Program.environment))
    let output: any ByteSink = showsStyles ? ColourSink(sink) : sink
    for diagnostic in diagnostics.unshown {
      var text = diagnostic.styledText
      try? text.drain(to: output)
    }
    try? output.flush()
  }
}

/// Standard error: messages, and at times a line of progress below them that comes and goes.
///
/// All that is written there goes through here, so that a message never stands behind what is left
/// of that line.
package enum StandardError {
  private static let hasPassingLine = Atomic(false)

  /// Shows a line in the place of the last one that was shown so, on a terminal.
  ///
  /// - Parameter line: the line: no control characters, and shorter than the terminal is wide.
  package static func showPassing(_ line: String) {
    hasPassingLine.store(true, ordering: .relaxed)
    DescriptorSink.send("\r\(line)\u{1B}[K", to: STDERR_FILENO)
  }

  /// Takes the passing line away, if one is there.
  package static func erasePassing() {
    guard hasPassingLine.exchange(false, ordering: .relaxed) else { return }
    DescriptorSink.send("\r\u{1B}[K", to: STDERR_FILENO)
  }

  /// The columns of the terminal that standard error is, as ioctl_tty(2) tells them now; nil where
  /// nobody knows.
  package static var columns: Int? { StandardStreams.columns(of: STDERR_FILENO) }

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
  /// Whether anything was written since the last flush.
  private var isWaiting = false

  package init() {}

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    StandardError.erasePassing()
    guard octets.count > 0 else { return }
    StandardStreams.endOutputLine()
    isWaiting = true
    try sink.write(octets)
  }

  package func flush() throws(DeliveryError) {
    StandardError.erasePassing()
    if isWaiting { StandardStreams.endOutputLine() }
    isWaiting = false
    try sink.flush()
  }
}

package import APICallBase
package import APICallText
import Glibc
import Synchronization

/// Standard input, output and error.
package enum StandardStreams {
  /// The kind of standard output.
  package enum Kind: Sendable, Hashable {
    case terminal
    /// A pipe or a socket, to a program.
    case program
    /// A file, or a device such as /dev/null.
    case file
  }

  package static var outputKind: Kind {
    if isOutputTerminal { return .terminal }
    var information = stat()
    guard fstat(STDOUT_FILENO, &information) == 0 else { return .file }
    return [S_IFIFO, S_IFSOCK].contains(information.st_mode & S_IFMT) ? .program : .file
  }

  package static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The columns of the terminal on standard output (ioctl_tty(2)); nil if it is not a terminal, or
  /// if its width is unknown.
  package static var outputColumns: Int? { columns(of: STDOUT_FILENO) }

  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static let isOutputInLine = Atomic(false)
  private static let lostOutput = Mutex<DeliveryError?>(nil)

  /// Why standard output lacks something that was to be written; nil if it lacks nothing.
  static var outputFault: DeliveryError? { lostOutput.withLock { $0 } }

  static func note(lost fault: DeliveryError) { lostOutput.withLock { $0 = $0 ?? fault } }

  /// Records the last byte written to standard output.
  static func note(lastOutput byte: UInt8) {
    isOutputInLine.store(byte != UInt8(ascii: "\n"), ordering: .relaxed)
  }

  /// Ends an incomplete line of standard output if standard error is the same terminal, pipe or file;
  /// otherwise a message would continue that line.
  static func endOutputLine() {
    guard isOutputInLine.load(ordering: .relaxed) else { return }
    isOutputInLine.store(false, ordering: .relaxed)
    var (output, error) = (stat(), stat())
    guard fstat(STDOUT_FILENO, &output) == 0, fstat(STDERR_FILENO, &error) == 0 else { return }
    // A terminal may have two names, such as /dev/tty.
    let isOneTerminal =
      output.st_rdev == error.st_rdev && isOutputTerminal && StandardError.isTerminal
    guard isOneTerminal || output.st_dev == error.st_dev && output.st_ino == error.st_ino else {
      return
    }
    DescriptorSink.send("\n", to: STDERR_FILENO)
  }

  /// Opens descriptors that the caller closed (`>&-`), so that no socket or file gets their
  /// numbers.
  ///
  /// Writing to them still fails.
  package static func fillClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a message to standard error; anything that cannot be written is lost.
  package static func report(_ text: String) {
    StandardError.erasePassing()
    endOutputLine()
    DescriptorSink.send(text, to: STDERR_FILENO)
  }

  /// Writes diagnostics to standard error, in colour if colours are shown.
  package static func report(
    _ diagnostics: [Message], color: ColorChoice, to sink: any ByteSink = StandardErrorSink()
  ) {
    guard !diagnostics.isEmpty else { return }
    let output = colored(sink, color)
    for diagnostic in diagnostics.unshown {
      var text = diagnostic.styledText
      try? text.drain(to: output)
    }
    try? output.flush()
  }

  package static func report(_ text: StyledText, color: ColorChoice) {
    var text = text
    let output = colored(StandardErrorSink(), color)
    try? text.drain(to: output)
    try? output.flush()
  }

  private static func colored(_ sink: any ByteSink, _ color: ColorChoice) -> any ByteSink {
    let showsStyles = color.showsStyles(
      onTerminal: StandardError.isTerminal, in: ColorEnvironment(Program.environment))
    return showsStyles ? ColourSink(sink) : sink
  }
}

/// Standard error: messages, and a temporary line of progress below them.
///
/// All output to it passes through here, so that a message never follows the rest of that line.
package enum StandardError {
  private static let hasPassingLine = Atomic(false)

  /// Shows a line on a terminal, replacing the previous one.
  package static func showPassing(_ line: String) {
    hasPassingLine.store(true, ordering: .relaxed)
    DescriptorSink.send("\r\(line)\u{1B}[K", to: STDERR_FILENO)
  }

  /// Removes the temporary line, if there is one.
  package static func erasePassing() {
    guard hasPassingLine.exchange(false, ordering: .relaxed) else { return }
    DescriptorSink.send("\r\u{1B}[K", to: STDERR_FILENO)
  }

  /// The current columns of the terminal on standard error (ioctl_tty(2)); 80 if they are unknown.
  package static var columnsOrDefault: Int { StandardStreams.columns(of: STDERR_FILENO) ?? 80 }

  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether the terminal currently belongs to another job of the shell, which a line of progress
  /// would disturb.
  package static var isInBackground: Bool {
    let group = tcgetpgrp(STDERR_FILENO)
    return group > 0 && group != getpgrp()
  }
}

/// Standard error for output in pieces.
package final class StandardErrorSink: ByteSink {
  private let sink = DescriptorSink(STDERR_FILENO)
  /// Whether anything was written since the last flush.
  private var isWaiting = false

  package init() {}

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    StandardError.erasePassing()
    guard bytes.count > 0 else { return }
    StandardStreams.endOutputLine()
    isWaiting = true
    try sink.write(bytes)
  }

  package func flush() throws(DeliveryError) {
    StandardError.erasePassing()
    if isWaiting { StandardStreams.endOutputLine() }
    isWaiting = false
    try sink.flush()
  }
}

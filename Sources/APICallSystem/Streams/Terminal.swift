import APICallBase
import APICallText
import Glibc

/// The terminal for questions: never standard output, which is for the response of a call.
struct Terminal: ~Copyable {
  /// How long a question waits, in milliseconds.
  private static let patience: Int32 = 600_000
  private static let limit = 64 << 10

  private let input: Int32
  private let output: Int32

  /// Finds the terminal; nil unless standard error is a terminal, where the user sees messages.
  ///
  /// It is standard input, or the controlling terminal of the process if standard input is
  /// something else.
  init?() {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    if isatty(STDIN_FILENO) == 1 {
      (input, output) = (STDIN_FILENO, STDERR_FILENO)
    } else {
      let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
      guard terminal >= 0 else { return nil }
      (input, output) = (terminal, terminal)
    }
  }

  static var isThere: Bool {
    guard let terminal = Terminal() else { return false }
    return terminal.output >= 0
  }

  deinit { if input != STDIN_FILENO { close(input) } }

  /// Asks a question and waits for a line.
  ///
  /// A signal that ends the program ends the question first, so that the terminal's settings are
  /// restored.
  func answer(to question: Question) -> Answer {
    StandardError.erasePassing()
    let wake = Signals.install()
    let text = TerminalText.line(question.text)
    let sign = text.hasSuffix("?") || text.hasSuffix(":") ? " " : ": "
    // A remark consists of messages, which are escaped.
    let remark = question.remark ?? ""
    guard question.isSecret else {
      write(remark + text + sign)
      return line(wake)
    }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return .noTerminal }
    var hidden = settings
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // The line break is shown. Keys that would stop or kill the program silently are plain text
    // meanwhile: otherwise the shell would take over a terminal without echo.
    hidden.c_lflag |= tcflag_t(ECHONL)
    withUnsafeMutableBytes(of: &hidden.c_cc) { characters in
      for index in [VQUIT, VSUSP] { characters[Int(index)] = 0 }
    }
    LastDuties.remember(settings, of: input)
    defer { LastDuties.forgetTerminal() }
    guard tcsetattr(input, TCSAFLUSH, &hidden) == 0 else { return .noTerminal }
    defer { tcsetattr(input, TCSADRAIN, &settings) }
    write(remark + text + sign)
    return line(wake)
  }

  private func line(_ wake: Int32?) -> Answer {
    var bytes: [UInt8] = []
    while bytes.count < Self.limit {
      var wanted = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
      if let wake { wanted.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&wanted, nfds_t(wanted.count), Self.patience)
      if Signals.received != nil {
        write("\n")
        return .interrupted
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      var piece = [UInt8](repeating: 0, count: 4096)
      let length = read(input, &piece, piece.count)
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { break }
      bytes += piece[..<length]
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        return .text(String(decoding: bytes[..<end], as: UTF8.self))
      }
    }
    write("\n")
    return .nothing
  }

  private func write(_ text: String) { DescriptorSink.send(text, to: output) }
}

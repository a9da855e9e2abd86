import Glibc
import Synchronization
import TestServers

/// A program at a terminal: its standard input and error are the terminal, standard output is a
/// file.
final class TerminalSession: Sendable {
  let child: ChildProcess
  private let keyboard: Int32
  private let terminal: Int32
  private let seen = Mutex("")

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program's name or path, and its arguments.
  ///   - environment: additions to its environment.
  ///   - columns: the width of the terminal; nil for a terminal that does not report it.
  ///   - controls: whether the terminal controls the program, so that Ctrl-C is a signal and
  ///     /dev/tty exists: setsid(1).
  /// - Throws: a ``SetupError`` if no terminal is available.
  init(
    _ arguments: [String], environment: [String: String] = [:], columns: UInt16? = nil,
    controls: Bool = false
  ) throws {
    var (keyboard, terminal): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns ?? 0, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&keyboard, &terminal, nil, nil, &size) == 0 else {
      throw SetupError("no pseudo-terminal is to be had")
    }
    for end in [keyboard, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (self.keyboard, self.terminal) = (keyboard, terminal)
    child = try ChildProcess(
      (controls ? ["setsid", "--ctty", "--wait"] : []) + arguments,
      environment: Surroundings.variables.merging(environment) { $1 }, input: terminal,
      error: terminal)
  }

  deinit {
    close(keyboard)
    close(terminal)
  }

  /// All text on the terminal so far.
  var text: String {
    readWaiting()
    return seen.withLock { $0 }
  }

  /// Whether typed text is visible.
  var echoes: Bool {
    var settings = termios()
    return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Types a text once the terminal's text ends with another one.
  func type(_ keys: String, after prompt: String) throws {
    guard waits(until: { text.hasSuffix(prompt) }) else {
      throw SetupError("the terminal shows '\(text)', not '\(prompt)'")
    }
    let bytes = Array(keys.utf8)
    guard write(keyboard, bytes, bytes.count) == bytes.count else {
      throw SetupError("nothing can be typed")
    }
  }

  private func readWaiting() {
    var wanted = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    var piece = [UInt8](repeating: 0, count: 4096)
    while poll(&wanted, 1, 0) > 0 {
      let count = read(keyboard, &piece, piece.count)
      guard count > 0 else { return }
      let text = String(decoding: piece[..<count], as: UTF8.self)
      seen.withLock { $0 += text.replacing("\r\n", with: "\n") }
    }
  }
}

import APICallBase
import CSystem
package import Glibc

/// A program of a plugin while it runs: three pipes, none of which ever blocks.
///
/// It leads a process group of its own, which is killed with all that is in it when the value goes, so
/// that nothing is left however its work ended.
package final class ChildProcess {
  /// What came of writing or reading.
  package enum Progress: Equatable {
    /// So many octets, at least one.
    case octets(Int)
    /// Nothing goes now; the descriptor tells when.
    case notNow
    /// The other side has closed the pipe.
    case ended
  }

  /// How often a program is started that is busy.
  private static let mostStarts = 10

  private var child: apicall_child
  package private(set) var ending: Ending?
  private var isKilled = false
  /// What it has written on standard error.
  package var log: StandardErrorLog

  /// How a program ended.
  package enum Ending: Equatable {
    /// By itself, with a status from 0 to 255.
    case status(Int32)
    /// By a signal.
    case signal(Int32)

    /// How it ended, with the program for its subject: `ended with the status 1`.
    package var reason: String {
      switch self {
      case .status(let status): "ended with the status \(status)"
      case .signal(let number): "was ended by the signal \(number)"
      }
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: its absolute path.
  ///   - arguments: its arguments, without its own name.
  ///   - environment: all that is in its environment.
  ///   - report: takes each line of its standard error as it comes, if anybody wants them.
  /// - Throws: ``SpawnError`` where the system does not start it.
  package init(
    _ path: String, _ arguments: [String] = [], environment: PluginEnvironment,
    reporting report: (@Sendable (String) -> Void)? = nil
  ) throws(SpawnError) {
    log = StandardErrorLog(reporting: report)
    child = apicall_child(pid: 0, input: -1, output: -1, errors: -1, end: -1)
    var code: Int32 = 0
    // A program that somebody has just written may be open for writing a moment longer.
    for _ in 0..<Self.mostStarts {
      code = Self.withVector([path] + arguments) { arguments in
        Self.withVector(environment.entries) { environment in
          apicall_spawn(path, arguments, environment, &child)
        }
      }
      guard code == ETXTBSY else { break }
      usleep(20_000)
    }
    guard code == 0 else { throw SpawnError(code: code) }
  }

  deinit { kill() }

  /// Its standard output, or -1 once that has ended.
  package var output: Int32 { child.output }
  /// Its standard error, or -1 once that has ended.
  var errors: Int32 { child.errors }
  /// What becomes readable as it ends; -1 where nothing does.
  package var end: Int32 { ending == nil ? child.end : -1 }

  /// What poll(2) has to watch for it to go on.
  ///
  /// - Parameters:
  ///   - hasInput: whether there is more for it to read.
  ///   - hasOutput: whether its output is waited for.
  /// - Returns: its pipes and its end; a descriptor is negative where nothing is to be watched.
  package func interests(hasInput: Bool, hasOutput: Bool = true) -> [pollfd] {
    [
      pollfd(fd: hasInput ? child.input : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: hasOutput ? child.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Writes to its standard input what goes without waiting.
  ///
  /// - Parameter octets: what to write, not empty.
  /// - Returns: what came of it.
  package func write(_ octets: UnsafeRawBufferPointer) -> Progress {
    guard child.input >= 0 else { return .ended }
    while true {
      let count = Glibc.write(child.input, octets.baseAddress, octets.count)
      if count > 0 { return .octets(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .notNow
      default:
        closeInput()
        return .ended
      }
    }
  }

  /// Reads what its standard output holds.
  package func readOutput(into buffer: UnsafeMutableRawBufferPointer) -> Progress {
    Self.read(&child.output, into: buffer)
  }

  /// Reads what its standard error holds into the log, a piece at a time.
  package func readErrors() {
    withUnsafeTemporaryAllocation(byteCount: PluginLimits.piece, alignment: 16) { buffer in
      var left = PluginLimits.piece
      while left > 0, case .octets(let count) = Self.read(&child.errors, into: buffer) {
        log.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        left -= count
      }
    }
  }

  private static func read(
    _ descriptor: inout Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> Progress {
    guard descriptor >= 0 else { return .ended }
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return .octets(count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .notNow }
      close(&descriptor)
      return .ended
    }
  }

  /// Tells it that there is no more input.
  package func closeInput() { Self.close(&child.input) }

  /// Looks whether it has ended.
  ///
  /// - Returns: how; nil while it runs.
  @discardableResult
  package func reap() -> Ending? {
    guard ending == nil else { return ending }
    var status: Int32 = 0
    guard waitpid(child.pid, &status, WNOHANG) == child.pid else { return nil }
    note(status)
    return ending
  }

  private func note(_ status: Int32) {
    // The macros of wait(2) are none that Swift sees.
    let signal = status & 0x7F
    ending = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    Self.close(&child.end)
  }

  /// Asks it and all that it started to end (SIGTERM).
  func terminate() { signalGroup(SIGTERM) }

  /// Ends it and all that it started at once (SIGKILL), and forgets its pipes.
  func kill() {
    guard child.pid > 0, !isKilled else { return }
    isKilled = true
    signalGroup(SIGKILL)
    if ending == nil {
      var status: Int32 = 0
      while waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
      note(status)
    }
    closeInput()
    Self.close(&child.output)
    Self.close(&child.errors)
  }

  /// Sends a signal to the group: it is there while any process of it is.
  private func signalGroup(_ number: Int32) {
    guard child.pid > 0 else { return }
    _ = Glibc.kill(-child.pid, number)
  }

  private static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  /// Has texts as C takes them: pointers with a null behind them.
  private static func withVector<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { buffer in
      // It is never empty: the null is in it.
      withExtendedLifetime(pointers) { body(buffer.baseAddress.unsafelyUnwrapped) }
    }
  }
}

/// Why a program was not started.
package struct SpawnError: Error {
  /// The number of the system's error.
  package var code: Int32
}

extension PluginFailure {
  /// The failure of a program that the system did not start.
  init(_ plugin: String, _ error: SpawnError, program: String) {
    let hint: String? =
      switch error.code {
      case ENOENT: "is the interpreter that its first line names installed?"
      case ENOEXEC: "its first line has to name an interpreter, such as #!/bin/sh"
      case EACCES: "'\(program)' has to be executable"
      default: nil
      }
    self.init(plugin, "it cannot be started: \(String(cString: strerror(error.code)))", hint: hint)
  }

  /// The failure of a program that ended in another way than it should.
  init(_ plugin: String, _ ending: ChildProcess.Ending, _ words: [String]) {
    let reason =
      switch ending {
      case .status: "it \(ending.reason)"
      case .signal(let number): "it \(ending.reason) (\(String(cString: strsignal(number))))"
      }
    self.init(plugin, reason, words: words)
  }
}

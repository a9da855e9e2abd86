import APICallBase
import CSystem
package import Glibc

/// A running program of a plugin, with three non-blocking pipes.
///
/// It leads a process group of its own. The whole group is killed when this value is released, and
/// when this process ends, also by SIGKILL: no process is left, however its work ended.
package final class ChildProcess {
  package enum Progress: Equatable {
    case bytes(Int)
    /// Nothing is possible now.
    case notNow
    /// The other side has closed the pipe.
    case ended
  }

  /// The largest number of attempts to start a busy program.
  private static let mostStarts = 50

  private var child: apicall_child
  package private(set) var ending: Ending?
  private var isKilled = false
  package var log: StandardErrorLog

  package enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)

    /// How it ended, in words that follow the program's name: `exited with status 1`.
    package var reason: String {
      switch self {
      case .status(let status): "exited with status \(status)"
      case .signal(let number): "was ended by signal \(number)"
      }
    }
  }

  /// Starts a program.
  ///
  /// Throws ``SpawnError`` if the system does not start it.
  package init(
    _ path: String, _ arguments: [String] = [], environment: PluginEnvironment,
    reporting report: (@Sendable (String) -> Void)? = nil
  ) throws(SpawnError) {
    log = StandardErrorLog(reporting: report)
    child = apicall_child(pid: 0, input: -1, output: -1, errors: -1, life: -1, end: -1)
    var code: Int32 = 0
    // A process that has just written the program may have passed its descriptor to a child, which
    // keeps the program busy until the child executes another one: mostly some microseconds.
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

  /// Its standard output; -1 after its end.
  package var output: Int32 { child.output }
  /// Its standard error; -1 after its end.
  var errors: Int32 { child.errors }
  /// A descriptor that becomes readable when the program ends; -1 if there is none.
  package var end: Int32 { ending == nil ? child.end : -1 }

  /// The descriptors that poll(2) must watch.
  ///
  /// Returns its pipes and its end. A descriptor is negative if it need not be watched.
  package func interests(hasInput: Bool, hasOutput: Bool = true) -> [pollfd] {
    [
      pollfd(fd: hasInput ? child.input : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: hasOutput ? child.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Writes as much to its standard input as is possible without waiting.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Progress {
    guard child.input >= 0 else { return .ended }
    while true {
      let count = apicall_write(child.input, bytes.baseAddress, bytes.count)
      if count > 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .notNow
      default:
        closeInput()
        return .ended
      }
    }
  }

  func readOutput(into buffer: UnsafeMutableRawBufferPointer) -> Progress {
    Self.read(&child.output, into: buffer)
  }

  /// Passes on a piece of the available bytes of its standard output.
  ///
  /// Returns whether there were any.
  @discardableResult
  package func readPiece(_ receive: (Span<UInt8>) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: PluginLimits.piece, alignment: 16) { buffer in
      guard case .bytes(let count) = readOutput(into: buffer) else { return false }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      receive(bytes.bindMemory(to: UInt8.self).span)
      return true
    }
  }

  /// Reads the available bytes of its standard error into the log, a piece at a time.
  package func readErrors() {
    withUnsafeTemporaryAllocation(byteCount: PluginLimits.piece, alignment: 16) { buffer in
      var left = PluginLimits.piece
      while left > 0, case .bytes(let count) = Self.read(&child.errors, into: buffer) {
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
      if count > 0 { return .bytes(count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .notNow }
      close(&descriptor)
      return .ended
    }
  }

  package func closeInput() { Self.close(&child.input) }

  /// Returns how it ended; nil while it runs.
  @discardableResult
  package func reap() -> Ending? {
    guard ending == nil else { return ending }
    var status: Int32 = 0
    guard waitpid(child.pid, &status, WNOHANG) == child.pid else { return nil }
    note(status)
    return ending
  }

  private func note(_ status: Int32) {
    // Swift does not import the macros of wait(2).
    let signal = status & 0x7F
    ending = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    Self.close(&child.end)
  }

  func terminate() { signalGroup(SIGTERM) }

  /// Kills it and all processes that it started (SIGKILL), and closes its pipes.
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
    Self.close(&child.life)
  }

  /// Sends a signal to the process group, which exists as long as one of its processes does.
  private func signalGroup(_ number: Int32) {
    guard child.pid > 0 else { return }
    _ = Glibc.kill(-child.pid, number)
  }

  private static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  /// Passes strings in the form of C: an array of pointers that ends with a null pointer.
  private static func withVector<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { buffer in
      // The buffer is never empty: it contains the null pointer.
      withExtendedLifetime(pointers) { body(buffer.baseAddress.unsafelyUnwrapped) }
    }
  }
}

package struct SpawnError: Error {
  package var code: Int32
}

extension PluginProblem {
  init(_ plugin: String, _ error: SpawnError, program: String) {
    let hint: String? =
      switch error.code {
      case ENOENT: "check that the interpreter in its first line is installed"
      case ENOEXEC: "its first line must name an interpreter, such as #!/bin/sh"
      case EACCES: "'\(program)' must be executable"
      default: nil
      }
    self.init(plugin, "it cannot be started: \(String(cString: strerror(error.code)))", hint: hint)
  }

  init(_ plugin: String, _ ending: ChildProcess.Ending, _ words: [String]) {
    let reason =
      switch ending {
      case .status: "it \(ending.reason)"
      case .signal(let number): "it \(ending.reason) (\(String(cString: strsignal(number))))"
      }
    self.init(plugin, reason, words: words)
  }
}

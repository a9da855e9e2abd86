import CSystem
import Glibc
import Synchronization
import TestServers

/// A program that a test starts, with a time limit on every wait for it.
///
/// Its standard output and error go to files, so that it never waits for the test, however much it
/// writes. It leads a new process group, which is killed with it.
final class ChildProcess: Sendable {
  /// Where standard output goes.
  enum Output { case file, pipe, terminal }

  /// How a program ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    case timeLimit

    /// The number that a shell would show.
    var status: String {
      switch self {
      case .exit(let code): "\(code)"
      case .signal(let number): "\(128 + number)"
      case .timeLimit: "none: it was killed at the time limit"
      }
    }
  }

  /// Held while descriptors that a child must not inherit are created.
  private static let spawning = Mutex(())

  let processID: pid_t
  /// The read end of a pipe or a terminal; nil for a file.
  let reading: Int32?
  private let outputFile: Int32
  private let errorFile: Int32
  private let ending = Mutex<Ending?>(nil)
  private let terminalOutput = Mutex<[UInt8]>([])
  /// The processor time of the ended program.
  let usedTime = Mutex<Duration?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program's name or path, and its arguments.
  ///   - folder: the folder it works in.
  ///   - environment: its whole environment.
  ///   - input: its standard input; /dev/null if nil.
  ///   - output: where its standard output goes.
  ///   - error: its standard error; a file if nil.
  /// - Throws: a ``SetupError`` if it cannot be started.
  init(
    _ arguments: [String], in folder: String = Place.package,
    environment: [String: String] = Surroundings.variables, input: Int32? = nil,
    output: Output = .file, error: Int32? = nil
  ) throws {
    outputFile = try Self.scratchFile()
    errorFile = try Self.scratchFile()
    let files = (outputFile, error ?? errorFile)
    (processID, reading) = try Self.spawning.withLock { _ in
      let ends = try Self.ends(of: output)
      defer { if let ends { close(ends.writing) } }
      // env(1) changes the folder and finds the program on the child's own PATH.
      let command = ["/usr/bin/env", "-C", folder, "--"] + arguments
      let child = try Self.spawn(
        command, environment, input: input, output: ends?.writing ?? files.0, error: files.1)
      return (child, ends?.reading)
    }
  }

  deinit {
    _ = wait(limit: .zero)
    for descriptor in [outputFile, errorFile] + (reading.map { [$0] } ?? []) { close(descriptor) }
  }

  /// Sends a signal to the program alone.
  func send(_ signal: Int32) { kill(processID, signal) }

  /// Whether it has ended, even if its end was not waited for.
  var hasEnded: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return true
    }
    return information.si_signo == SIGCHLD
  }

  /// Waits for the end; at the limit the program's whole process group is killed.
  func wait(limit: Duration = patience) -> Ending {
    ending.withLock { ending in
      let known = ending ?? end(within: limit)
      ending = known
      return known
    }
  }

  private func end(within limit: Duration) -> Ending {
    let end = ContinuousClock.now + limit
    var status: Int32 = 0
    while true {
      if terminal != nil { readTerminal(for: 0) }
      var usage = rusage()
      let result = wait4(processID, &status, WNOHANG, &usage)
      if result == processID {
        usedTime.withLock { $0 = Duration(usage.ru_utime) + Duration(usage.ru_stime) }
        break
      }
      if result < 0, errno != EINTR { return .timeLimit }
      if ContinuousClock.now >= end {
        kill(-processID, SIGKILL)
        kill(processID, SIGKILL)
        waitpid(processID, &status, 0)
        return .timeLimit
      }
      usleep(1000)
    }
    if terminal != nil { readTerminal(for: 2000) }
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }

  /// The standard output so far, unless it is a pipe.
  var output: [UInt8] {
    terminal == nil ? Self.contents(of: outputFile) : terminalOutput.withLock { $0 }
  }

  /// The standard error so far.
  var error: [UInt8] { Self.contents(of: errorFile) }

  /// The terminal's own end; nil if output goes elsewhere.
  private var terminal: Int32? { reading.flatMap { isatty($0) == 1 ? $0 : nil } }

  /// Reads the text on the terminal; when the program has ended, to the end.
  private func readTerminal(for milliseconds: Int32) {
    guard let terminal else { return }
    var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    var piece = [UInt8](repeating: 0, count: 4096)
    while poll(&wanted, 1, milliseconds) > 0 {
      let count = read(terminal, &piece, piece.count)
      guard count > 0 else { return }
      terminalOutput.withLock { $0 += piece[..<count] }
    }
  }
}

extension ChildProcess {
  private static let fileCount = Atomic<Int>(0)

  /// Returns a descriptor of a file without a name.
  private static func scratchFile() throws -> Int32 {
    let number = fileCount.add(1, ordering: .relaxed).newValue
    let path = "\(Place.scratch)/output-\(number)"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SetupError("cannot create \(path)") }
    unlink(path)
    return descriptor
  }

  private static func contents(of file: Int32) -> [UInt8] {
    var information = stat()
    guard fstat(file, &information) == 0 else { return [] }
    let size = Int(information.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, size, 0))
    }
  }

  private static func ends(of output: Output) throws -> (reading: Int32, writing: Int32)? {
    var reading: Int32 = -1
    var writing: Int32 = -1
    switch output {
    case .file: return nil
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SetupError("cannot create a pipe") }
      (reading, writing) = (ends[0], ends[1])
    case .terminal:
      guard openpty(&reading, &writing, nil, nil, nil) == 0 else {
        throw SetupError("no pseudo-terminal is to be had")
      }
      // A line break stays a line break.
      var settings = termios()
      tcgetattr(writing, &settings)
      settings.c_oflag &= ~tcflag_t(OPOST)
      tcsetattr(writing, TCSANOW, &settings)
    }
    for end in [reading, writing] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (reading, writing)
  }

  private static func spawn(
    _ command: [String], _ environment: [String: String], input: Int32?, output: Int32,
    error: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
    // Other tests write programs at the same time. A program that a child holds open for writing
    // cannot be run ("Text file busy").
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

    // Signals as a shell at a terminal passes them on, whatever the tests themselves inherited.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var words = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, command[0], &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SetupError("cannot start \(command[0]): error \(code)") }
    return child
  }
}

import Glibc

/// Times the calls of one client: the program of each client is this and the code of one call.
///
///     PROGRAM URL CALLS WIDTH
///
/// It makes this many calls, WIDTH at a time, and prints microseconds per call, processor time per
/// call, and the peak of resident memory in kilobytes.
public struct Timing: Sendable {
  /// The URL to get.
  public let url: String
  private let calls: Int
  private let width: Int

  /// Reads the arguments of the program.
  public init() {
    let words = CommandLine.arguments
    guard words.count == 4, let calls = Int(words[2]), let width = Int(words[3]) else {
      fatalError("usage: \(words[0]) URL CALLS WIDTH")
    }
    url = words[1]
    self.calls = calls
    self.width = width
  }

  /// Times a call, and prints the result; a call that fails ends the program.
  ///
  /// - Parameter call: makes a call, and returns the size of its response.
  public func measure(_ call: @escaping @Sendable () async throws -> Int) async {
    do {
      try await timed(call)
    } catch {
      let message = Array("\(error)\n".utf8)
      write(STDERR_FILENO, message, message.count)
      exit(1)
    }
  }

  private func timed(_ call: @escaping @Sendable () async throws -> Int) async throws {
    // The first calls open connections and fill caches.
    let size = try await call()
    try await repeatedly(max(calls / 10, width), of: size, call)
    let before = (wall: Self.now(CLOCK_MONOTONIC), processor: Self.now(CLOCK_PROCESS_CPUTIME_ID))
    try await repeatedly(calls, of: size, call)
    let after = (wall: Self.now(CLOCK_MONOTONIC), processor: Self.now(CLOCK_PROCESS_CPUTIME_ID))
    let wall = (after.wall - before.wall) / Double(calls)
    let processor = (after.processor - before.processor) / Double(calls)
    print(Int(wall.rounded()), Int(processor.rounded()), Self.peak())
  }

  private func repeatedly(
    _ count: Int, of size: Int, _ call: @escaping @Sendable () async throws -> Int
  ) async throws {
    if width == 1 {
      for _ in 0..<count { Self.check(try await call(), size) }
      return
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<count {
        if number >= width, let received = try await group.next() { Self.check(received, size) }
        group.addTask { try await call() }
      }
      for try await received in group { Self.check(received, size) }
    }
  }

  private static func check(_ received: Int, _ size: Int) {
    precondition(received == size && size > 0, "\(received) bytes instead of \(size)")
  }

  /// The microseconds of a clock.
  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// The peak of resident memory in kilobytes: unlike getrusage(2), without that of the shell that
  /// started the program.
  private static func peak() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      if words.first == "VmHWM:", words.count > 1 { return Int(words[1]) ?? 0 }
    }
    return 0
  }
}

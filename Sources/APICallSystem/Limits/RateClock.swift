package import APICallBase
package import APICallContracts
package import APICallHTTP
import Glibc
import Synchronization

/// The clock of a rate: when the next request may be sent, in this process or in a file that several
/// share.
///
/// Each request moves the clock by one interval (the generic cell rate algorithm, without a burst).
/// With the fields of a limit, as many requests are sent as a response tells that the server allows,
/// until it allows more; then the first response tells the new number. The file holds times of this
/// machine since it started; after a restart, it begins again.
package final class RateClock: SharedRate {
  /// The time limit on waiting for the lock, which is held for microseconds.
  private static let longestWait = Duration.seconds(30)
  private static let look = Duration.milliseconds(1)
  /// The longest pause at the request of a server.
  private static let longestPause = Duration.seconds(3600)

  private let interval: Int64
  private let followsFields: Bool
  private let file: (descriptor: Int32, path: String)?
  private let boot: UInt64
  private let world: World
  private let state = Mutex<(clock: Clock, fault: Failure?)>((Clock(), nil))

  /// Creates the clock; with `following`, the server tells its limit in fields.
  ///
  /// Throws a ``Failure`` with exit status 73 if the file cannot be opened.
  package init(
    of interval: Duration, sharedBy path: String?, following followsFields: Bool = false,
    in world: World
  ) throws(Failure) {
    self.interval = interval.nanoseconds
    self.followsFields = followsFields
    self.world = world
    boot = Self.bootNumber(in: world.files)
    guard let path else {
      file = nil
      return
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, "cannot open '\(path)' of --rate-file: \(FileError(errno).reason)")
    }
    file = (descriptor, path)
  }

  deinit { if let file { close(file.descriptor) } }

  package var fault: Failure? { state.withLock { $0.fault } }

  package func turn() async throws(CancellationError) {
    var start = world.elapsed()
    while true {
      switch change({ $0.turn(at: Self.now, every: self.interval, self.followsFields) }) {
      case .begins(let pause):
        if pause > 0 { try await world.wait(.nanoseconds(pause)) }
        return
      case .waits(let pause):
        try await world.wait(max(.nanoseconds(pause), Self.look))
        start = world.elapsed()
      case nil:
        guard fault == nil else { return }
        guard world.elapsed() - start < Self.longestWait else {
          fail("another process has held its lock for \(Self.longestWait.components.seconds) s")
          return
        }
        try await world.wait(Self.look)
      }
    }
  }

  package func note(_ head: ResponseHead, _ told: RemainingRequests?) {
    let pause = [429, 503].contains(head.status) ? head.retryAfter(world.now()) : nil
    guard followsFields || pause != nil else { return }
    _ = change { clock in
      if self.followsFields { clock.note(told, isGood: head.status < 400, at: Self.now) }
      if let pause {
        clock.next = max(clock.next, Self.now + min(pause, Self.longestPause).nanoseconds)
      }
    }
  }

  /// Changes the clock; nil if the file is locked at the moment.
  private func change<Result>(_ move: (inout Clock) -> Result) -> Result? {
    guard let file else { return state.withLock { move(&$0.clock) } }
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if errno != EWOULDBLOCK, errno != EINTR { fail(FileError(errno).reason) }
      return nil
    }
    defer { flock(file.descriptor, LOCK_UN) }
    var words = [UInt64](repeating: 0, count: 5)
    let size = MemoryLayout<UInt64>.size * words.count
    let count = words.withUnsafeMutableBytes { pread(file.descriptor, $0.baseAddress, size, 0) }
    var clock = Clock()
    if count == size, words[0] == boot { clock = Clock(words.map { Int64(bitPattern: $0) }) }
    let result = move(&clock)
    words = [boot] + clock.words.map { UInt64(bitPattern: $0) }
    guard words.withUnsafeBytes({ pwrite(file.descriptor, $0.baseAddress, size, 0) }) == size
    else {
      fail(FileError(errno).reason)
      return nil
    }
    return result
  }

  private func fail(_ reason: String) {
    let failure = Failure(
      .inputOutput, "cannot use '\(file?.path ?? "")' of --rate-file: \(reason)")
    state.withLock { $0.fault = $0.fault ?? failure }
  }

  /// The nanoseconds since the machine started, which all of its processes count alike.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// A number that changes when the machine starts again.
  private static func bootNumber(in files: any FileSystem) -> UInt64 {
    let bytes = (try? files.open("/proc/sys/kernel/random/boot_id").read(upTo: 64)) ?? []
    return bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// The times of a rate, in nanoseconds.
private struct Clock {
  /// The longest time for which a response that tells the new number is waited for.
  private static let longestAsk: Int64 = 2_000_000_000
  private static let look: Int64 = 2_000_000
  /// The time for which a server that tells nothing is not limited.
  private static let silence: Int64 = 1_000_000_000

  /// The time of the next request by the interval.
  var next: Int64 = 0
  /// How many requests the server still allows, and when it allows more.
  private var remaining: Int64 = 0
  private var renewal: Int64 = 0
  /// When the request was sent whose response tells the new number; 0 without one.
  private var asked: Int64 = 0

  enum Turn {
    /// The request may be sent after a pause.
    case begins(after: Int64)
    /// It is asked again after a pause.
    case waits(Int64)
  }

  init() {}

  /// Creates the times from those of a file, after the number of the start of the machine.
  init(_ words: [Int64]) {
    (next, remaining, renewal, asked) = (words[1], words[2], words[3], words[4])
  }

  var words: [Int64] { [next, remaining, renewal, asked] }

  mutating func turn(at now: Int64, every interval: Int64, _ followsFields: Bool) -> Turn {
    if followsFields {
      if now < renewal {
        guard remaining > 0 else { return .waits(renewal - now) }
        remaining -= 1
      } else {
        guard asked == 0 || now - asked > Self.longestAsk else { return .waits(Self.look) }
        asked = now
      }
    }
    let begin = max(now, next)
    next = begin + interval
    return .begins(after: begin - now)
  }

  mutating func note(_ told: RemainingRequests?, isGood: Bool, at now: Int64) {
    let isAwaited = asked > 0 || now >= renewal
    if let told {
      if isAwaited {
        (remaining, renewal, asked) = (Int64(told.requests), now + told.reset.nanoseconds, 0)
      } else {
        // The file already counts the requests that the server has not received yet.
        remaining = min(remaining, Int64(told.requests))
      }
    } else if isAwaited, isGood {
      (remaining, renewal, asked) = (.max, now + Self.silence, 0)
    } else if isAwaited {
      // An error says nothing about the limit, so the next request asks.
      asked = 0
    }
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}

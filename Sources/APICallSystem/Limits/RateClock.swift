package import APICallBase
import APICallContracts
package import APICallHTTP
import APICallScripts
import Glibc
import Synchronization

/// The clock of a rate: when the next request may be sent, in this process or in a file that several
/// share.
///
/// Each request moves the clock by one interval (the generic cell rate algorithm, without a burst).
/// The file holds a time of this machine since it started; after a restart, it begins again.
package final class RateClock: SharedRate {
  /// The time limit on waiting for the lock, which is held for microseconds.
  private static let longestWait = Duration.seconds(30)
  private static let look = Duration.milliseconds(1)
  /// The longest pause at the request of a server.
  private static let longestPause = Duration.seconds(3600)

  private let interval: Int64
  private let file: (descriptor: Int32, path: String)?
  private let boot: UInt64
  private let world: World
  private let state = Mutex<(next: Int64, fault: Failure?)>((0, nil))

  /// Throws a ``Failure`` with exit status 73 if the file cannot be opened.
  package init(
    of interval: Duration, sharedBy path: String?, in world: World
  ) throws(Failure) {
    self.interval =
      interval.components.seconds * 1_000_000_000
      + interval.components.attoseconds / 1_000_000_000
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
    let start = world.elapsed()
    while true {
      if let pause = change({ now, next in
        let begin = max(now, next)
        next = begin + self.interval
        return begin - now
      }) {
        if pause > 0 { try await world.wait(.nanoseconds(pause)) }
        return
      }
      guard fault == nil else { return }
      guard world.elapsed() - start < Self.longestWait else {
        fail("another process has held its lock for \(Self.longestWait.components.seconds) s")
        return
      }
      try await world.wait(Self.look)
    }
  }

  package func note(_ head: ResponseHead) {
    guard head.status == 429 || head.status == 503, let pause = head.retryAfter(world.now())
    else { return }
    let length = min(pause, Self.longestPause)
    let nanoseconds =
      length.components.seconds * 1_000_000_000
      + length.components.attoseconds / 1_000_000_000
    _ = change { now, next in
      next = max(next, now + nanoseconds)
      return 0
    }
  }

  /// Changes the time of the next request; nil if the file is locked at the moment.
  private func change(_ move: (_ now: Int64, _ next: inout Int64) -> Int64) -> Int64? {
    guard let file else { return state.withLock { move(Self.now, &$0.next) } }
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if errno != EWOULDBLOCK, errno != EINTR { fail(FileError(errno).reason) }
      return nil
    }
    defer { flock(file.descriptor, LOCK_UN) }
    var words: [UInt64] = [0, 0]
    let size = MemoryLayout<UInt64>.size * 2
    let count = words.withUnsafeMutableBytes { pread(file.descriptor, $0.baseAddress, size, 0) }
    let isOfThisBoot = count == size && words[0] == boot
    var next = isOfThisBoot ? Int64(bitPattern: words[1]) : 0
    let result = move(Self.now, &next)
    words = [boot, UInt64(bitPattern: next)]
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

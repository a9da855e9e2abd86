import Synchronization

/// The state of the run for the watchdog: whether a library has kept the thread since the last
/// check, when the next time limit passes, and which connections it may cut.
///
/// The thread of the run writes it. A signal handler reads it, so it must not lock or allocate
/// memory: it consists of atomics and of a table of bytes that never moves.
package enum Heartbeat {
  /// A counter of the changes: odd while a library has the thread, otherwise even.
  private static let beats = Atomic<UInt>(0)
  /// The next time limit, in nanoseconds of the machine's clock.
  private static let limit = Atomic<Int64>(.max)
  /// Whether connections were cut since the run last checked.
  private static let cut = Atomic<Bool>(false)
  /// The lowest and the highest descriptor that was ever a connection; there is none at first.
  private static let lowest = Atomic<Int32>(.max)
  private static let highest = Atomic<Int32>(-1)
  private static let table = SocketTable()

  /// Initialises what Swift would initialise at first use, which must not happen in a signal
  /// handler.
  package static func prepare() {
    _ = (count, nextLimit, cut.load(ordering: .relaxed))
    _ = (lowest.load(ordering: .relaxed), highest.load(ordering: .relaxed))
    table.contains(0)
  }

  /// Records that the thread enters or leaves a library.
  package static func beat() {
    beats.store(beats.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// The number of times that the thread entered or left a library; odd while it is in one.
  package static var count: UInt { beats.load(ordering: .relaxed) }

  /// The next time limit, in nanoseconds of the machine's clock; `max` for none.
  package static var nextLimit: Int64 {
    get { limit.load(ordering: .relaxed) }
    set { limit.store(newValue, ordering: .relaxed) }
  }

  package static func note(connection descriptor: Int32) {
    guard descriptor >= 0, descriptor < SocketTable.size else { return }
    table.add(descriptor)
    if descriptor < lowest.load(ordering: .relaxed) { lowest.store(descriptor, ordering: .relaxed) }
    if descriptor > highest.load(ordering: .relaxed) {
      highest.store(descriptor, ordering: .relaxed)
    }
  }

  package static func cutConnections(_ close: (Int32) -> Void) {
    cut.store(true, ordering: .relaxed)
    var descriptor = lowest.load(ordering: .relaxed)
    let last = highest.load(ordering: .relaxed)
    while descriptor <= last {
      if table.contains(descriptor) { close(descriptor) }
      descriptor += 1
    }
  }

  /// Returns whether connections were cut since the last call.
  package static func takeCut() -> Bool {
    guard cut.load(ordering: .relaxed) else { return false }
    cut.store(false, ordering: .relaxed)
    return true
  }
}

/// A set of descriptors that a signal handler can read: plain bytes that are set once and never
/// cleared, so a reader sees either the old or the new value.
private struct SocketTable: ~Copyable {
  /// Higher descriptors are not recorded: no run reaches them.
  static let size: Int32 = 1024

  private let bytes: UnsafeMutablePointer<UInt8>

  init() {
    bytes = .allocate(capacity: Int(Self.size))
    bytes.initialize(repeating: 0, count: Int(Self.size))
  }

  func add(_ descriptor: Int32) { bytes[Int(descriptor)] = 1 }

  @discardableResult
  func contains(_ descriptor: Int32) -> Bool { bytes[Int(descriptor)] != 0 }
}

// The bytes are written by the thread of the run and read by a handler.
extension SocketTable: @unchecked Sendable {}

/// Whether a signal has interrupted the current work.
///
/// Long-running code checks it now and then, for example once for each piece of a body.
///
/// A signal handler writes it, so it consists of atomics alone.
package enum RunInterruption {
  private static let raised = Atomic<Bool>(false)
  private static let heard = Atomic<Bool>(false)
  private static let endings = Atomic<Int>(0)

  /// Whether the current work should be given up.
  ///
  /// Reading it marks the signal as heard.
  package static var isRaised: Bool {
    guard raised.load(ordering: .relaxed) else { return false }
    heard.store(true, ordering: .relaxed)
    return true
  }

  /// Whether any code has read ``isRaised`` since a signal arrived.
  package static var isHeard: Bool { heard.load(ordering: .relaxed) }

  /// The number of running scripts that make calls when they end: they would lose these calls if
  /// the program ended in the middle.
  package static var pendingEndings: Int { endings.load(ordering: .relaxed) }

  package static func raise() { raised.store(true, ordering: .relaxed) }

  /// Ends the interruption, unless there was another signal.
  package static func lower(unless isFurther: () -> Bool) {
    heard.store(true, ordering: .relaxed)
    raised.store(false, ordering: .relaxed)
    // The handler may have run in between.
    if isFurther() { raise() }
  }

  /// Counts a script that makes calls when it ends: 1 when it starts, -1 when it has made them.
  package static func countEnding(_ change: Int) { endings.add(change, ordering: .relaxed) }
}

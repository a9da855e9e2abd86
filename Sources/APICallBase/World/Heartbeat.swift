import Synchronization

/// What a watchdog has to know of the run: whether a library has kept the thread since it last
/// looked, when a time limit passes, and which connections it may cut.
///
/// The thread of the run writes it. A signal handler reads it, so it takes no lock and no memory: it is
/// made of atomics, and of a table of bytes that is never moved.
package enum Heartbeat {
  /// Odd while a library has the thread, even while code of ours has it; every change counts one.
  private static let beats = Atomic<UInt>(0)
  /// When the next time limit passes, in nanoseconds of the machine's clock.
  private static let limit = Atomic<Int64>(.max)
  /// Whether connections were cut, and the run has not looked since.
  private static let cut = Atomic<Bool>(false)
  /// The lowest and the highest descriptor that was ever a connection; none at first.
  private static let lowest = Atomic<Int32>(.max)
  private static let highest = Atomic<Int32>(-1)
  private static let table = SocketTable()

  /// Makes what Swift would make at first use, which must not happen inside of a signal handler.
  package static func prepare() {
    _ = (count, nextLimit, cut.load(ordering: .relaxed))
    _ = (lowest.load(ordering: .relaxed), highest.load(ordering: .relaxed))
    table.contains(0)
  }

  /// Notes that the thread goes from our own code to a library, or back.
  package static func beat() {
    beats.store(beats.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// How often the thread went from our own code to a library and back; odd while it is there.
  package static var count: UInt { beats.load(ordering: .relaxed) }

  /// When the next time limit passes, in nanoseconds of the machine's clock; `max` for never.
  package static var nextLimit: Int64 {
    get { limit.load(ordering: .relaxed) }
    set { limit.store(newValue, ordering: .relaxed) }
  }

  /// Notes that a descriptor is a connection of this run.
  package static func note(connection descriptor: Int32) {
    guard descriptor >= 0, descriptor < SocketTable.size else { return }
    table.add(descriptor)
    if descriptor < lowest.load(ordering: .relaxed) { lowest.store(descriptor, ordering: .relaxed) }
    if descriptor > highest.load(ordering: .relaxed) {
      highest.store(descriptor, ordering: .relaxed)
    }
  }

  /// Has every connection of the run cut.
  ///
  /// - Parameter close: cuts one. A descriptor may have become something else since: what is not a
  ///   connection must not be harmed by it.
  package static func cutConnections(_ close: (Int32) -> Void) {
    cut.store(true, ordering: .relaxed)
    var descriptor = lowest.load(ordering: .relaxed)
    let last = highest.load(ordering: .relaxed)
    while descriptor <= last {
      if table.contains(descriptor) { close(descriptor) }
      descriptor += 1
    }
  }

  /// Whether connections were cut since this was last asked.
  package static func takeCut() -> Bool {
    guard cut.load(ordering: .relaxed) else { return false }
    cut.store(false, ordering: .relaxed)
    return true
  }
}

/// A set of descriptors that a signal handler can read: plain bytes, each of which is set once and never
/// taken back, so that whoever reads one has what was there before or what is.
private struct SocketTable: ~Copyable {
  /// Descriptors from here on are not noted: no run of ours comes that far.
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

// One byte a descriptor, written by the thread of the run and read by a handler.
extension SocketTable: @unchecked Sendable {}

/// Whether a signal asks for what is under way to be given up: what runs for long looks here now and
/// then, such as once for each piece of a body.
///
/// A signal handler writes it, so it consists of atomics alone.
package enum RunInterruption {
  private static let raised = Atomic<Bool>(false)
  private static let heard = Atomic<Bool>(false)
  private static let endings = Atomic<Int>(0)

  /// Whether what is under way is to be given up.
  ///
  /// To ask is to hear of it.
  package static var isRaised: Bool {
    guard raised.load(ordering: .relaxed) else { return false }
    heard.store(true, ordering: .relaxed)
    return true
  }

  /// Whether anything has asked since a signal came.
  package static var isHeard: Bool { heard.load(ordering: .relaxed) }

  /// How many scripts are being run that make calls when they are over: they have something to lose
  /// where the program ends in the middle.
  package static var pendingEndings: Int { endings.load(ordering: .relaxed) }

  /// Has what is under way given up.
  package static func raise() { raised.store(true, ordering: .relaxed) }

  /// Lets things be done again, unless there is a further signal.
  package static func lower(unless isFurther: () -> Bool) {
    heard.store(true, ordering: .relaxed)
    raised.store(false, ordering: .relaxed)
    // The handler may have come in between.
    if isFurther() { raise() }
  }

  /// Notes that a script begins that makes calls when it is over, or that it has made them.
  package static func countEnding(_ change: Int) { endings.add(change, ordering: .relaxed) }
}

import Synchronization

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

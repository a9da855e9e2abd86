import APICallCurl
import APICallSystem

extension Interruption {
  /// Has signals end what a loop waits for, and a watchdog what they do not reach; nil where the
  /// system has no pipe left.
  static func bySignals() -> Interruption? {
    Signals.install().map { descriptor in
      var interruption = Interruption(descriptor: descriptor) { Signals.received != nil }
      interruption.expect = { Watchdog.expect(in: $0, isNearest: $1) }
      return interruption
    }
  }
}

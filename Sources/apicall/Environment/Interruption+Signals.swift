import APICallCurl
import APICallSystem

extension Interruption {
  /// Lets signals end the waits of a loop, and a watchdog whatever signals do not reach; nil if the
  /// system cannot create a pipe.
  static func bySignals() -> Interruption? {
    Signals.install().map { descriptor in
      var interruption = Interruption(descriptor: descriptor) { Signals.received != nil }
      interruption.expect = { Watchdog.expect(in: $0, isNearest: $1) }
      return interruption
    }
  }
}

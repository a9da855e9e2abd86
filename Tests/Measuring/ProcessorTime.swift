import Glibc

/// The processor's time that this thread takes: other tests run beside it, and other programs.
package enum ProcessorTime {
  /// Measures something that stays on its thread.
  ///
  /// - Parameter work: what is measured.
  /// - Returns: how long the processor worked for it.
  /// - Throws: what the work throws.
  package static func measure<E: Error>(_ work: () throws(E) -> Void) throws(E) -> Duration {
    let start = now
    try work()
    return now - start
  }

  /// clock_gettime(2) with CLOCK_THREAD_CPUTIME_ID.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

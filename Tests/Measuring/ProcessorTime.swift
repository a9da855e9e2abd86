import Glibc

/// The processor time of this thread, regardless of other tests and programs.
package enum ProcessorTime {
  /// Measures work that stays on its thread.
  ///
  /// - Parameter work: the work.
  /// - Returns: its processor time.
  /// - Throws: the error of the work.
  package static func measure<E: Error>(_ work: () throws(E) -> Void) throws(E) -> Duration {
    let start = now
    try work()
    return now - start
  }

  /// Calls clock_gettime(2) with CLOCK_THREAD_CPUTIME_ID.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

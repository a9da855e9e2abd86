package import APICallBase
import Glibc

extension EvaluationWatch {
  /// Creates the watch of a command that sends no requests: 2 s of processor time.
  package static func ofProcessor() -> EvaluationWatch {
    EvaluationWatch(
      .seconds(2), "2 s of processor time, the limit of a command that sends nothing",
      hint: "use shorter lists and texts, or give the result as the value of an input"
    ) {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }
}

import APICallBase
import APICallModel
import APICallScripts
import APICallSystem

extension CommandEnvironment {
  /// The rate of `--rate`; nil without it.
  func sharedRate() throws(Failure) -> (any SharedRate)? {
    guard let rate = settings.rows.rate else { return nil }
    return try RateClock(of: rate.interval, sharedBy: settings.rows.rateFile, in: world)
  }
}

import APICallBase
import APICallContracts
import APICallExternal
import APICallLanguage
import APICallModel
import APICallSystem

extension CommandEnvironment {
  /// The rate of `--rate`, `--rate-file` and `--limiter`; nil without one.
  ///
  /// `limit` names the fields in which the server tells its limit. With them, the processes that name
  /// the same file share what each response tells.
  func sharedRate(_ limit: ToldLimit?) throws(Failure) -> (any SharedRate)? {
    let rows = settings.rows
    if let name = rows.limiter {
      let told = rows.rate.map { ($0.count, Int($0.period.components.seconds)) }
      if let limiter = try plugins.limiter(named: name, limit: told, in: world) { return limiter }
      let known = plugins.limiterNames()
      throw Failure(
        .usage, "there is no limiter '\(name)'",
        hint: known.isEmpty
          ? "no plugin has this role: apicall-plugin(5) tells how to write one"
          : Nearest.hint(for: name, among: known, noun: "limiters"))
    }
    guard rows.rate != nil || rows.rateFile != nil && limit != nil else {
      if rows.rateFile == nil { return nil }
      throw Failure(
        .usage, "--rate-file needs a rate",
        hint: "add --rate 200/s, or the fields of the server: 'rate: {remaining: {header: NAME}}'")
    }
    return try RateClock(
      of: rows.rate?.interval ?? .zero, sharedBy: rows.rateFile, following: limit != nil, in: world)
  }
}

package import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallLanguage
import APICallModel
package import APICallRequests

extension Failure {
  /// The failure with the number of attempts, or with the reason why there were no more.
  package func counting(
    _ attempts: Int, of call: Call, error: ExchangeError? = nil, after head: ResponseHead? = nil
  ) -> Failure {
    guard let rule = call.endpoint.retry, rule.times > 0, rule.allows(call.request),
      var first = diagnostics.first
    else { return self }
    if attempts > 1 { first.message += ", after \(attempts) attempts" }
    let isCovered =
      error.map { rule.covers($0) } ?? head.map { rule.covers(status: $0.status) } ?? false
    if isCovered, attempts <= rule.times {
      var reason: String?
      if let file = call.request.body?.unrepeatableFile {
        reason = "it was not retried: '\(file)' can be read only once"
      } else if call.deadline != nil {
        reason = "it was not retried: 'for' in the step's 'poll' leaves no time for that"
      } else if let time = head?.header("Retry-After") {
        reason =
          "it was not retried: the server demands a pause of more than"
          + " \(rule.maxWait.written) (Retry-After: \(time.prefix(40))); 'max_wait' in 'retry' allows it"
      }
      if let reason { first.hint = first.hint.map { "\($0); \(reason)" } ?? reason }
    }
    return Failure(status, [first] + diagnostics.dropFirst())
  }
}

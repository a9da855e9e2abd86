/// How a call failed, as far as the `retry` of the script around it is concerned.
package struct FailedExchange: Sendable, Hashable {
  /// The status of the response; nil without a response.
  package var status: Int?
  /// The kind of the failure, as `retry` names it; nil for any other.
  package var kind: String?
  /// How long the server demands to wait; nil if it demands nothing.
  package var demandedPause: Duration?
  /// Whether it was made at the end of a script: a script is not run again because of its cleanup.
  package var isOfEnding = false

  package init(status: Int? = nil, kind: String? = nil, demandedPause: Duration? = nil) {
    self.status = status
    self.kind = kind
    self.demandedPause = demandedPause
  }
}

extension Failure {
  /// The failure with a note of the exchange that caused it, unless an inner one is noted.
  package func caused(by exchange: FailedExchange) -> Failure {
    var failure = self
    for index in diagnostics.indices where diagnostics[index].exchange == nil {
      failure.diagnostics[index].exchange = exchange
    }
    return failure
  }

  /// The failure of a call at the end of a script.
  package var ofEnding: Failure {
    var failure = self
    for index in diagnostics.indices {
      failure.diagnostics[index].exchange = FailedExchange()
      failure.diagnostics[index].exchange?.isOfEnding = true
    }
    return failure
  }
}

import APICallBase
package import APICallHTTP
import APICallModel
package import APICallRequests
import APICallSafety

extension Call {
  /// Whether a response has only a part of what was requested: its status is 206 (RFC 9110, section
  /// 15.3.7), but the request has no Range field with a value, and no expectation names 206.
  package func isUnrequestedPart(_ head: ResponseHead) -> Bool {
    guard head.status == 206, endpoint.expectation.accepts(head.status),
      !request.headers.contains(where: { $0.isNamed("Range") && !$0.value.isEmpty })
    else { return false }
    return !endpoint.expectation.status.patterns.contains { pattern in
      if case .exactly(206) = pattern { true } else { false }
    }
  }
}

extension Failure {
  package init(unrequestedPartOf call: Call) {
    self.init(
      .protocolError,
      "the response of \(call.endpoint.file) is partial (206), but the request has no Range field",
      hint: "'expect: {status: 206}' accepts it")
  }
}

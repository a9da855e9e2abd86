import APICallBase

extension RequestError {
  /// Creates the error of a call that was sent, or could not be.
  ///
  /// - Parameters:
  ///   - failure: the failure, whose secrets are masked.
  ///   - response: the response, as far as it was received; nil without one.
  init(_ failure: Failure, _ response: Response?) {
    let found = failure.diagnostics.map(Diagnostic.init)
    switch (failure.status, response) {
    case (.interrupted, _), (.terminated, _): self = .cancelled
    case (.timeout, _): self = .timedOut(found)
    case (.tooManyRedirects, _): self = .redirect(found)
    case (.hostNotFound, _): self = .transport(.hostNotFound, found)
    case (.cannotConnect, _): self = .transport(.cannotConnect, found)
    case (.protocolError, _): self = .transport(.protocolError, found)
    case (.inputOutput, _): self = .transport(.interrupted, found)
    case (.noPermission, _): self = .notPermitted(found)
    case (.badInput, _), (.usage, _), (.noInput, _): self = .invalidInputs(found)
    case (_, let response?) where !response.isExpected: self = .unexpectedStatus(response, found)
    case (.decoding, let response?): self = .decoding(response, found)
    case (.expectation, let response?): self = .expectation(response, found)
    default: self = .other(found)
    }
  }
}

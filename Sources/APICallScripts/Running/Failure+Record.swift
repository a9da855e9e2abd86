import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import APICallText

extension Failure {
  /// The longest message of a record, in characters.
  private static let longest = 1000

  /// The values of a failed step for the calls of `on_failure`: `<error.step>` and the like.
  ///
  /// The secrets of the script are masked, and the message is confined like the responses that it
  /// quotes. `trail` has the secrets that the requests of the run contained.
  func record(
    of step: Step, masking secrets: [Value], after trail: SecretTrail
  ) -> ScopeRecord {
    var record = ScopeRecord()
    record["step"] = Scope.Binding(.text(step.name))
    record["code"] = Scope.Binding(.number(String(status.rawValue)))
    // The message may also quote a value made from an environment variable.
    let writers: Provenance.Writers =
      trail.hasReadVariables ? [.response, .environment] : .response
    record["message"] = Scope.Binding(
      .text(message(masking: secrets, trail)), from: Provenance(writers, trail.secrecyOfMessages))
    return record
  }

  private func message(masking secrets: [Value], _ trail: SecretTrail) -> String {
    if let words = status.localCause { return words }
    if trail.knowsStored, let words = status.cause { return words }
    guard let texts = trail.heldTexts else { return "the call failed" }
    var redactor = Redactor(texts)
    for secret in secrets { redactor.learn(secret) }
    // A script may send the message anywhere, so short secrets are masked as well.
    let short = Redactor(findingAll: trail.storedValues)
    var message = ""
    for diagnostic in diagnostics where message.count < Self.longest {
      // Text from a server may contain a stored secret that it received.
      let words = trail.knowsStored ? diagnostic.message : diagnostic.words
      message += message.isEmpty ? words : "; \(words)"
    }
    return redactor.masking(redactor.shortening(short.masking(message), to: Self.longest))
  }
}

extension ExitStatus {
  /// The message for a script about a failure that concerns the local machine; nil for a failure of
  /// the exchange.
  ///
  /// The message that the user sees contains existing and missing files, absolute paths, variables
  /// and the origins of secrets. A script may send its message anywhere.
  fileprivate var localCause: String? {
    switch self {
    case .other: "the call failed"
    case .pluginFailed: "a plugin failed"
    case .usage: "the command line is wrong"
    case .badInput: "the file, or a value given for an input, is wrong"
    case .noInput: "a file cannot be read"
    case .bug: "apicall failed"
    case .cannotCreate: "the output cannot be created"
    case .inputOutput: "reading or writing failed, or the transfer was cut short"
    case .noPermission: "a permission or a secret is missing"
    case .badConfiguration: "the project file is wrong"
    case .hostNotFound: "the host, or the proxy, cannot be found"
    case .cannotConnect: "no connection can be made"
    case .protocolError: "the connection is not secure, or the server violates HTTP"
    case .success, .timeout, .redirection, .clientError, .serverError, .tooManyRedirects, .decoding,
      .expectation, .rowsFailed, .chosen, .incomplete, .interrupted, .brokenPipe, .terminated:
      nil
    }
  }

  /// The message for a script in place of one that quotes a response.
  fileprivate var cause: String? {
    switch self {
    case .decoding: "the response cannot be used"
    case .expectation: "the response is not as expected"
    case .chosen: "the step failed"
    case .tooManyRedirects: "there are too many redirects"
    case .incomplete: "the response is not complete, or not what was waited for"
    default: nil
    }
  }
}

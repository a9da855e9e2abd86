import APICallBase
import APICallRun
import APICallSpec

/// What calls that are made where a step failed are told of it: `<error.step>` and the like.
struct ScriptFailure {
  /// The most characters of the message.
  private static let longest = 1000

  /// The step that failed.
  let step: Step
  let failure: Failure
  /// What the requests of the run held of secrets.
  let trail: SecretTrail

  /// The values, in which none of the secrets of the script is written out.
  ///
  /// - Parameter secrets: the secrets of the script.
  /// - Returns: the step, the code and the message, which goes where responses may go that it quotes.
  func record(masking secrets: [Value]) -> ScopeRecord {
    var record = ScopeRecord()
    record["step"] = Scope.Binding(.text(step.name))
    record["code"] = Scope.Binding(.number(String(failure.status.rawValue)))
    // It may quote what a file made of a variable, too.
    let writers: Provenance.Writers =
      trail.hasReadVariables ? [.response, .environment] : .response
    record["message"] = Scope.Binding(
      .text(message(masking: secrets)), from: Provenance(writers, trail.secrecyOfMessages))
    return record
  }

  private func message(masking secrets: [Value]) -> String {
    if let words = failure.status.localCause { return words }
    if trail.knowsStored, let words = failure.status.cause { return words }
    guard let texts = trail.heldTexts else { return "the call failed" }
    var redactor = Redactor(texts)
    for secret in secrets { redactor.learn(secret) }
    // A script may send the message to anybody, so that a short secret is looked for as well.
    let short = Redactor(findingAll: trail.storedValues)
    var message = ""
    for diagnostic in failure.diagnostics where message.count < Self.longest {
      // What a server says may be made of a stored secret that it was sent.
      let words = trail.knowsStored ? diagnostic.message : diagnostic.words
      message += message.isEmpty ? words : "; \(words)"
    }
    return redactor.masking(redactor.shortening(short.masking(message), to: Self.longest))
  }
}

extension ExitStatus {
  /// What a script is told of a failure that has to do with the machine; nil for one of the exchange.
  ///
  /// The message that the user gets names files that are there or not, absolute paths, variables that
  /// are set and the origins of secrets. A script may send all that it is told to anybody.
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
    case .protocolError: "the connection is not secure, or the server does not keep to HTTP"
    case .success, .timeout, .redirection, .clientError, .serverError, .tooManyRedirects, .decoding,
      .expectation, .incomplete, .interrupted, .brokenPipe, .terminated:
      nil
    }
  }

  /// What a script is told in place of a message that quotes a response.
  fileprivate var cause: String? {
    switch self {
    case .decoding: "the response cannot be used"
    case .expectation: "the response is not as it is expected"
    case .tooManyRedirects: "there are too many redirects"
    case .incomplete: "the response is not complete, or not what was waited for"
    default: nil
    }
  }
}

package import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallLanguage
import APICallModel
package import APICallRequests
import APICallSafety
import APICallText
import YAMLTree

extension Failure {
  /// Creates the failure of an exchange that brought no complete response.
  package init(_ error: ExchangeError, call: Call) {
    let origin = call.sentRequest.url.origin
    switch error {
    case .invalidURL(let reason):
      self.init(.badInput, "cannot send to '\(call.request.url.text)': \(reason)")
    case .unreadableBody(let failure): self.init(failure)
    case .transport(let failure) where failure.kind == .noResponse:
      self.init(
        .other, "there is no response to \(call.title): \(failure.reason)",
        hint: failure.hint ?? "an example without 'with' matches every other request")
    case .transport(let failure): self.init(failure, isMock: call.mock != nil)
    case .timedOut(.connecting(let limit)):
      self.init(
        .timeout, "no connection to \(origin) within \(limit.written)",
        hint: call.endpoint.timeout.connect?.hint
          ?? "to wait longer, give --connect-timeout 30s, or write 'timeout: {connect: 30s}' in the"
          + " file",
        hintInFile: call.endpoint.timeout.connect == nil
          ? "to wait longer, write 'timeout: {connect: 30s}' in the file" : nil)
    case .timedOut(.idle(let limit)):
      self.init(
        .timeout, "\(origin) sent nothing for \(limit.written)",
        hint: call.endpoint.timeout.idle?.hint
          ?? "to wait longer, write 'timeout: {idle: 5m}' in the file, or give"
          + " --set timeout.idle=5m",
        hintInFile: call.endpoint.timeout.idle == nil
          ? "to wait longer, write 'timeout: {idle: 5m}' in the file" : nil)
    case .timedOut(.total(let limit)):
      self.init(
        .timeout, "no complete response from \(origin) within \(limit.written)",
        hint: call.endpoint.timeout.total?.hint)
    case .invalidResponse(let response)
    where call.endpoint.expectation.accepts(response.head.status):
      let head = response.head
      self.init(
        .expectation,
        "\(call.title) answered \(head.status) with what 'retry' names as a cause",
        at: call.endpoint.retry?.mark, hint: "to try more often, raise 'times' in 'retry'")
    case .invalidResponse(let response): self = .unexpectedStatus(response, of: call)
    case .noData: self.init(.decoding, "the response from \(origin) has no body")
    case .decoding(let reason): self.init(.decoding, "cannot decode the response: \(reason)")
    case .redirect(let failure): self.init(failure, call: call)
    case .authorization(let failure): self.init(failure, of: call)
    case .plugin(let failure): self.init(failure)
    case .duplicateRequest: self.init(.other, "the same request is already in progress")
    case .cancelled: self.init(.interrupted, [])
    case .pagination(let failure): self.init(failure, call: call)
    case .confined(let failure): self.init(failure, call: call)
    case .locked(let refusal): self.init(.noPermission, [refusal.diagnostic(at: nil)])
    case .ofRun(let fault): self = fault.failure
    }
  }

  private init(_ failure: ConnectionFailure, isMock: Bool) {
    let origin = failure.origin
    switch failure.kind {
    case .hostNotFound:
      self.init(
        .hostNotFound, "cannot find the host '\(origin.host)': \(failure.reason)",
        hint: failure.hint ?? "check the spelling of the host, and the network connection")
    case .cannotConnect:
      self.init(
        .cannotConnect, "cannot connect to \(origin): \(failure.reason)",
        hint: isMock
          ? "is the mock server running? 'apicall serve' starts one"
          : failure.hint ?? "check the host and the port, and that the server runs")
    case .tls:
      self.init(
        .protocolError, "no secure connection to \(origin): \(failure.reason)",
        hint: failure.hint)
    case .protocolViolation:
      self.init(
        .protocolError, "\(origin) violates HTTP: \(failure.reason)", hint: failure.hint)
    case .truncated:
      self.init(
        .inputOutput, "the response from \(origin) was cut short: \(failure.reason)",
        hint: failure.hint)
    case .noDescriptor:
      self.init(
        .inputOutput, "cannot open a connection to \(origin): \(failure.reason)",
        hint: failure.hint)
    case .noResponse, .other:
      self.init(
        .other, "the exchange with \(origin) failed: \(failure.reason)", hint: failure.hint)
    }
  }

  package init(_ error: DeliveryError, call: Call) {
    switch error {
    case .malformed(let reason, let hint):
      self.init(
        .decoding, "cannot decode the response of \(call.endpoint.file): \(reason)", hint: hint)
    case .otherKind(let kind): self.init(kind, call: call)
    case .unusableColumn(let name, let reason, let hint):
      let endpoint = call.endpoint
      self.init(
        .decoding, "cannot decode the response of \(endpoint.file): \(reason)",
        at: endpoint.usedMembers.first { $0.name == name && $0.mark != nil }?.mark, hint: hint)
    case .unsuitable(let reason, let hint):
      self.init(
        .decoding, reason, hint: hint ?? "'--format raw' prints the bytes unchanged")
    case .plugin(let failure): self.init(failure)
    case .unexpected: self.init(.expectation, [])
    case .notText:
      self.init(
        .decoding, "the body is not text, and would garble the terminal",
        hint: "save it with --output FILE, or pipe it to another program")
    case .tooLarge(let limit):
      self.init(tooLarge: limit, call: call)
    case .unselectable(let reason, let hint):
      self.init(.decoding, reason, at: call.endpoint.select?.mark, hint: hint)
    case .output: self.init(writing: error)
    case .unmade(let value): self = value.failure
    }
  }

  package init(tooLarge limit: Int, call: Call) {
    let size = WrittenSize.text(of: limit)
    guard let own = call.endpoint.maxBody else {
      self.init(
        .decoding, "the response is longer than the limit of \(size)",
        hint: "to raise the limit, write 'max_body: 1GiB' in the file, or give --set max_body=1GiB",
        hintInFile: "to raise the limit, write 'max_body: 1GiB' in the file")
      return
    }
    self.init(
      .decoding, "the response is longer than \(size)", at: own.mark,
      hint: "raise the limit here, or give --set max_body=1GiB",
      hintInFile: "raise the limit here")
  }

  /// Creates the failure of writing to standard output.
  package init(writing error: DeliveryError) {
    switch error {
    case .output(.failed(let reason)):
      self.init(.inputOutput, "cannot write to standard output: \(reason)")
    case .output(.fileFailed(let path, let reason)):
      self.init(.inputOutput, "cannot write '\(path)': \(reason)")
    case .output(.closed): self.init(.brokenPipe, [])
    case .output(.interrupted): self.init(.interrupted, [])
    case .malformed(let reason, let hint), .unsuitable(let reason, let hint),
      .unselectable(let reason, let hint), .unusableColumn(_, let reason, let hint):
      self.init(.decoding, reason, hint: hint)
    case .plugin(let failure): self.init(failure)
    case .unmade(let value): self = value.failure
    case .notText, .otherKind: self.init(.other, "the output is not text")
    case .unexpected: self.init(.expectation, [])
    case .tooLarge(let limit): self.init(.other, "the output is longer than \(limit) bytes")
    }
  }

  static func unexpectedStatus(_ response: ReceivedResponse, of call: Call) -> Failure {
    var problem = ProblemDetails(of: response.head)
    problem?.receive(response.body.span)
    return unexpectedStatus(response.head, of: call, saying: problem)
  }

  package static func unexpectedStatus(
    _ head: ResponseHead, of call: Call, saying problem: ProblemDetails? = nil
  ) -> Failure {
    let reason = head.reason.isEmpty ? StatusCode.phrase(of: head.status) : head.reason
    let status = reason.isEmpty ? "\(head.status)" : "\(head.status) \(reason)"
    let redirect = redirectHint(head, of: call)
    var diagnostic = Message(
      "\(call.title) answered \(status), not \(call.endpoint.expectation.status.text)",
      at: call.endpoint.expectation.status.mark,
      hint: call.authorizationHint(for: head) ?? redirect?.hint)
    diagnostic.hintInFile = redirect?.inFile
    diagnostic.quote = problem?.words(besides: reason).map {
      Redactor(call).knowing(head, of: call.endpoint)
        .shortening($0, to: ProblemDetails.longestWords)
    }
    return Failure(ExitStatus.forUnexpected(status: head.status), [diagnostic])
  }
}

extension TimeoutDeclaration.Limit {
  /// Names the field or option that set the limit.
  fileprivate var hint: String {
    let name = mark.source.name
    return mark.source.isOption
      ? "\(name) sets the limit" : "'\(field)' in \(name) sets the limit"
  }
}

extension Failure {
  /// Creates the failure of a request that would have sent a stored secret to another origin.
  init(_ failure: ConfinementFailure, call: Call) {
    var problems = SecretRefusal(failure.secrets, to: failure.origin).diagnostics { _ in nil }
    if let first = problems.indices.first {
      problems[first].message =
        "the response leads to \(failure.origin): \(problems[first].message)"
    }
    self.init(.noPermission, problems)
  }
}

import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallText
import YAMLTree

/// The fields of `retry:`.
enum RetryFields {
  static let shape = FieldShape.either([
    .number(isWhole: true, 0...Double(RetryRule.mostTimes)), .table(all),
  ])

  static let all: [Field<RetryRule>] = [
    Field(
      "times", "a whole number", .number(isWhole: true, 0...Double(RetryRule.mostTimes)),
      "The maximum number of retries after the first attempt; 0 for none."
    ) {
      guard let times = $2.count($1, upTo: RetryRule.mostTimes) else { return }
      $0.times = times
      $0.mark = $1.value.mark
    },
    Field(
      "every", "a duration", .duration, "The pause before the second attempt."
    ) { if let every = $2.duration($1) { $0.every = every } },
    Field(
      "backoff", "a number", .number(isWhole: false, 1...RetryRule.mostBackoff),
      "The factor by which each pause is longer than the one before; default 2."
    ) { if let factor = $2.backoff($1, upTo: RetryRule.mostBackoff) { $0.backoff = factor } },
    Field(
      "max_wait", "a duration", .duration,
      "The longest pause, also if the server asks for a longer one; default 60s."
    ) { if let longest = $2.duration($1) { $0.maxWait = longest } },
    Field(
      "on", "a list of causes",
      .list(
        of: .either([
          .words(RetryRule.FailureKind.allCases.map(\.rawValue)), .status,
          .table(ExpectationFields.response), .number(isWhole: true, 1...78),
        ]),
        isNeeded: true),
      "The causes for a retry: timeout, connect, dns, tls, truncated, statuses, classes, responses."
    ) { $2.retryCauses($1, of: &$0) },
    Field(
      "unsafe", "true or false", .boolean,
      "Whether to retry a request that may take effect twice."
    ) { if let isAllowed = $2.boolean($1) { $0.allowsUnsafe = isAllowed } },
  ]
}

extension SpecReading {
  mutating func retryRule(_ entry: Node.Entry) -> RetryRule? {
    countedRule(
      entry, RetryRule(mark: entry.keyMark), as: RetryFields.all, upTo: RetryRule.mostTimes,
      hint: "as in 'retry: 3', or 'retry: {times: 3, every: 1s}'", example: 3
    ) { rule, times in
      rule.times = times
      rule.mark = entry.value.mark
    }
  }

  fileprivate mutating func retryCauses(_ entry: Node.Entry, of rule: inout RetryRule) {
    guard let nodes = list(entry) else { return }
    rule.responses = nodes.filter { $0.entries != nil }
      .compactMap { responseExpectation(entry.holding($0)) }
    rule.causes = retryCauses(nodes.filter { $0.entries == nil }, of: entry)
  }

  private mutating func retryCauses(
    _ nodes: [Node], of entry: Node.Entry
  ) -> [RetryRule.Cause] {
    if entry.value.items?.isEmpty == true {
      report("'on' is an empty list", at: entry.value.mark)
    }
    let known = RetryRule.FailureKind.allCases.map(\.rawValue)
    return nodes.compactMap { node in
      let text = node.scalar?.text
      if let kind = text.flatMap(RetryRule.FailureKind.init) { return .failure(kind) }
      if let pattern = text.flatMap(StatusExpectation.Pattern.init) { return .status(pattern) }
      if let code = text.flatMap({ Int32($0) }), code > 0, code < 100,
        ExitStatus(rawValue: code) != nil
      {
        return .exit(code)
      }
      return reject(
        "\(text.map { "'\($0)'" } ?? node.typeName) is not a cause for a retry",
        at: node.mark,
        hint: text.flatMap { Nearest.word(to: $0, among: known) }.map { "did you mean '\($0)'?" }
          ?? "write a status, a class such as 5xx, a map such as {body: {$.code: BUSY}}, or "
          + WordList.alternatives(known))
    }
  }

  /// Reports a `retry` that never applies.
  ///
  /// The project file sets `retry` for all of its calls, and it applies to those that can be
  /// retried.
  mutating func checkRetry(of endpoint: EndpointSpec) {
    if let rule = endpoint.retry, rule.namesExitStatus {
      report(
        "'retry' names an exit status, but a call is retried by its response", at: rule.mark,
        hint: "write statuses such as 503; exit statuses are for steps that call scripts")
    }
    guard let rule = endpoint.retry, rule.times > 0, !rule.allowsUnsafe,
      !endpoint.isOfProject(rule.mark), !isPartial
    else { return }
    let method = endpoint.method.map(\.literal) ?? endpoint.defaultMethod
    guard let method, !OutgoingRequest.isIdempotent(method) else { return }
    let field = RetryRule.keyField
    let hasKey = endpoint.headers.contains { header in
      header.name.lowercased() == field.lowercased() && !header.values.isEmpty
    }
    guard !hasKey else { return }
    report(
      "'retry' never applies: \(method) may take effect twice", at: rule.mark,
      hint: "add the header field \(field) if the server supports it, "
        + "or write 'unsafe: true' in 'retry'")
  }
}

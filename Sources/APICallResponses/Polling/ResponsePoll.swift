package import APICallBase
package import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallRequests
import JSONText
import YAMLTree

/// Determines whether a response to a repeated call is the last one: `poll`, with its values
/// rendered.
package final class ResponsePoll {
  /// What a response means for further calls.
  package enum Verdict {
    case wanted
    /// It is not the wanted response yet, for these reasons.
    case again([Message])
    /// It shows that the wanted response will never come, for these reasons.
    case hopeless([Message])
    /// It does not match its media type, so it cannot be checked.
    case undecodable(Failure)
  }

  let rule: PollRule
  private typealias Alternative = (rule: Expectation, expectation: CallExpectation?)

  private let until: [Alternative]
  private let fail: [Alternative]
  /// The statuses that the call itself expects, for alternatives that name none.
  private var ownStatus: StatusExpectation?
  /// The verdict on the last response; nil if it was not checked.
  package private(set) var verdict: Verdict?
  private(set) var head: ResponseHead?

  /// Throws a ``Failure`` with exit status 65 that lists every value that is invalid in its place.
  package init(_ rule: PollRule, of head: EndpointSpec, in scope: Scope) throws(Failure) {
    self.rule = rule
    func bound(_ rule: Expectation) throws(Failure) -> Alternative {
      (rule, try CallExpectation(rule, of: head, in: scope))
    }
    until = try rule.until.map(bound)
    fail = try rule.fail.map(bound)
  }

  package func reset() {
    verdict = nil
    head = nil
  }

  /// Notes which statuses a call expects itself.
  ///
  /// Returns those that it has to accept, with those of all alternatives; nil if none names a status.
  func statuses(of call: Call) -> StatusExpectation? {
    var accepted = call.endpoint.expectation.status
    ownStatus = accepted
    let named = rule.until.map(\.status).filter { $0.mark != nil }
    guard !named.isEmpty else { return nil }
    let own = named.count < rule.until.count ? accepted.patterns : []
    accepted.patterns = named.flatMap(\.patterns) + own
    accepted.mark = named[0].mark
    return accepted
  }

  /// Whether a response is checked: one that fails its call ends the polling.
  package func looks(at head: ResponseHead, of call: Call) -> Bool {
    rule.namesStatus || call.endpoint.expectation.accepts(head.status)
  }

  package func judge(_ body: IncomingBody, _ held: BufferedBody) {
    head = body.head
    let response = PolledResponse(body: body, held: held)
    var unread: Failure?
    for (rule, expectation) in fail {
      do throws(Failure) {
        guard let found = try response.findings(of: rule, expectation) else { continue }
        verdict = .hopeless(found)
        return
      } catch {
        // The page of another status is not what the call asks for.
        if (200..<300).contains(body.head.status) { unread = error }
      }
    }
    var problems: [Message] = []
    var failure: Failure?
    for (alternative, expectation) in until {
      do throws(Failure) {
        let found = try response.problems(
          with: alternative, expectation, else: ownStatus, at: rule.mark)
        guard !found.isEmpty else {
          verdict = unread.map { .undecodable($0) } ?? .wanted
          return
        }
        problems += found
      } catch {
        failure = failure ?? error
      }
    }
    verdict = failure.map { .undecodable($0) } ?? .again(problems)
  }
}

/// One response to a call that may be repeated.
struct PolledResponse {
  let body: IncomingBody
  let held: BufferedBody

  /// Throws the ``Failure`` of a body that is checked but cannot be decoded.
  func problems(
    with rule: Expectation, _ expectation: CallExpectation?, else own: StatusExpectation?,
    at mark: Mark
  ) throws(Failure) -> [Message] {
    if let mark = rule.status.mark, !rule.accepts(body.head.status) {
      let words = "the status is \(body.head.status), not \(rule.status.text)"
      return [Message(words, at: mark)]
    }
    // If it names no status, the status has to be one that the call expects.
    if rule.status.mark == nil, let own, !own.accepts(body.head.status) {
      return [Message("the status is \(body.head.status), not \(own.text)", at: mark)]
    }
    return try problems(with: expectation)
  }

  /// The findings that match `fail`; nil if not all of it matches.
  ///
  /// Throws the ``Failure`` of a body that is checked but cannot be decoded.
  func findings(
    of rule: Expectation, _ expectation: CallExpectation?
  ) throws(Failure) -> [Message]? {
    var found: [Message] = []
    if let mark = rule.status.mark {
      guard rule.accepts(body.head.status) else { return nil }
      found = [Message("'fail' holds: the status is \(body.head.status)", at: mark)]
    }
    guard let expectation else { return found }
    guard try problems(with: expectation).isEmpty, let judge = judge(by: expectation)
    else { return nil }
    return found + judge.findings(in: try? held.response(), body.trailers.fields)
  }

  private func problems(with expectation: CallExpectation?) throws(Failure) -> [Message] {
    guard let expectation, let judge = judge(by: expectation) else { return [] }
    judge.judge(body.trailers)
    if judge.judgesBody {
      do throws(Failure) {
        let response = try held.response()
        // A server may have nothing to say yet.
        if response.fault?.start.isEmpty == false { try judge.checkKind(of: response) }
        if judge.judgesTextOfBody { try held.checkCharset() }
        judge.judge(response) { held.text }
        if BodyOpening.visible(response.bytes[...]).isEmpty { judge.noteNothing() }
      } catch {
        if judge.problems.isEmpty { throw error }
      }
    }
    return judge.problems
  }

  private func judge(by expectation: CallExpectation) -> ResponseJudge? {
    ResponseJudge(body.head, of: body.call.with(expectation: expectation))
  }
}

extension ResponseJudge {
  /// Describes the value at each place that is checked, for a response that passes.
  fileprivate func findings(
    in response: BufferedResponse?, _ trailers: [ResponseHead.Field]
  ) -> [Message] {
    var found: [Message] = []
    for (expected, fields, kind) in [
      (expectation?.headers ?? [], head.headers, "header"),
      (expectation?.trailers ?? [], trailers, "trailer"),
    ] {
      for field in expected {
        found.append(finding(part(of: field, among: fields, kind), field.matchers))
      }
    }
    for expected in expectation?.body ?? [] {
      switch expected.place {
      case .text:
        let part = JudgedPart("body", words: "the body", .nothing)
        found.append(finding(part, expected.matchers))
      case .path(let path):
        let value = response?.body
        var part =
          (try? Self.part(expected.path, at: path, in: value, for: expected.matchers))
          ?? JudgedPart(expected.path, .nothing)
        part.root = value
        found.append(finding(part, expected.matchers))
      }
    }
    return found
  }

  private func finding(
    _ part: JudgedPart, _ matchers: [Matcher<JSONNode>]
  ) -> Message {
    let redactor = redactor(for: part.root)
    let wording = MismatchWording(
      redactor: redactor, secrets: expectation?.secrets ?? SecretOperands())
    let words =
      if let secret = matchers.first(where: \.isSecret) {
        "\(part.words) passes '\(secret.name)', which compares it with a secret"
      } else if part.value.isThere {
        "\(part.words) is \(wording.typed(part.value))"
      } else if part.name == "body" {
        "the body passes '\(matchers.first?.name ?? "")'"
      } else {
        part.missingWords
      }
    return Message("'fail' holds: \(words)", at: matchers.first?.mark).masked(by: redactor)
  }
}

package import APICallBase
package import APICallLanguage
package import APICallModel
import APICallRequests
import APICallSafety
import JSONText

/// Checks the results of a step that are not a response: the value that it computes, or the outputs
/// of the script that it calls.
package struct ResultJudge {
  private let step: Step
  private let head: EndpointSpec

  package init(of step: Step, _ head: EndpointSpec) {
    self.step = step
    self.head = head
  }

  /// Throws a ``Failure`` with exit status 9 and every mismatch; with 65 if a value to compare with
  /// is invalid, or with 8 if it comes from a response.
  package func judge(_ record: ScopeRecord, in scope: Scope) throws(Failure) {
    var expected = Expectation()
    expected.body = step.expectations
    let expectation = try rethrowing(CallExpectation(expected, of: head, in: scope)) {
      (error: Failure) in error.withStatusOfResponses(in: expected.templates, scope: scope)
    }
    guard let expectation else { return }
    let value = value(of: record)
    let redactor = scope.redactor
    var finder = MismatchFinder(
      evaluation: MatcherEvaluation(),
      wording: MismatchWording(redactor: redactor, secrets: expectation.secrets))
    var problems: [Message] = []
    for expected in expectation.body {
      do throws(JSONPathEvaluationError) {
        let part = try part(of: expected, in: value)
        let found = finder.mismatches(of: expected.matchers, for: part)
        problems += found.map { $0.masked(by: redactor) }
      } catch {
        problems.append(
          Message("'\(expected.path)' cannot be evaluated", at: expected.mark))
      }
    }
    guard !problems.isEmpty else { return }
    // The value may be a short secret, or a part of one, which is not recognised.
    if record.secrecy.isMasked { problems = problems.map(\.withoutValue) }
    throw Failure(.expectation, problems.inOrder)
  }

  /// The value of the step, or a map of the outputs.
  private func value(of record: ScopeRecord) -> JSONNode? {
    if case .computed = step.callee { return record[Computation.result]?.documentValue }
    let members = record.members.compactMap { name, binding in
      binding.documentValue.map { (key: name, value: BuiltJSON.json(Array($0.bytes))) }
    }
    var bytes: [UInt8] = []
    BuiltJSON.map(members).append(to: &bytes)
    return (try? JSONDocument(bytes))?.root
  }

  private func part(
    of expected: BodyExpectation<JSONNode>, in value: JSONNode?
  ) throws(JSONPathEvaluationError) -> JudgedPart {
    guard case .path(let path) = expected.place else {
      return JudgedPart("value", words: "the value", value.map { .json($0) } ?? .nothing)
    }
    var part = try ResponseJudge.part(expected.path, at: path, in: value, for: expected.matchers)
    part.root = value
    return part
  }
}

extension Scope.Binding {
  fileprivate var documentValue: JSONNode? {
    guard let value = structuredValue else { return nil }
    return value.json
  }
}

extension Message {
  /// The same problem without the value, which is secret.
  fileprivate var withoutValue: Message {
    Message("the value is not as expected, and contains a secret", at: mark)
  }
}

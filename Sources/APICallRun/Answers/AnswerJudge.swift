import APICallBase
package import APICallHTTP
import APICallSpec
import JSONText
import Patterns
import YAMLTree

/// Judges one answer by what its call expects beside the status, part by part as they come, and keeps
/// all there is to say against it.
package final class AnswerJudge {
  private let call: Call
  let head: ResponseHead
  let expectation: CallExpectation?
  private var evaluation = MatcherEvaluation()
  /// What was found so far that is not as it is expected.
  private(set) var problems: [Diagnostic] = []
  /// How many values of a stream were judged.
  private var values = 0

  /// Creates a judge; nil where the status is all that is expected.
  ///
  /// - Parameters:
  ///   - head: the head of the answer, whose status is good.
  ///   - call: the call.
  package init?(_ head: ResponseHead, of call: Call) {
    guard call.expectation != nil || call.isGraphQL else { return nil }
    self.call = call
    self.head = head
    expectation = call.expectation
    judgeFields()
  }

  /// Whether there is anything to say against a value of the body.
  var judgesBody: Bool { expectation?.body.isEmpty == false }

  /// Whether the body can be printed only when all of it has come and was judged.
  var needsWholeBody: Bool {
    expectation?.isOfWholeAnswer == true || call.isGraphQL
  }

  /// Whether the text of the body is judged, which is all of it, that of a stream too.
  var judgesText: Bool { expectation?.body.contains(where: \.isOfText) == true }

  /// Adds what something else than a matcher says against the answer.
  func note(_ problem: Diagnostic) { problems.append(problem) }

  /// Judges how long the exchange took; nil where nobody knows.
  func judge(_ time: Duration?) {
    guard let time, let expected = expectation?.time else { return }
    problems += expected.problems(for: time)
  }

  /// Judges a body that has come whole.
  ///
  /// - Parameters:
  ///   - answer: the body's values; several only where a document turned out to be a stream.
  ///   - text: the body's text, asked for where that is judged.
  func judge(_ answer: HeldAnswer, text: () -> String) {
    for value in answer.values where accepts(value, isStream: answer.values.count > 1) == false {
      break
    }
    if answer.values.isEmpty { judgePaths(in: nil, hint: { answer.missingHint }) }
    let parts = expectation?.body.filter(\.isOfText) ?? []
    if !parts.isEmpty { judge(text: text(), of: answer.body, by: parts.flatMap(\.matchers)) }
  }

  /// Judges the next value of a stream.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - isStream: whether it is one of several, and not all of the body.
  /// - Returns: whether it is as it is expected.
  func accepts(_ value: JSONValue, isStream: Bool = true) -> Bool {
    let before = problems.count
    values += 1
    // Each value may have as much work as any other, however many there are.
    evaluation = MatcherEvaluation()
    maskProblems(by: value)
    judgePaths(in: value, hint: { AnswerContents.hint(of: value) })
    guard problems.count > before else { return true }
    if isStream {
      for index in before..<problems.count {
        problems[index].message = "value \(values): \(problems[index].message)"
        problems[index].mismatch?.value = values
      }
    }
    return false
  }

  /// Masks what was said before anybody knew that it is secret: a header field may repeat what an
  /// output takes from the body.
  private func maskProblems(by value: JSONValue) {
    guard !problems.isEmpty, call.endpoint.outputs.contains(where: \.isSecret) else { return }
    let redactor = redactor(for: value)
    problems = problems.map { $0.masked(by: redactor) }
  }

  private func judgePaths(in value: JSONValue?, hint: () -> String) {
    for expected in expectation?.body ?? [] {
      guard case .path(let path) = expected.place else { continue }
      do {
        var part = JudgedPart(expected.path, try found(at: path, in: value))
        part.root = value
        judge(part, by: expected.matchers, hint: hint)
      } catch {
        problems.append(Diagnostic("cannot evaluate \(path): \(error)", at: expected.mark))
      }
    }
  }

  /// What a path leads to: a value where it is singular, else the list of all.
  func found(
    at path: JSONPath, in value: JSONValue?
  ) throws(JSONPathEvaluationError) -> JudgedValue {
    guard let value else { return .nothing }
    let found = try path.select(in: value, patterns: path.usesPatterns ? PathPatterns() : nil)
    if path.isSingular { return found.first.map { .json($0) } ?? .nothing }
    var list: [UInt8] = []
    for value in found {
      list.append(UInt8(ascii: list.isEmpty ? "[" : ","))
      list += value.octets
    }
    list += list.isEmpty ? "[]".utf8 : "]".utf8
    // What was put together of JSON values is one.
    return (try? JSONDocument(list)).map { .findings(found, list: $0.root) } ?? .nothing
  }

  private func judge(text: String, of value: JSONValue?, by matchers: [Matcher<JSONValue>]) {
    for matcher in matchers {
      // An empty body is none, and an empty text all the same.
      let isThere = if case .exists = matcher.test { !text.isEmpty } else { true }
      var part = JudgedPart("body", words: "the body", isThere ? .text(text) : .nothing)
      part.missingWords = "the body is empty"
      // Its secrets stand in its text as well.
      part.root = value
      part.wholeText = text
      judge(part, by: [matcher])
    }
  }

  private func judgeFields() {
    for field in expectation?.headers ?? [] {
      let values = head.values(of: field.name)
      guard values.count > 1 else {
        judge(part(of: field, values.first), by: field.matchers)
        continue
      }
      // One of them has to pass, and what must not be is in none.
      let refused = field.matchers.filter(\.isRefusal)
      let wanted = field.matchers.filter { !$0.isRefusal }
      for value in values where !isGood(.text(value), for: refused) {
        judge(part(of: field, value), by: refused)
        break
      }
      if !values.contains(where: { isGood(.text($0), for: wanted) }) {
        var first = part(of: field, values[0])
        first.words = "the first of the \(values.count) header fields '\(field.name)'"
        judge(first, by: wanted)
      }
    }
  }

  func part(of field: FieldExpectation<JSONValue>, _ value: String?) -> JudgedPart {
    var part = JudgedPart(
      "header \(field.name)", words: "the header field '\(field.name)'",
      value.map { .text($0) } ?? .nothing)
    part.missingWords = "the response has no header field '\(field.name)'"
    part.hint = Nearest.hint(
      for: field.name, among: head.headers.map(\.name), noun: "header fields")
    return part
  }

  private func isGood(_ value: JudgedValue, for matchers: [Matcher<JSONValue>]) -> Bool {
    (try? evaluation.holds(matchers, for: value)) ?? false
  }

  /// Notes what a part of the answer does not pass, with a hint where there is one.
  private func judge(
    _ part: JudgedPart, by matchers: [Matcher<JSONValue>], hint: () -> String? = { nil }
  ) {
    if isGood(part.value, for: matchers) { return }
    var part = part
    if let hint = hint() { part.hint = hint }
    let redactor = redactor(for: part.root, text: part.wholeText)
    var finder = MismatchFinder(
      evaluation: evaluation,
      wording: MismatchWording(
        redactor: redactor, secrets: expectation?.secrets ?? SecretOperands()))
    // Paths have names in them that come from the answer.
    problems += finder.mismatches(of: matchers, for: part).map { $0.masked(by: redactor) }
    evaluation = finder.evaluation
  }

  /// Knows the secrets of the call and those of the answer: a secret output is one before it is
  /// taken.
  ///
  /// - Parameters:
  ///   - value: the value of the body; nil where there is none, or none yet.
  ///   - text: the text of the body, where that is judged.
  /// - Returns: what masks them.
  func redactor(for value: JSONValue?, text: String? = nil) -> Redactor {
    var redactor = Redactor(call).knowing(head, of: call.endpoint)
    for output in call.endpoint.outputs where output.isSecret {
      var texts: [String] = []
      switch output.place {
      case .header: continue
      case .body(let path):
        guard let value else { continue }
        let patterns = path.usesPatterns ? PathPatterns() : nil
        for secret in (try? path.select(in: value, patterns: patterns)) ?? [] {
          redactor.learn(Value(secret))
          texts.append(secret.string ?? secret.text)
        }
      case .text:
        texts = [text ?? value?.text].compactMap { $0 }
      }
      if let part = try? output.pattern?.firstPart(of: texts) { redactor.learn([Array(part.utf8)]) }
    }
    return redactor
  }
}

extension Matcher {
  /// Whether it says what must not be.
  fileprivate var isRefusal: Bool {
    switch test {
    case .not: true
    case .exists(let isThere): !isThere
    default: false
    }
  }
}

extension BodyExpectation {
  fileprivate var isOfText: Bool {
    if case .text = place { true } else { false }
  }
}

package import APICallBase
package import APICallHTTP
import APICallLanguage
import APICallModel
package import APICallRequests
import APICallSafety
import APICallText
package import JSONText
import Patterns

/// Checks one response against what its call expects besides the status, and collects the problems.
///
/// Each part is checked as soon as it has arrived.
package final class ResponseJudge {
  let call: Call
  let head: ResponseHead
  private var trailers: [ResponseHead.Field] = []
  let expectation: CallExpectation?
  var evaluation = MatcherEvaluation()
  package internal(set) var problems: [Message] = []

  /// Creates a judge; nil if only the status is expected.
  package init?(_ head: ResponseHead, of call: Call) {
    guard call.expectation != nil || call.isGraphQL else { return nil }
    self.call = call
    self.head = head
    expectation = call.expectation
    judge(expectation?.headers ?? [], in: head.headers, "header")
  }

  var judgesBody: Bool { expectation?.body.isEmpty == false }

  /// The paths to the values that are checked.
  var paths: [JSONPath] {
    (expectation?.body ?? []).compactMap { expected in
      if case .path(let path) = expected.place { path.path } else { nil }
    }
  }

  /// Checks that a body has values, if paths lead into them: what is missing in a page of HTML is not
  /// missing in the data.
  ///
  /// Throws a ``Failure`` with exit status 8.
  func checkKind(of response: BufferedResponse) throws(Failure) {
    guard let fault = response.fault,
      let path = expectation?.body.first(where: { !$0.isOfText })
    else { return }
    throw Failure(fault, call: call, at: path.mark)
  }

  /// Adds the problem that a body without values has nothing at any path.
  func noteNothing() {
    guard problems.isEmpty, let path = expectation?.body.first(where: { !$0.isOfText }) else {
      return
    }
    problems.append(Message("the response is empty", at: path.mark))
  }

  /// Whether the body can be printed only after all of it has arrived and was checked.
  var needsWholeBody: Bool {
    expectation?.isOfWholeResponse == true || call.isGraphQL
  }

  /// Whether the text or the bytes of the body are checked: the whole body, also of a stream.
  var judgesText: Bool {
    judgesTextOfBody || judgesBytes
  }

  var judgesTextOfBody: Bool { expectation?.body.contains(where: \.isOfText) == true }

  var judgesBytes: Bool { expectation?.facts.contains(where: \.fact.isOfBody) == true }

  func note(_ problem: Message) { problems.append(problem) }

  /// Checks how long the exchange took; nil if that is not known.
  package func judge(_ time: Duration?) {
    guard let time, let expected = expectation?.time else { return }
    problems += expected.problems(for: time)
  }

  func judge(_ response: BufferedResponse, text: () -> String) {
    let isStream = response.values.count > 1
    for (index, value) in response.values.enumerated() {
      guard accepts(value, number: isStream ? index + 1 : nil) else { break }
    }
    if response.values.isEmpty { judgePaths(in: nil, hint: { response.missingHint }) }
    let parts = expectation?.body.filter(\.isOfText) ?? []
    if !parts.isEmpty { judge(text: text(), of: response.body, by: parts.flatMap(\.matchers)) }
  }

  /// Checks a value; the number is that in its stream, counted from 1, nil for a document.
  func accepts(_ value: JSONNode, number: Int?) -> Bool {
    let before = problems.count
    // Each value has the full number of steps, however many values there are.
    evaluation = MatcherEvaluation()
    maskProblems(by: value)
    judgePaths(in: value, hint: { ResponseContents.hint(of: value) })
    guard problems.count > before else { return true }
    if let number {
      for index in before..<problems.count {
        problems[index].message = "value \(number): \(problems[index].message)"
        problems[index].mismatch?.value = number
      }
    }
    return false
  }

  /// Masks earlier problems with secrets that became known later.
  ///
  /// A header field may repeat what an output takes from the body.
  private func maskProblems(by value: JSONNode) {
    guard !problems.isEmpty, call.endpoint.outputs.contains(where: \.isSecret) else { return }
    let redactor = redactor(for: value)
    problems = problems.map { $0.masked(by: redactor) }
  }

  private func judgePaths(in value: JSONNode?, hint: () -> String) {
    for expected in expectation?.body ?? [] {
      guard case .path(let path) = expected.place else { continue }
      do {
        var part = try Self.part(expected.path, at: path, in: value, for: expected.matchers)
        part.root = value
        judge(part, by: expected.matchers) { part.hint ?? hint() }
      } catch {
        problems.append(
          Message(
            "cannot evaluate \(path)\(path.reason(of: error))", at: expected.mark,
            hint: path.path.hint(for: error)))
      }
    }
  }

  /// The part of a body at a path: one value if the path is singular, otherwise the list of all
  /// values.
  ///
  /// Without a default, a path that leads nowhere has no value, unless its matchers allow that.
  static func part(
    _ name: String, at path: ParameterPath, in value: JSONNode?,
    for matchers: [Matcher<JSONNode>]
  ) throws(JSONPathEvaluationError) -> JudgedPart {
    guard let value else { return JudgedPart(name, .nothing) }
    let patterns = path.path.usesPatterns ? PathPatterns() : nil
    let mayFindNothing = !matchers.isEmpty && matchers.allSatisfy(\.allowsNothing)
    let strictness = mayFindNothing ? .nowhere : path.strictness(ofOne: false)
    let found = Array(try path.path.places(in: value, strictness, patterns: patterns))
    if let first = found.first {
      guard path.path.isSingular else { return JudgedPart(name, Self.findings(found)) }
      return JudgedPart(name, .json(first.isNull ? path.defaultValue ?? first : first))
    }
    guard let end = try path.path.reach(in: value, needingLists: false, patterns: patterns).end
    else { return JudgedPart(name, path.path.isSingular ? .nothing : Self.findings([])) }
    if let other = path.defaultValue, path.path.isMissing(at: end) {
      return JudgedPart(
        name, path.path.isSingular ? .json(other) : Self.findings(path.rows(of: other)))
    }
    if !path.path.isSingular, mayFindNothing {
      return JudgedPart(name, Self.findings([]))
    }
    var part = JudgedPart(name, .nothing)
    if !path.path.isSingular {
      let words = end.words(of: path, in: .document)
      (part.missingWords, part.hint) = (words.message, words.hint)
      part.isLost = true
    }
    return part
  }

  private static func findings(_ found: [JSONNode]) -> JudgedValue {
    JSONNode.list(of: found).map { .findings(found, list: $0) } ?? .nothing
  }

  private func judge(text: String, of value: JSONNode?, by matchers: [Matcher<JSONNode>]) {
    for matcher in matchers {
      // An empty body counts as missing, and as an empty text at the same time.
      let isThere = if case .exists = matcher.test { !text.isEmpty } else { true }
      var part = JudgedPart("body", words: "the body", isThere ? .text(text) : .nothing)
      part.missingWords = "the body is empty"
      // The secrets in the body are also in its text.
      part.root = value
      part.wholeText = text
      judge(part, by: [matcher])
    }
  }

  package func judge(_ trailers: TrailerFields) {
    self.trailers = trailers.fields
    judge(expectation?.trailers ?? [], in: trailers.fields, "trailer")
  }

  private func judge(
    _ expected: [FieldExpectation<JSONNode>], in fields: [ResponseHead.Field], _ kind: String
  ) {
    for field in expected {
      let values = fields.contents(of: field.name).map(\.text)
      guard field.position == .any else {
        judge(self.part(of: field, among: fields, kind), by: field.matchers)
        continue
      }
      func part(of field: FieldExpectation<JSONNode>, _ value: String?) -> JudgedPart {
        self.part(of: field, value, among: fields, kind)
      }
      guard values.count > 1 else {
        judge(part(of: field, values.first), by: field.matchers)
        continue
      }
      // One of the values has to pass; what is forbidden must be in none of them.
      let refused = field.matchers.filter(\.isRefusal)
      let wanted = field.matchers.filter { !$0.isRefusal }
      for value in values where !isGood(.text(value), for: refused) {
        judge(part(of: field, value), by: refused)
        break
      }
      if !values.contains(where: { isGood(.text($0), for: wanted) }) {
        var first = part(of: field, values[0])
        first.words = "the first of the \(values.count) \(kind) fields '\(field.name)'"
        judge(first, by: wanted)
      }
    }
  }

  /// The part of a field with a position, or of the first field.
  func part(
    of field: FieldExpectation<JSONNode>, among fields: [ResponseHead.Field], _ kind: String
  ) -> JudgedPart {
    let values = fields.contents(of: field.name).map(\.text)
    switch field.position {
    case .any: return part(of: field, values.first, among: fields, kind)
    case .at:
      var part = part(of: field, field.position.value(of: values), among: fields, kind)
      if !values.isEmpty {
        part.missingWords =
          "there is no \(kind) field '\(field.name)\(field.position.suffix)':"
          + " the response has \(values.count) of that name"
      }
      return part
    case .all:
      var part = part(of: field, nil, among: fields, kind)
      part.words = "the list of \(kind) fields '\(field.name)'"
      part.isOfFields = true
      part.value =
        JSONNode.texts(values).map { .findings(Array($0.elements), list: $0) } ?? .nothing
      return part
    }
  }

  func part(
    of field: FieldExpectation<JSONNode>, _ value: String?, among fields: [ResponseHead.Field],
    _ kind: String
  ) -> JudgedPart {
    var part = JudgedPart(
      "\(kind) \(field.name)\(field.position.suffix)",
      words: "the \(kind) field '\(field.name)\(field.position.suffix)'",
      value.map { .text($0) } ?? .nothing)
    part.missingWords = "the response has no \(kind) field '\(field.name)'"
    part.hint = Nearest.hint(for: field.name, among: fields.map(\.name), noun: "\(kind) fields")
    return part
  }

  private func isGood(_ value: JudgedValue, for matchers: [Matcher<JSONNode>]) -> Bool {
    (try? evaluation.holds(matchers, for: value)) ?? false
  }

  func judge(
    _ part: JudgedPart, by matchers: [Matcher<JSONNode>], hint: () -> String? = { nil }
  ) {
    if matchers.isEmpty || !part.isLost && isGood(part.value, for: matchers) { return }
    var part = part
    if let hint = hint() { part.hint = hint }
    let redactor = redactor(for: part.root, text: part.wholeText)
    var finder = MismatchFinder(
      evaluation: evaluation,
      wording: MismatchWording(
        redactor: redactor, secrets: expectation?.secrets ?? SecretOperands()))
    // Paths contain names that come from the response.
    problems += finder.mismatches(of: matchers, for: part).map { $0.masked(by: redactor) }
    evaluation = finder.evaluation
  }

  /// A secret output is masked before it is taken.
  func redactor(for value: JSONNode?, text: String? = nil) -> Redactor {
    Redactor(call, head, trailers: trailers, value: value, text: text)
  }
}

extension Redactor {
  /// The redactor of a call that also knows the secrets in its response: cookies, and secret outputs.
  package init(
    _ call: Call, _ head: ResponseHead, trailers: [ResponseHead.Field] = [], value: JSONNode?,
    text: String? = nil
  ) {
    var redactor = Redactor(call).knowing(head, trailers: trailers, of: call.endpoint)
    for output in call.endpoint.outputs where output.isSecret {
      var texts: [String] = []
      switch output.place {
      case .header, .trailer: continue
      case .body(let path):
        guard let value else { continue }
        let path = path.path
        let patterns = path.usesPatterns ? PathPatterns() : nil
        for secret in (try? path.select(in: value, patterns: patterns)) ?? [] {
          redactor.learn(Value(secret))
          texts.append(secret.string ?? secret.text)
        }
      case .text:
        texts = [text ?? value?.text].compactMap { $0 }
      }
      if let part = try? output.part(of: texts) { redactor.learn([Array(part.utf8)]) }
    }
    self = redactor
  }
}

extension Matcher<JSONNode> {
  /// Whether the matcher expects that there is nothing: `exists: false`, `length: 0`, `empty: true`.
  fileprivate var allowsNothing: Bool {
    switch test {
    case .exists(let isThere): !isThere
    case .empty(let isEmpty): isEmpty
    case .length(let matchers):
      matchers.contains { matcher in
        if case .equals(let count) = matcher.test { count.text == "0" } else { false }
      }
    default: false
    }
  }
}

extension Matcher {
  /// Whether the matcher states what must not be there.
  fileprivate var isRefusal: Bool {
    switch test {
    case .not: true
    case .exists(let isThere): !isThere
    case .all(let groups): groups.allSatisfy { $0.allSatisfy(\.isRefusal) }
    default: false
    }
  }
}

extension BodyExpectation {
  fileprivate var isOfText: Bool {
    if case .text = place { true } else { false }
  }
}

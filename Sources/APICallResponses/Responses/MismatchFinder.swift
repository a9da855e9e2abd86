package import APICallBase
package import APICallModel
import APICallRequests
package import JSONText
import Patterns

/// Finds out how a part of a response fails its matchers, and reports it.
package struct MismatchFinder {
  var evaluation: MatcherEvaluation
  let wording: MismatchWording

  package mutating func mismatches(
    of matchers: [Matcher<JSONNode>], for part: JudgedPart
  ) -> [Message] {
    matchers.flatMap { mismatches(of: $0, for: part) }
  }

  private mutating func mismatches(
    of matcher: Matcher<JSONNode>, for part: JudgedPart
  ) -> [Message] {
    do {
      if !part.isLost, try evaluation.holds(matcher, for: part.value) { return [] }
    } catch {
      return [told("\(part.words) cannot be checked: a pattern \(error.reason)", matcher, part)]
    }
    if matcher.isSecret, case .not = matcher.test { return [secret(matcher, part)] }
    // A matcher of parts of the value reports which part failed.
    switch matcher.test {
    case .all(let groups): return groups.flatMap { mismatches(of: $0, for: part) }
    case .length(let matchers):
      if let length = part.length {
        var problems = mismatches(of: matchers, for: length)
        if !problems.isEmpty { problems[0].details += wording.opening(of: part.value) }
        return problems
      }
    case .each(let matchers):
      if let elements = part.value.elements { return each(matchers, elements, of: part) }
    case .capture(let pattern, let matchers):
      if let text = part.value.text { return captured(by: pattern, matchers, in: text, part) }
    case .equals(let operand):
      if let value = part.value.json, value.kind == operand.kind {
        return differences(matcher, from: operand, to: value, part)
      }
    case .not, .contains, .startsWith, .endsWith, .matches, .type, .min, .max, .oneOf, .exists,
      .empty, .any:
      break
    }
    var problem = told(words(for: matcher, part), matcher, part)
    if case .nothing = part.value { problem.hint = part.hint }
    switch matcher.test {
    case .any(let groups):
      problem.details = groups.prefix(8).compactMap { mismatches(of: $0, for: part).first?.message }
    // The message itself shows a text.
    case .empty where part.value.text == nil: problem.details = wording.opening(of: part.value)
    default: break
    }
    return [problem]
  }

  /// The problems of the part of a text that a pattern selects.
  ///
  /// The part of a secret would not be recognised as one, so it is not shown.
  private mutating func captured(
    by pattern: Pattern, _ matchers: [Matcher<JSONNode>], in text: String, _ part: JudgedPart
  ) -> [Message] {
    let place = (try? evaluation.place(of: pattern, in: text)) ?? nil
    var found = JudgedPart(
      "\(part.name) by \(pattern.text)",
      words: "the part of \(part.words) that matches \(wording.quoted(pattern.text))",
      place.map { .text(String(decoding: Array(text.utf8)[$0], as: UTF8.self)) } ?? .nothing)
    found.missingWords = "nothing in \(part.words) matches \(wording.quoted(pattern.text))"
    guard let place, wording.isSecret(place, of: text) else {
      return mismatches(of: matchers, for: found)
    }
    return matchers.filter { (try? evaluation.holds($0, for: found.value)) != true }
      .map { hidden($0, found, because: "and contains a part of a secret") }
  }

  /// The problems of the first item that fails, and how many others fail.
  private mutating func each(
    _ matchers: [Matcher<JSONNode>], _ elements: [JSONNode], of part: JudgedPart
  ) -> [Message] {
    var failing = 0
    var told: [Message] = []
    for (position, element) in elements.enumerated() {
      if failing > 0 {
        let isGood = (try? evaluation.holds(matchers, for: .json(element))) ?? false
        if !isGood { failing += 1 }
      } else {
        told = mismatches(of: matchers, for: part.element(element, at: position))
        if !told.isEmpty { failing = 1 }
      }
    }
    if failing > 1 {
      for index in told.indices {
        told[index].details.append(
          "\(failing - 1) more of the \(elements.count) items do not pass 'each'")
      }
    }
    return told
  }

  /// The differences between two values of one kind; of lists and maps the places that differ.
  private func differences(
    _ matcher: Matcher<JSONNode>, from expected: JSONNode, to actual: JSONNode,
    _ part: JudgedPart
  ) -> [Message] {
    guard actual.kind == .array || actual.kind == .object else {
      return [told(words(for: matcher, part), matcher, part)]
    }
    let found = JSONDifferences(from: expected, to: actual, at: part.name)
    let sentences = found.first.map { sentence(for: $0) }
    var problem: Message
    if found.count == 1, let only = sentences.first {
      problem = told(only, matcher, part)
    } else {
      problem = told(
        "\(part.words) differs from the expected value in \(found.count) places", matcher, part)
      problem.details = sentences
      let more = found.count - sentences.count
      if more > 0 { problem.details.append("and \(more) more") }
    }
    problem.mismatch?.differenceCount = found.count
    problem.mismatch?.differences = found.first.map { difference in
      Mismatch.Difference(
        path: difference.path, expected: difference.expected.flatMap { wording.json($0) },
        actual: difference.actual.flatMap { wording.json($0) })
    }
    return [problem]
  }

  private func sentence(for difference: JSONDifference) -> String {
    switch (difference.expected, difference.actual) {
    case (let expected?, let actual?):
      "\(difference.path) is \(wording.typed(actual)), "
        + "not \(wording.expected(expected, beside: actual.kind))"
    case (let expected?, nil): "\(difference.path) is missing; expected \(wording.typed(expected))"
    case (nil, let actual?): "\(difference.path) is \(wording.typed(actual)), which is not expected"
    case (nil, nil): difference.path
    }
  }

  private func words(for matcher: Matcher<JSONNode>, _ part: JudgedPart) -> String {
    guard part.value.isThere else {
      if case .findings = part.value, !part.isOfFields {
        return "there is nothing at \(part.words)"
      }
      return part.missingWords
    }
    return "\(part.words) is \(wording.typed(part.value))"
      + wording.refusal(of: part.value, by: matcher)
  }

  /// The problem of a value that must not be a secret.
  ///
  /// The value is not shown: it may be that secret, and a short secret would not be recognised.
  private func secret(_ matcher: Matcher<JSONNode>, _ part: JudgedPart) -> Message {
    guard part.value.isThere else { return told(words(for: matcher, part), matcher, part) }
    return hidden(matcher, part, because: "which compares it with a secret")
  }

  private func hidden(
    _ matcher: Matcher<JSONNode>, _ part: JudgedPart, because reason: String
  ) -> Message {
    var problem = Message(
      "\(part.words) does not pass '\(matcher.name)', \(reason)", at: matcher.mark)
    problem.mismatch = Mismatch(
      subject: part.name, matcher: matcher.name, actualType: part.value.typeName)
    return problem
  }

  private func told(
    _ message: String, _ matcher: Matcher<JSONNode>, _ part: JudgedPart
  ) -> Message {
    var problem = Message(message, at: matcher.mark)
    problem.mismatch = Mismatch(
      subject: part.name, matcher: matcher.name,
      expected: matcher.operand.flatMap { wording.json($0) },
      actual: wording.json(part.value), actualType: part.value.typeName)
    return problem
  }
}

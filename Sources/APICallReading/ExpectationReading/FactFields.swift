import APICallBase
import APICallLanguage
import APICallModel
import YAMLTree

/// The fields of `expect` for facts about a response.
enum FactFields {
  static let version = text(.version, "The version of the protocol, such as HTTP/2.")
  static let url = text(.url, "The URL of the response, after redirects.")
  static let redirects = Field<Expectation>(
    ResponseFact.redirects.rawValue, "a number, a list of URLs, or matchers", .matchers,
    "The redirects that were followed: their number, or their URLs."
  ) { expectation, entry, reading in
    let isNumber = entry.value.scalar != nil
    let matchers =
      isNumber
      ? reading.lengthMatchers(entry).map { [Matcher(.length($0), at: entry.operandMark)] }
      : reading.matchers(entry)
    expectation.facts.append(FactExpectation(.redirects, matchers ?? []))
  }

  /// The fields of `bytes`.
  static let ofBody: [Field<Expectation>] = [
    Field(
      ResponseFact.size.rawValue, "a number, or matchers", .matchers,
      "The number of bytes, after content codings are undone."
    ) { $0.facts.append(FactExpectation(.size, $2.sizeMatchers($1))) },
    text(.hex, "The bytes in hexadecimal, in lower case."),
    text(.base64, "The bytes in Base64."),
    text(.sha256, "The SHA-256 digest in hexadecimal."),
    text(.sha512, "The SHA-512 digest in hexadecimal."),
    text(.sha1, "The SHA-1 digest in hexadecimal."),
    text(.md5, "The MD5 digest in hexadecimal."),
  ]

  private static func text(_ fact: ResponseFact, _ summary: String) -> Field<Expectation> {
    Field(fact.rawValue, "text, or matchers", .matchers, summary) {
      $0.facts.append(FactExpectation(fact, $2.textMatchers($1, of: fact)))
    }
  }
}

extension SpecReading {
  /// Reads matchers of a number: a single value has to be one.
  fileprivate mutating func sizeMatchers(_ entry: Node.Entry) -> [Matcher<Payload>] {
    if entry.value.entries != nil { return matchers(entry) }
    return lengthMatchers(entry) ?? []
  }

  /// Reads matchers of a fact that is text: a single value is text, even if it looks like a number.
  fileprivate mutating func textMatchers(
    _ entry: Node.Entry, of fact: ResponseFact
  ) -> [Matcher<Payload>] {
    var found: [Matcher<Payload>] = []
    if entry.value.entries != nil {
      found = matchers(entry)
    } else if let template = template(entry) {
      found = [Matcher(.equals(.text(template)), at: entry.operandMark)]
    }
    if fact.isHexadecimal { for matcher in found { checkDigits(matcher, of: fact) } }
    return found
  }

  /// Reports operands that cannot equal hexadecimal digits in lower case.
  private mutating func checkDigits(_ matcher: Matcher<Payload>, of fact: ResponseFact) {
    switch matcher.test {
    case .equals(let operand), .contains(let operand), .startsWith(let operand),
      .endsWith(let operand):
      checkDigits(operand, matcher.mark, of: fact)
    case .oneOf(let operands):
      for operand in operands { checkDigits(operand, matcher.mark, of: fact) }
    case .not(let matchers): for matcher in matchers { checkDigits(matcher, of: fact) }
    case .any(let groups), .all(let groups):
      for matcher in groups.joined() { checkDigits(matcher, of: fact) }
    case .matches, .capture, .type, .length, .min, .max, .exists, .empty, .each: break
    }
  }

  private mutating func checkDigits(_ operand: Payload, _ mark: Mark, of fact: ResponseFact) {
    switch operand {
    case .literal(let value):
      report(
        "'\(fact.rawValue)' is text, but \(value) is not", at: mark,
        hint: "write it in quotes: \"\(value)\"")
    case .text(let template):
      guard let text = template.literal, text.contains(where: { "ABCDEF".contains($0) })
      else { return }
      report(
        "'\(fact.rawValue)' has lower-case digits, unlike '\(text)'", at: mark,
        hint: "write \(text.lowercased())")
    default: break
    }
  }

  /// Reads `capture`: a map from regular expressions to matchers.
  mutating func captures(_ entry: Node.Entry) -> [[Matcher<Payload>]]? {
    let hint = #"as in capture: {"id=([0-9]+)": {min: 1}}"#
    guard
      let entries = entries(
        entry, takes: "a map of regular expressions", hint: hint, most: Self.nameLimit)
    else { return nil }
    guard !entries.isEmpty else {
      return reject("'capture' is an empty map", at: entry.value.mark, hint: hint)
    }
    return entries.compactMap { entry in
      takingPattern(entry.key, at: entry.keyMark).map { pattern in
        [Matcher(.capture(pattern, matchers(entry)), at: entry.operandMark)]
      }
    }
  }
}

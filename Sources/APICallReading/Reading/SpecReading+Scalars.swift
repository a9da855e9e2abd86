import APICallHTTP
import APICallLanguage
import APICallModel
import APICallText
import JSONText
import Patterns
import YAMLTree

extension SpecReading {
  mutating func count(_ entry: Node.Entry, from least: Int = 0, upTo most: Int) -> Int? {
    guard let scalar = entry.value.scalar, scalar.kind == .integer, let count = Int(scalar.text),
      (least...most).contains(count)
    else { return reject(entry, takes: "a whole number from \(least) to \(most)") }
    return count
  }

  /// Reads a rule that is a map, or a number that sets one of its fields.
  mutating func countedRule<Rule>(
    _ entry: Node.Entry, _ rule: Rule, as fields: [Field<Rule>], upTo most: Int, hint: String,
    example: Int, take: (inout Rule, Int) -> Void
  ) -> Rule? {
    var rule = rule
    if entry.value.entries != nil {
      read(entry.value, as: fields, into: &rule, named: "'\(entry.key)'")
      return rule
    }
    guard case .integer = entry.value.scalar?.kind else {
      let source = entry.value.mark.source
      // An option takes only the number.
      if source.isOption, source.name != "--set" {
        refuse(entry, takes: "a whole number", hint: "as in \(source.name)=\(example)")
      } else {
        refuse(entry, takes: "a whole number or a map", hint: hint)
      }
      return nil
    }
    guard let count = count(entry, upTo: most) else { return nil }
    take(&rule, count)
    return rule
  }

  mutating func duration(_ entry: Node.Entry) -> Duration? {
    guard let text = text(entry, takes: "a duration") else { return nil }
    if let duration = Duration(written: text) { return duration }
    let hint =
      Duration(written: text + "s") == nil || Duration(written: text + "ms") == nil
      ? "write a number and a unit, from 1ms to 1000h: 500ms, 2s, 1.5s, 3m or 1h"
      : "add the unit: '\(text)s' for seconds, '\(text)ms' for milliseconds"
    return reject("'\(text)' is not a duration", at: entry.value.mark, hint: hint)
  }

  mutating func sizeLimit(_ entry: Node.Entry) -> (bytes: Int, mark: Mark)? {
    guard let text = text(entry, takes: "a size") else { return nil }
    guard let bytes = WrittenSize.bytes(of: text) else {
      return reject(
        "'\(text)' is not a size", at: entry.value.mark,
        hint: "write a number of bytes, or one with a unit: 500KB, 10MiB, 1GiB")
    }
    return (bytes, entry.value.mark)
  }

  mutating func number(_ entry: Node.Entry) -> (JSONNumeral, String)? {
    switch entry.value.scalar?.kind {
    case .integer, .float:
      guard let bytes = json(entry) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return JSONNumeral(text).map { ($0, text) }
    default:
      return reject(entry, takes: "a number")
    }
  }

  mutating func pattern(_ entry: Node.Entry) -> Pattern? {
    text(entry).flatMap { pattern($0, at: entry.value.mark) }
  }

  private mutating func pattern(_ text: String, at mark: Mark) -> Pattern? {
    do {
      return try Pattern(text)
    } catch {
      return reject(
        "cannot read the pattern '\(Value.text(text).excerpt(isSecret: false))':"
          + " \(error.reason)", at: place(of: error, in: text, mark))
    }
  }

  /// Reads a regular expression that extracts a value.
  ///
  /// The result is nil, with a problem, if it is not valid, or has several groups.
  mutating func takingPattern(_ text: String, at mark: Mark) -> Pattern? {
    guard let pattern = pattern(text, at: mark) else { return nil }
    guard pattern.groupCount <= 1 else {
      return reject(
        "the pattern '\(pattern.excerpt)' has \(pattern.groupCount) groups, but only one can be the"
          + " value", at: mark, hint: "write '(?:…)' for a group that is not the value")
    }
    return pattern
  }

  /// The place of the character at which a pattern cannot be read.
  private func place(of error: PatternSyntaxError, in text: String, _ mark: Mark) -> Mark {
    guard let offset = error.offset, let last = text.unicodeScalars.indices.last
    else { return mark }
    let scalars = text.unicodeScalars
    let start =
      scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: last) ?? last
    let bytes = text.utf8
    let lower = bytes.distance(from: bytes.startIndex, to: start)
    let upper = bytes.distance(from: bytes.startIndex, to: scalars.index(after: start))
    return TemplateSpan(container: mark, placeholder: text, range: lower..<upper).mark
  }

  /// Reads a media type with its parameters, as it is sent.
  mutating func mediaType(_ entry: Node.Entry) -> String? {
    guard let text = text(entry) else { return nil }
    guard MediaType(text) != nil, HeaderSyntax.isValue(Array(text.utf8)) else {
      return reject(
        "'\(text)' is not a media type", at: entry.value.mark,
        hint: "write its type and subtype, as in text/xml")
    }
    return text
  }

  mutating func path(_ entry: Node.Entry) -> String? {
    text(
      entry, takes: "the path of a file",
      hint: entry.value.items == nil ? nil : "write one file; it may extend another")
  }

  /// The factor by which each pause is longer than the one before.
  mutating func backoff(_ entry: Node.Entry, upTo most: Double) -> Double? {
    guard let (_, text) = number(entry) else { return nil }
    if let factor = Double(text), (1...most).contains(factor) { return factor }
    return reject(entry, takes: "a number from 1 to \(Int(most))")
  }
}

import APICallSpec
import JSONText

extension JSONValue {
  /// Returns whether this value equals another one except for its gaps.
  ///
  /// A text that is only a gap stands for any value; a gap inside a text stands for any characters.
  func matches(_ expected: JSONValue) -> Bool {
    let marker = Array(Endpoint.gap.utf8)
    if let text = expected.string, text.contains(Endpoint.gap) {
      if text == Endpoint.gap { return true }
      return string.map { BytePattern(Array(text.utf8), marker: marker).matches($0.utf8) } ?? false
    }
    guard kind == expected.kind, kind == .array || kind == .object else {
      return isEqual(to: expected)
    }
    guard count == expected.count else { return false }
    if kind == .array {
      return zip(elements, expected.elements).allSatisfy { $0.matches($1) }
    }
    return expected.members.allSatisfy { key, value in self[key]?.matches(value) ?? false }
  }
}

import APICallModel
import JSONText

extension JSONNode {
  /// Returns whether this value equals another one except for its gaps.
  ///
  /// A text that is only a gap stands for any value; a gap inside a text stands for any characters.
  func matches(_ expected: JSONNode, gap: String = EndpointSpec.gap) -> Bool {
    if let text = expected.string, text.contains(gap) {
      if text == gap { return true }
      let pattern = BytePattern(Array(text.utf8), marker: Array(gap.utf8))
      return string.map { pattern.matches($0.utf8) } ?? false
    }
    guard kind == expected.kind, kind == .array || kind == .object else {
      return isEqual(to: expected)
    }
    guard count == expected.count else { return false }
    if kind == .array {
      return zip(elements, expected.elements).allSatisfy { $0.matches($1, gap: gap) }
    }
    return expected.members.allSatisfy { key, _ in
      // Of a repeated key the last counts.
      guard let value = expected[key], let own = self[key] else { return false }
      return own.matches(value, gap: gap)
    }
  }
}

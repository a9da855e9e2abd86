@testable import JSONText
import SeededNumbers

extension ReferenceTree {
  /// The text with white space, and with escapes in some keys.
  func spacedText(_ random: inout SeededGenerator) -> String {
    func blank() -> String { random.pick(["", "", " ", "\n", "\t  "]) }
    switch self {
    case .array(let elements):
      let texts = elements.map { blank() + $0.spacedText(&random) + blank() }
      return "[" + (texts.isEmpty ? blank() : texts.joined(separator: ",")) + "]"
    case .object(let members):
      let texts = members.map { key, value in
        var name = JSONWriter.string(key)
        if random.below(3) == 0 {
          name = name.replacing("a", with: "\\u0061").replacing("é", with: "\\u00E9")
        }
        return blank() + name + blank() + ":" + blank() + value.spacedText(&random) + blank()
      }
      return "{" + (texts.isEmpty ? blank() : texts.joined(separator: ",")) + "}"
    default: return text
    }
  }
}

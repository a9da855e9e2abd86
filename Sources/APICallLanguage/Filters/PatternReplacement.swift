import APICallText
import Patterns

/// The text that replaces a match: `$1`, `${1}` and `${name}` are groups, `$0` is the match and `$$`
/// a dollar sign.
enum PatternReplacement {
  enum Piece {
    case text([UInt8])
    case group(Int)
  }

  static func pieces(
    of text: String, for pattern: Pattern
  ) throws(PlaceholderFault) -> [Piece] {
    var pieces: [Piece] = []
    var plain: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$") else {
        plain.append(byte)
        continue
      }
      let name: ArraySlice<UInt8>
      if rest.first == UInt8(ascii: "$") {
        plain.append(byte)
        rest.removeFirst()
        continue
      } else if rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
        name = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
      } else {
        name = rest.prefix { $0.isASCIIDigit }
        rest = rest.dropFirst(name.count)
        // A dollar sign before anything else is text.
        guard !name.isEmpty else {
          plain.append(byte)
          continue
        }
      }
      pieces.append(.text(plain))
      plain = []
      pieces.append(.group(try number(of: String(decoding: name, as: UTF8.self), in: pattern)))
    }
    return pieces + [.text(plain)]
  }

  private static func number(
    of name: String, in pattern: Pattern
  ) throws(PlaceholderFault) -> Int {
    if let number = Int(name), (0...pattern.groupCount).contains(number) { return number }
    let groups = pattern.groupNames.filter { $0.name == name }
    if let group = groups.first, groups.count == 1 { return group.number }
    guard groups.isEmpty else {
      throw PlaceholderFault(
        "the pattern has several groups '\(name)'", hint: "write the number of one, as in ${1}")
    }
    throw PlaceholderFault(
      "the pattern has no group '\(name)'", hint: "write $$ for a dollar sign")
  }
}

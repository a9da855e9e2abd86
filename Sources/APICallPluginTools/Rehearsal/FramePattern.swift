import APICallExternal
import APICallPluginKit
import JSONText

/// A pattern for a frame: the members that it must have, whatever other members it has.
struct FramePattern: Sendable {
  enum Times: String {
    case once = "< "
    /// The next frame if it has these members.
    ///
    /// No other frame must follow.
    case last = "<? "
    case any = "<* "
  }

  /// The words that stand for any value of a kind in the transcripts of rules.
  private static let words: [(word: String, admits: @Sendable (JSONNode) -> Bool)] = [
    ("<text>", { $0.string != nil }),
    ("<number>", { Int($0.text) != nil }),
    ("<code>", { PluginErrorCode(rawValue: $0.string ?? "") != nil }),
  ]

  let members: JSONNode
  var times = Times.once
  /// Whether it contains words that stand for any value of a kind, as in `RuleTranscript`.
  var hasWords = false

  /// Whether the pattern applies to a frame.
  func isMeant(_ frame: Frame) -> Bool {
    times == .once || members.members.allSatisfy { frame[$0.key] != nil }
  }

  /// Returns the place and kind of the first difference, in words; nil if the frame matches.
  func difference(from frame: Frame) -> String? { difference(members, frame.head, at: "") }

  var isBody: Bool { members["body"]?.boolean == true }

  private func difference(_ wanted: JSONNode, _ got: JSONNode, at path: String) -> String? {
    switch (wanted.kind, got.kind) {
    case (.object, .object):
      for (key, value) in wanted.members {
        let isOptional = hasWords && key.hasSuffix("?")
        let name = isOptional ? String(key.dropLast()) : key
        let path = path.isEmpty ? name : "\(path).\(name)"
        guard let member = got[name] else {
          if isOptional { continue }
          return "there is no '\(path)'"
        }
        if let found = difference(value, member, at: path) { return found }
      }
      return nil
    case (.array, .array):
      var (some, others) = (Array(wanted.elements), Array(got.elements))
      if hasWords, some.count > 1, some.last?.string == "<more>" {
        some = Array(repeating: some[some.count - 2], count: others.count)
      }
      guard some.count == others.count else {
        return "'\(path)' has \(others.count) items, not \(some.count)"
      }
      for (index, pair) in zip(some, others).enumerated() {
        if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
      }
      return nil
    default:
      let word = hasWords ? Self.words.first { $0.word == wanted.string } : nil
      return word?.admits(got) ?? wanted.isEqual(to: got)
        ? nil : "'\(path)' is \(Self.excerpt(got)), not \(Self.excerpt(wanted))"
    }
  }

  static func excerpt(_ value: JSONNode) -> String {
    let text = value.text
    return text.count > 200 ? text.prefix(200) + "…" : text
  }
}

/// Bytes in the form of transcripts: text with `\n`, `\r`, `\t`, `\\` and `\xNN`.
enum ByteText {
  static func escaped(_ bytes: ArraySlice<UInt8>, limit: Int = 200) -> String {
    var text: [UInt8] = []
    var rest = bytes.prefix(limit)
    while let byte = rest.first {
      switch byte {
      case 0x0A: text += #"\n"#.utf8
      case 0x0D: text += #"\r"#.utf8
      case 0x09: text += #"\t"#.utf8
      case 0x5C: text += #"\\"#.utf8
      case 0x20..<0x7F: text.append(byte)
      default:
        let length = lengthOfCharacter(rest)
        if length > 0 {
          text += rest.prefix(length)
          rest = rest.dropFirst(length)
          continue
        }
        text += (byte < 16 ? "\\x0" : "\\x").utf8
        text += String(byte, radix: 16).utf8
      }
      rest = rest.dropFirst()
    }
    return String(decoding: text, as: UTF8.self) + (bytes.count > limit ? "…" : "")
  }

  private static func lengthOfCharacter(_ bytes: ArraySlice<UInt8>) -> Int {
    for length in 2...4 where bytes.count >= length {
      guard let text = String(validating: bytes.prefix(length), as: UTF8.self) else { continue }
      let isControl = text.unicodeScalars.allSatisfy { $0.value < 0xA0 }
      return isControl ? 0 : length
    }
    return 0
  }
}

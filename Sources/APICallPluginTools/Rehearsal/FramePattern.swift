import APICallExternal
import APICallPluginKit
import JSONText

/// What a frame has to be: the members that are given, whatever else it has.
struct FramePattern: Sendable {
  /// How many frames have to be so.
  enum Times: String {
    /// The next one.
    case once = "< "
    /// The next one where it has these members, and then nothing more has to come.
    case last = "<? "
    /// All that come with these members.
    case any = "<* "
  }

  /// What stands for any value of a kind, in what is asked of every plugin.
  private static let words: [(word: String, admits: @Sendable (JSONValue) -> Bool)] = [
    ("<text>", { $0.string != nil }),
    ("<number>", { Int($0.text) != nil }),
    ("<code>", { PluginErrorCode(rawValue: $0.string ?? "") != nil }),
  ]

  /// The members.
  let members: JSONValue
  var times = Times.once
  /// Whether words in it stand for values of a kind: see `RuleTranscript`.
  var hasWords = false

  /// Whether it is asked of a frame.
  func isMeant(_ frame: Frame) -> Bool {
    times == .once || members.members.allSatisfy { frame[$0.key] != nil }
  }

  /// Holds a frame against the pattern.
  ///
  /// - Parameter frame: the frame.
  /// - Returns: in which place it differs and how, in words; nil where it does not.
  func difference(from frame: Frame) -> String? { difference(members, frame.head, at: "") }

  /// Whether it asks for octets of a body.
  var isBody: Bool { members["body"]?.boolean == true }

  private func difference(_ wanted: JSONValue, _ got: JSONValue, at path: String) -> String? {
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

  /// A value as messages show it.
  static func excerpt(_ value: JSONValue) -> String {
    let text = value.text
    return text.count > 200 ? text.prefix(200) + "…" : text
  }
}

/// Octets as a transcript writes them: text with `\n`, `\r`, `\t`, `\\` and `\xNN`.
enum OctetText {
  /// Writes octets.
  ///
  /// - Parameters:
  ///   - octets: the octets.
  ///   - limit: the most of them that are written; an ellipsis stands for the rest.
  /// - Returns: the text, on one line.
  static func escaped(_ octets: ArraySlice<UInt8>, limit: Int = 200) -> String {
    var text: [UInt8] = []
    var rest = octets.prefix(limit)
    while let octet = rest.first {
      switch octet {
      case 0x0A: text += #"\n"#.utf8
      case 0x0D: text += #"\r"#.utf8
      case 0x09: text += #"\t"#.utf8
      case 0x5C: text += #"\\"#.utf8
      case 0x20..<0x7F: text.append(octet)
      default:
        let length = lengthOfCharacter(rest)
        if length > 0 {
          text += rest.prefix(length)
          rest = rest.dropFirst(length)
          continue
        }
        text += (octet < 16 ? "\\x0" : "\\x").utf8
        text += String(octet, radix: 16).utf8
      }
      rest = rest.dropFirst()
    }
    return String(decoding: text, as: UTF8.self) + (octets.count > limit ? "…" : "")
  }

  /// The octets of the character beyond ASCII that they begin with; 0 where they begin with none.
  private static func lengthOfCharacter(_ octets: ArraySlice<UInt8>) -> Int {
    for length in 2...4 where octets.count >= length {
      guard let text = String(validating: octets.prefix(length), as: UTF8.self) else { continue }
      let isControl = text.unicodeScalars.allSatisfy { $0.value < 0xA0 }
      return isControl ? 0 : length
    }
    return 0
  }
}

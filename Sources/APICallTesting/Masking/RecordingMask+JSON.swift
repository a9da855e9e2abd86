import APICallBase
import APICallRun
import APICallSpec
import JSONText

extension RecordingMask {
  /// Replaces the secrets in JSON text, which keeps its layout.
  ///
  /// - Parameters:
  ///   - root: the value.
  ///   - text: the same text, in which a request marks its secrets.
  ///   - side: the side of the exchange.
  ///   - kept: the paths at which names and shapes do not count.
  /// - Returns: the text as it may be written.
  mutating func masked(
    json root: JSONValue, of text: ProtectedText, _ side: Side, keeping kept: [JSONPath]
  ) -> [UInt8] {
    var walk = SecretWalk(keeping: kept, in: root)
    walk.visit(root, isNamed: false)
    var secrets: [Range<Int>] = []
    var position = 0
    for part in text.parts {
      if part.secrecy.isMasked { secrets.append(position..<position + part.bytes.count) }
      position += part.bytes.count
    }
    var result: [UInt8] = []
    var end = 0
    let bytes = root.document.bytes
    for token in walk.tokens {
      let range = token.value.range
      let own = secrets.filter { $0.overlaps(range) }
      guard let replacement = masked(token, side, marking: own) else { continue }
      result += bytes[end..<range.lowerBound] + replacement
      end = range.upperBound
    }
    return result + bytes[end...]
  }

  /// The replacement of a string or number; nil if it stays as it is.
  private mutating func masked(
    _ token: SecretWalk.Token, _ side: Side, marking own: [Range<Int>]
  ) -> [UInt8]? {
    let text = token.text
    if token.isNamed, !token.isKept {
      guard !text.isEmpty else { return nil }
      return Self.string(replaced(text, side, by: .name))
    }
    if own.contains(where: { $0.count < Redactor.shortest }) { noteShort() }
    let new = masked(ProtectedText(bytes: text), side, isKept: token.isKept)
    if new != text { return Self.string(new) }
    // A part of the string is secret, but its value cannot be searched for.
    return own.isEmpty || text.isEmpty ? nil : Self.string(replaced(text, side, by: .value))
  }

  private static func string(_ bytes: [UInt8]) -> [UInt8] {
    Array(JSONWriter.string(String(decoding: bytes, as: UTF8.self)).utf8)
  }
}

/// The strings and numbers of a JSON text, each with what its name says of it.
struct SecretWalk {
  struct Token {
    var value: JSONValue
    /// Whether it is the value of a field with the name of a credential.
    var isNamed: Bool
    /// Whether it is kept, whatever its name and its shape.
    var isKept: Bool

    /// The text of a string, or the digits of a number.
    var text: [UInt8] {
      if value.kind == .string, let string = value.string { return Array(string.utf8) }
      return Array(value.bytes)
    }
  }

  private(set) var tokens: [Token] = []
  private let kept: [Range<Int>]

  init(keeping paths: [JSONPath], in root: JSONValue) {
    kept = paths.flatMap { $0.values(in: root).map(\.range) }
  }

  mutating func visit(_ value: JSONValue, isNamed: Bool) {
    switch value.kind {
    case .null, .boolean: break
    case .string, .number: add(value, isNamed: isNamed)
    case .array: for element in value.elements { visit(element, isNamed: isNamed) }
    case .object:
      for (key, member) in value.members.places {
        add(key, isNamed: false)
        let name = key.string ?? ""
        visit(member, isNamed: NamedSecrets.contain(name))
      }
    }
  }

  private mutating func add(_ value: JSONValue, isNamed: Bool) {
    let isKept = !kept.isEmpty && kept.contains { $0.contains(value.range.lowerBound) }
    tokens.append(Token(value: value, isNamed: isNamed, isKept: isKept))
  }

  /// The credentials that names and shapes show.
  var secrets: Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for token in tokens where !token.isKept {
      let text = token.text
      if token.isNamed { found.insert(text) }
      for match in SecretShape.matches(in: text) { found.insert(Array(text[match.range])) }
    }
    return found
  }
}

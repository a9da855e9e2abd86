import APICallSafety
import JSONText

extension RecordingMask {
  /// How many JSON texts may stand in each other's strings, and multipart bodies in each other.
  static let deepest = 4

  /// Replaces the secrets in JSON text, which keeps its layout.
  mutating func masked(
    json root: JSONNode, of text: ProtectedText, _ side: Side, keeping kept: [JSONPath]
  ) -> [UInt8] {
    var secrets = text.secretRanges[...]
    var result: [UInt8] = []
    var end = 0
    let bytes = root.document.bytes
    for token in SecretWalk(root, keeping: kept).tokens {
      let range = token.value.range
      while let first = secrets.first, first.upperBound <= range.lowerBound {
        secrets.removeFirst()
      }
      let own = secrets.prefix { $0.lowerBound < range.upperBound }
      guard let replacement = masked(token, side, marking: own) else { continue }
      result += bytes[end..<range.lowerBound] + replacement
      end = range.upperBound
    }
    return result + bytes[end...]
  }

  /// The replacement of a string or number; nil if it stays as it is.
  private mutating func masked(
    _ token: SecretWalk.Token, _ side: Side, marking own: ArraySlice<Range<Int>>
  ) -> [UInt8]? {
    let text = token.text
    if !token.isKept, !token.isKey, token.isNamed ? isCredential(token, side) : isSent(text, side) {
      guard !text.isEmpty, !Self.isMask(text) else { return nil }
      return Self.string(replaced(text, side, by: .name))
    }
    if token.isKey, own.isEmpty, keepsName(text) { return nil }
    if own.contains(where: { $0.count < Redactor.shortest }) { noteShort() }
    let new = masked(string: text, side, isKept: token.isKept)
    if new != text { return Self.string(new) }
    // A part of the string is secret, but its value cannot be searched for.
    return own.isEmpty || text.isEmpty ? nil : Self.string(replaced(text, side, by: .value))
  }

  private func isCredential(_ token: SecretWalk.Token, _ side: Side) -> Bool {
    guard token.value.kind != .number else {
      // A number of few digits keeps its kind, unless the run shows that it is a credential.
      return shown.map { $0.isSent(token.text) } ?? true
        || !CredentialText.isSmall(number: token.text)
    }
    return isCredential(token.text, side)
  }

  /// Replaces the secrets in the text of a string, which may be JSON again.
  private mutating func masked(string text: [UInt8], _ side: Side, isKept: Bool) -> [UInt8] {
    guard !isKept else { return masked(ProtectedText(bytes: text), side, keeping: .all) }
    if depth < Self.deepest, JSONLine.start(in: text[...]) != nil,
      let document = try? JSONDocument(text)
    {
      depth += 1
      defer { depth -= 1 }
      return masked(json: document.root, of: ProtectedText(bytes: text), side, keeping: [])
    }
    return masked(
      ProtectedText(bytes: text), side, naming: TextCredentials.credentials(in: text, as: nil))
  }

  private static func string(_ bytes: [UInt8]) -> [UInt8] {
    Array(JSONWriter.string(String(decoding: bytes, as: UTF8.self)).utf8)
  }
}

import APICallText
package import JSONText

extension JSONContents {
  /// The maximum number of keys to show, and of characters in each.
  private static let (mostShown, longestKey) = (12, 40)
  /// The maximum number of characters of a hint with keys.
  private static let longestHint = 200
  /// What is shown in place of text that is left out.
  ///
  /// Nothing is cut: half a secret would not be recognised and masked later.
  private static let ellipsis = "…"

  /// Describes the contents: the first keys, and `…` in place of a long one and of the rest.
  package func hint(in noun: String) -> String {
    guard kind == .object else { return "\(noun) is \(kind.typeName)" }
    let keys = keys.prefix(Self.mostShown + 1).map {
      $0.count > Self.longestKey ? Self.ellipsis : $0
    }
    guard let first = keys.first else { return "\(noun) is an empty map" }
    var hint = "\(noun) has \(first)"
    for (index, key) in keys.enumerated().dropFirst() {
      let room = Self.longestHint - hint.count - ", ".count - ", \(Self.ellipsis)".count
      guard index < Self.mostShown, key.count <= room else { return "\(hint), \(Self.ellipsis)" }
      hint += ", \(key)"
    }
    return hint
  }

  /// Describes the contents, after the key that is most like one that they do not have.
  package func hint(without key: String?, in noun: String) -> String {
    let hint = hint(in: noun)
    guard let key, let near = Nearest.word(to: key, among: keys) else { return hint }
    return "did you mean '\(near)'? \(hint)"
  }
}

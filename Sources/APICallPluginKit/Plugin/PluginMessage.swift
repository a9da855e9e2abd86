public import JSONText

/// What the host asks for: the frame `{"id":1,"secret":{"op":"get","name":"github"}}` and the like.
public struct PluginMessage: Sendable {
  /// The number by which the answer names it.
  public let id: Int
  /// What kind it is: `request`, `auth`, `secret`, or one that came later.
  public let kind: String
  /// What it says.
  public let content: JSONValue

  /// A text that it says.
  ///
  /// - Parameter name: the member.
  /// - Returns: the text.
  /// - Throws: `PluginFailure` where there is no such text.
  public func text(_ name: String) throws(PluginFailure) -> String {
    guard let text = content[name]?.string else {
      throw PluginFailure(.badInput, "'\(kind)' has no text '\(name)'")
    }
    return text
  }

  /// A list of texts that it says.
  ///
  /// - Parameter name: the member.
  /// - Returns: the texts; empty where there is no such list.
  public func texts(_ name: String) -> [String] { content[name]?.strings ?? [] }

  /// Pairs of texts that it says, as header fields are: `[["Accept","*/*"]]`.
  ///
  /// - Parameter name: the member.
  /// - Returns: the pairs, without what is none; empty where there is no such list.
  public func pairs(_ name: String) -> [(name: String, value: String)] {
    guard let list = content[name], list.kind == .array else { return [] }
    return list.elements.compactMap { pair in
      guard let texts = pair.strings, texts.count == 2 else { return nil }
      return (texts[0], texts[1])
    }
  }
}

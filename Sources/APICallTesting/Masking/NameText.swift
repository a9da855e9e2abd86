import APICallText

/// The texts that keep their meaning only if they are not masked: names of members and of the items
/// of forms, and media types.
enum NameText {
  /// Whether a text is written like such a name; a secret that is not a word is masked in any name.
  static func isName(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCIILetter || "_-/+.".utf8.contains($0) }
  }

  /// The names of the items of a query or form that are words.
  static func names(ofItems text: [UInt8]) -> [Range<Int>] {
    WrittenItems.items(of: text).map(\.name).filter { isName(text[$0]) }
  }

  static func essence(of mediaType: [UInt8]) -> [Range<Int>] {
    let essence = mediaType.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
    return isName(essence) ? [essence.startIndex..<essence.endIndex] : []
  }
}

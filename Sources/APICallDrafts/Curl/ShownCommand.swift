import APICallText
import YAMLTree

/// Commands as messages show them: any word may be a credential, so only names of options stay.
enum ShownCommand {
  /// The text with asterisks for everything else; the places do not change.
  static func source(_ source: Source) -> Source {
    var bytes = source.bytes
    var start = 0
    while start < bytes.count {
      guard !isSeparator(bytes[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < bytes.count, !isSeparator(bytes[end]) { end += 1 }
      let word = String(decoding: bytes[start..<end], as: UTF8.self)
      for place in start + shownLength(of: word)..<end where bytes[place] & 0xC0 != 0x80 {
        // A character of several bytes keeps its column.
        if bytes[place] < 0x80 { bytes[place] = UInt8(ascii: "*") }
      }
      hideWide(&bytes, from: start + shownLength(of: word), to: end)
      start = end
    }
    return Source(name: source.name, bytes: bytes)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "'\"\\^|;<>()".utf8.contains(byte)
  }

  private static func shownLength(of word: String) -> Int {
    if CurlImport.isCurl(word) { return word.utf8.count }
    guard word.begins(with: "-") else { return 0 }
    let name = word.utf8.prefix { $0 == UInt8(ascii: "-") || $0.isASCIILetterOrDigit || $0 == 0x2E }
    return word.hasPrefix("--") ? min(name.count, 30) : min(name.count, 2)
  }

  /// Replaces letters of several bytes by others that show nothing.
  private static func hideWide(_ bytes: inout [UInt8], from start: Int, to end: Int) {
    guard bytes[start..<end].contains(where: { $0 >= 0x80 }) else { return }
    // The text must stay as long in characters: each character becomes one of the same length.
    let shown: [Int: [UInt8]] = [
      2: [0xC2, 0xB7], 3: [0xE2, 0x80, 0xA2], 4: [0xF0, 0x9D, 0x84, 0x84],
    ]
    var place = start
    while place < end {
      guard bytes[place] >= 0xC0 else {
        place += 1
        continue
      }
      var length = 1
      while place + length < end, bytes[place + length] & 0xC0 == 0x80 { length += 1 }
      if let character = shown[length] {
        bytes.replaceSubrange(place..<place + length, with: character)
      }
      place += length
    }
  }
}

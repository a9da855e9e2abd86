/// The byte order mark that some editors write at the beginning of a text in UTF-8.
package enum ByteOrderMark {
  package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns a text without the mark at its beginning, if it has one.
  package static func removed(from text: [UInt8]) -> [UInt8] {
    text.starts(with: utf8) ? Array(text.dropFirst(utf8.count)) : text
  }
}

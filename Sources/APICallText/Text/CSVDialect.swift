/// How a table of values is written: by default, as RFC 4180 describes it.
package struct CSVDialect: Sendable, Hashable {
  package var delimiter = UInt8(ascii: ",")
  /// The character around fields that may contain anything; nil if quotes have no meaning.
  package var quote: UInt8? = UInt8(ascii: "\"")
  package var hasHeader = true
  /// The names of the columns, in place of those of the first row.
  package var columns: [String]?

  package init() {}

  /// Whether rows have names, so that they are maps; otherwise, they are lists.
  package var hasNames: Bool { hasHeader || columns != nil }

  /// Reads a delimiter; nil if fields or quotes could contain it.
  package static func delimiter(_ text: String) -> UInt8? {
    if text == "tab" { return 0x09 }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte == 0x09 || (0x20..<0x7F) ~= byte,
      !byte.isASCIILetterOrDigit, !"\"'".utf8.contains(byte)
    else { return nil }
    return byte
  }
}

/// A field of comma-separated values (RFC 4180).
package enum CSVField {
  /// Appends a field, in quotes if it needs them.
  ///
  /// An empty field that is alone in its row must not become an empty line.
  package static func append(_ field: [UInt8], isOnly: Bool, to line: inout [UInt8]) {
    // A first field that begins with U+FEFF would be treated as a byte order mark.
    let needsQuotes =
      field.isEmpty
      ? isOnly : field.contains(where: isSpecial) || field.starts(with: [0xEF, 0xBB, 0xBF])
    guard needsQuotes else {
      line += field
      return
    }
    line.append(UInt8(ascii: "\""))
    for byte in field {
      if byte == UInt8(ascii: "\"") { line.append(byte) }
      line.append(byte)
    }
    line.append(UInt8(ascii: "\""))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D].contains(byte)
  }
}

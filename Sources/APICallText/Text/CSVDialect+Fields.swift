extension CSVDialect {
  /// Appends a field, in quotes if it needs them.
  ///
  /// An empty field that is alone in its row must not become an empty line.
  package func append(_ field: [UInt8], isOnly: Bool, to line: inout [UInt8]) {
    // A first field that begins with U+FEFF would be treated as a byte order mark.
    let needsQuotes =
      field.isEmpty
      ? isOnly : field.contains(where: isSpecial) || field.starts(with: [0xEF, 0xBB, 0xBF])
    guard needsQuotes, let quote else {
      line += field
      return
    }
    line.append(quote)
    for byte in field {
      if byte == quote { line.append(byte) }
      line.append(byte)
    }
    line.append(quote)
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == quote || byte == 0x0A || byte == 0x0D
  }
}

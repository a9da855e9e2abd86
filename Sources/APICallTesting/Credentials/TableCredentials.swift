import APICallSafety

/// The credentials in the columns of comma-separated values (RFC 4180), and of tables with tabs or
/// semicolons.
///
/// Unlike ``CSVScanner``, it gives the places of the fields, and reads what is not well-formed.
enum TableCredentials {
  /// Finds the fields of the columns that the first row gives the name of a credential.
  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    var index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = text[index...].prefix { $0 != 0x0A && $0 != 0x0D }
    let separator = ",;\t".utf8.max { first, second in
      head.count { $0 == first } < head.count { $0 == second }
    }
    guard let separator else { return [] }
    var columns: Set<Int> = []
    var (column, isHead) = (0, true)
    var found: [Range<Int>] = []
    while index < text.count {
      let field = field(in: text, from: index, until: separator)
      if isHead {
        // In `"token":null`, which is not a table, the quotes are not around the whole field.
        let isWhole = field.end <= field.range.upperBound + 1
        if isWhole, NamedSecrets.contain(text[field.range]) { columns.insert(column) }
      } else if columns.contains(column), !field.range.isEmpty {
        found.append(field.range)
      }
      index = field.end
      guard index < text.count else { break }
      if text[index] == separator {
        column += 1
      } else {
        // CR LF ends two rows, of which one is empty.
        column = 0
        if isHead, columns.isEmpty { return [] }
        isHead = false
      }
      index += 1
    }
    return found
  }

  private static func field(
    in text: [UInt8], from start: Int, until separator: UInt8
  ) -> (range: Range<Int>, end: Int) {
    func end(from place: Int) -> Int {
      text[place...].firstIndex { $0 == separator || $0 == 0x0A || $0 == 0x0D } ?? text.count
    }
    let quote = UInt8(ascii: "\"")
    guard text[start] == quote else {
      let end = end(from: start)
      return (start..<end, end)
    }
    var index = start + 1
    while index < text.count {
      if text[index] == quote {
        guard index + 1 < text.count, text[index + 1] == quote else { break }
        index += 1
      }
      index += 1
    }
    return (start + 1..<min(index, text.count), end(from: min(index, text.count)))
  }
}

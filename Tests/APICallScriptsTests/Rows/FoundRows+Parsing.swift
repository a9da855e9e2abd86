@testable import APICallScripts

extension FoundRows {
  /// Parses a text that comes in pieces.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - parser: the parser.
  ///   - cut: the length of the next piece.
  /// - Returns: the rows with their lines, `LINE: JSON`, and the error after them.
  static func rows(
    of text: [UInt8], by parser: any RowParser, cut: () -> Int = { 7 }
  ) -> [String] {
    var parser = parser
    var rows = FoundRows()
    var found: [String] = []
    func take() {
      while let (bytes, line, fault) = rows.take() {
        if let fault {
          found.append("\(fault.line):\(fault.column): error: \(fault.message)")
          continue
        }
        let text = String(decoding: bytes, as: UTF8.self)
        found.append(line.map { "\($0): \(text)" } ?? text)
      }
    }
    do throws(RowFault) {
      var position = 0
      while position < text.count {
        let piece = Array(text[position..<min(position + cut(), text.count)])
        position += try parser.push(piece.span, into: &rows)
        take()
      }
      try parser.finish(into: &rows)
      take()
    } catch {
      take()
      found.append("\(error.line):\(error.column): error: \(error.message)")
    }
    return found
  }
}

import Foundation
import Testing

/// The table of *What counts as a value* in apicall-responses(7): what is wrong with a response, and where
/// it is read.
struct ValueTable {
  /// One cell with a text.
  struct Cell: CustomTestStringConvertible {
    /// What is wrong with the response.
    var row: String
    /// Where the response is read.
    var column: String
    /// The exit statuses, or `again` for polling that goes on.
    var results: [String]

    var testDescription: String {
      "\(row), \(column): \(results.joined(separator: ", "))"
    }
  }

  /// The columns from left to right.
  let columns: [String]
  /// The rows from top to bottom.
  let rows: [String]
  /// The cells that are not empty.
  let cells: [Cell]

  /// The table of the manual page.
  static let ofManual = Result { try ValueTable(in: ManualPage("apicall-responses.7")) }

  /// Reads the table out of the manual page.
  ///
  /// A cell ends below the end of the first line of its column's head.
  ///
  /// - Parameter page: the page.
  /// - Throws: a ``SetupError`` if the page has no such table.
  init(in page: ManualPage) throws {
    let section = page.lines(below: "What counts as a value").drop { $0 != "```text" }.dropFirst()
    var lines = section.prefix { $0 != "```" }.map(Array.init)
    guard lines.count > 2 else { throw SetupError("\(page.file) has no table of values") }
    let heads = [lines.removeFirst(), lines.removeFirst()]
    let words = heads[0].indices.split { heads[0][$0] == " " }
    let ends = words.map(\.endIndex)
    let edges = zip([words.first?.startIndex ?? 0] + ends, ends).map { $0..<$1 }
    columns = edges.map { edge in
      heads.map { Self.text(of: $0, in: edge) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    let names = columns
    rows = lines.map { Self.text(of: $0, in: 0..<(edges.first?.lowerBound ?? 0)) }
    cells = zip(rows, lines).flatMap { row, line in
      zip(names, edges).compactMap { column, edge in
        let text = Self.text(of: line, in: edge)
        if text.isEmpty { return nil }
        return Cell(row: row, column: column, results: text.components(separatedBy: ", "))
      }
    }
  }

  private static func text(of line: [Character], in range: Range<Int>) -> String {
    String(line[range.clamped(to: line.indices)]).trimmingCharacters(in: .whitespaces)
  }
}

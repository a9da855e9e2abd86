/// Rows of cells as lines of text.
package enum TextColumns {
  /// Writes rows, their columns as wide as the widest cell and two spaces apart.
  ///
  /// What could steer a terminal, or begin another line, is shown as an escape.
  ///
  /// - Parameter rows: the cells of each; all rows have as many.
  /// - Returns: the lines, without line breaks and without spaces at their ends.
  package static func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { row in row.map { TerminalText.escapingLine($0) } }
    // The last column may be long, and nothing stands behind it.
    let widths = (rows.first ?? []).indices.dropLast().map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line =
        zip(row, widths).map { cell, width in
          cell + String(repeating: " ", count: width - cell.count + 2)
        }.joined() + (row.last ?? "")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}

import APICallBase
import APICallText
import JSONText

/// Prints rows in aligned columns, within a width if there is one.
struct TablePrinter {
  /// The smallest width of a column.
  ///
  /// If columns would be narrower, the last ones are left out instead.
  private static let narrowest = 6
  private static let gap = 2
  /// The largest number of characters of a table without a width, in which one long value makes
  /// every row long.
  private static let largest = 1 << 30

  private let rows: TableRows
  private let width: Int?
  private var widths: [Int] = []
  private var isNumeric: [Bool] = []
  private var cutCount = 0
  private var text = StyledText()

  init(_ rows: TableRows, width: Int?) {
    self.rows = rows
    self.width = width
  }

  mutating func print(to output: any ByteSink) throws(DeliveryError) {
    try measure()
    fit()
    if !rows.names.isEmpty {
      let header = rows.names.map { Optional(TableRows.Cell(text: $0, kind: .object)) }
      append(header, isHeader: true)
    }
    var printer = self
    try rows.forEach { (row) throws(DeliveryError) in
      printer.append(row, isHeader: false)
      if printer.text.bytes.count > 1 << 15 { try printer.text.drain(to: output) }
    }
    printer.appendNote()
    try printer.text.drain(to: output)
  }

  private mutating func measure() throws(DeliveryError) {
    var widths = rows.names.map(DisplayWidth.of)
    widths += [Int](repeating: 0, count: rows.width - widths.count)
    var isNumeric = [Bool](repeating: true, count: rows.width)
    var count = 0
    try rows.forEach { row in
      count += 1
      for (index, cell) in row.enumerated() {
        guard let cell else { continue }
        widths[index] = max(widths[index], DisplayWidth.of(cell.text))
        if cell.kind != .number, cell.kind != .null { isNumeric[index] = false }
      }
    }
    let size = total(widths).multipliedReportingOverflow(by: count + 1)
    if width == nil, size.overflow || size.partialValue > Self.largest {
      throw .unsuitable(
        "a table of \(count.counted("row")) would be \(total(widths)) columns wide; use json")
    }
    self.widths = widths
    self.isNumeric = isNumeric
  }

  /// Makes the widest columns narrower, and leaves out the last ones if that is not enough.
  private mutating func fit() {
    guard let width, total(widths) > width else { return }
    while widths.count > 1, total(widths.map { min($0, Self.narrowest) }) > width {
      widths.removeLast()
    }
    var cap = widths.max() ?? 0
    var low = 1
    // Bisection finds the largest width that fits, because a cell may be megabytes long.
    while low < cap {
      let middle = (low + cap + 1) / 2
      if total(widths.map { min($0, middle) }) <= width { low = middle } else { cap = middle - 1 }
    }
    // The remaining width goes to the first columns that can use it.
    var spare = width - total(widths.map { min($0, cap) })
    widths = widths.map { wanted in
      guard wanted > cap, spare > 0 else { return min(wanted, cap) }
      spare -= 1
      return cap + 1
    }
  }

  private func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
  }

  private mutating func append(_ row: [TableRows.Cell?], isHeader: Bool) {
    var padding = 0
    for (index, width) in widths.enumerated() {
      if index > 0 { padding += Self.gap }
      guard let cell = row[index] else {
        padding += width
        continue
      }
      let (shown, isCut) = DisplayWidth.fitting(cell.text, in: width)
      if isCut { cutCount += 1 }
      let rest = width - DisplayWidth.of(shown)
      let isRight = isNumeric[index]
      if isRight { padding += rest }
      // Nothing is written after the last text of a line.
      if !shown.isEmpty {
        text.append(spaces: padding)
        padding = 0
        let isKey = isHeader || (rows.names.isEmpty && cell.kind == .object && index == 0)
        text.append(shown, isKey ? .key : TextStyle(cell.kind))
      }
      if !isRight { padding += rest }
    }
    text.append("\n")
  }

  private mutating func appendNote() {
    let hidden = rows.width - widths.count
    var notes: [String] = []
    if cutCount > 0 {
      notes.append("\(cutCount.counted("value")) \(cutCount == 1 ? "is" : "are") cut")
    }
    if hidden > 0 {
      var note = "\(hidden.counted("column")) \(hidden == 1 ? "is" : "are") not shown"
      let names = rows.names.dropFirst(widths.count)
      if !names.isEmpty {
        note +=
          ": "
          + names.prefix(8).map { DisplayWidth.fitting($0, in: 20).text }
          .joined(separator: ", ")
        if names.count > 8 { note += ", …" }
      }
      notes.append(note)
    }
    guard !notes.isEmpty else { return }
    text.append("… \(notes.joined(separator: "; "))", .note)
    text.append("\n")
  }
}

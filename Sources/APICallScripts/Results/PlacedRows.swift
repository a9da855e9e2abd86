import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import JSONText
import YAMLTree

/// The rows of a file with one row a line, or of a part of it, each with its place.
final class PlacedRows: RowSource {
  /// How a file writes its rows.
  enum Form {
    /// One JSON value a line.
    case values
    /// Comma-separated values.
    case fields(any RowParser, CSVDialect)
  }

  let frame: Scope.Binding
  private let lines: SourceLines
  private let part: RowsPart?
  private var parser: (any RowParser)?
  private let dialect: CSVDialect?
  /// The header of the columns, of which the digest of each row is made, too.
  private var header: [UInt8] = []
  private var found = FoundRows()
  /// The offset at which the part ends; nil for the end of the file.
  private var end: Int?
  private var hasBegun = false
  private var number = 0

  init(_ lines: SourceLines, as form: Form, part: RowsPart?, from provenance: Provenance) {
    self.lines = lines
    self.part = part
    frame = Scope.Binding(nil, from: provenance)
    switch form {
    case .values: (parser, dialect) = (nil, nil)
    case .fields(let parser, let dialect): (self.parser, self.dialect) = (parser, dialect)
    }
  }

  var file: String? { lines.file }
  var columns: [String]? { parser?.columns }
  /// The number of bytes before the next row.
  var offset: Int { lines.offset }
  /// Whether the source can be read twice.
  var isRepeatable: Bool { lines.size != nil }

  var share: Double? {
    guard let size = lines.size, size > 0 else { return nil }
    let range = part?.range(of: size) ?? 0..<size
    guard !range.isEmpty else { return 1 }
    return min(max(Double(lines.offset - range.lowerBound) / Double(range.count), 0), 1)
  }

  func next() async throws(Failure) -> Row? {
    if !hasBegun { try await begin() }
    return parser == nil ? try await nextValue() : try await nextRecord()
  }

  /// Reads the names of the columns, and goes to the beginning of the part.
  private func begin() async throws(Failure) {
    hasBegun = true
    while dialect?.hasHeader == true, parser?.columns == nil {
      let line = try await lines.next()
      if let line { try push(line) } else { try finish(at: lines.offset) }
      guard found.take() == nil else { throw hasSeveralRows(at: line?.offset ?? 0) }
      guard let line else { break }
      header += line.bytes
    }
    guard let part else { return }
    guard let size = lines.size else {
      throw Failure(
        .usage, "--part needs a file whose rows can be cut, but '\(lines.file)' is a pipe",
        hint: "name a file with --rows")
    }
    let range = part.range(of: size)
    end = range.upperBound
    let start = lines.offset
    try await lines.jump(to: range.lowerBound)
    guard let quote = dialect?.quote, range.lowerBound > start else { return }
    guard try await lines.count(of: quote, from: start) % 2 == 0 else {
      throw isUncuttable(at: lines.offset)
    }
  }

  private func nextLine() async throws(Failure) -> SourceLines.Line? {
    if let end, lines.offset >= end { return nil }
    return try await lines.next()
  }

  // MARK: Values

  private func nextValue() async throws(Failure) -> Row? {
    while let line = try await nextLine() {
      var text = line.bytes
      while let last = text.last, Self.isSpace(last) { text.removeLast() }
      guard text.contains(where: { !Self.isSpace($0) }) else { continue }
      let place = place(of: text, at: line.offset)
      do {
        let value = Value(try JSONDocument(text).root)
        return Row(value: value, line: line.number, place: place)
      } catch {
        let position = Mark.Position(line: line.number ?? 1, column: error.column)
        let mark = line.number.map { _ in
          Mark(source: Source(name: lines.file, text: ""), start: position)
        }
        let words = "it is not JSON: \(error.message)"
        let before = mark == nil ? "the row at byte \(line.offset) of '\(lines.file)': " : ""
        let failure = Failure(.badInput, before + words, at: mark)
        return Row(line: line.number, text: text, failure: failure, place: place)
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D, 0x20].contains(byte) }

  private func place(of text: [UInt8], at offset: Int) -> RowPlace {
    number += 1
    return RowPlace(number: number, offset: offset, digest: RowDigest(text))
  }

  // MARK: Records

  private func nextRecord() async throws(Failure) -> Row? {
    var text: [UInt8] = []
    var first: SourceLines.Line?
    while true {
      guard let line = try await nextLine() else {
        // The last record of the file may have no line feed.
        guard let first else { return nil }
        try finish(at: first.offset)
        return try takeRow(from: first, text)
      }
      text += line.bytes
      let start = first ?? line
      try push(line)
      if let row = try takeRow(from: start, text) { return row }
      guard parser?.isInsideRow == true else {
        // A blank line.
        text = []
        continue
      }
      first = start
      guard part == nil || line.bytes.last != 0x0A else { throw isUncuttable(at: start.offset) }
    }
  }

  private func takeRow(from line: SourceLines.Line, _ text: [UInt8]) throws(Failure) -> Row? {
    guard let row = found.take() else { return nil }
    guard found.take() == nil else { throw hasSeveralRows(at: line.offset) }
    var bytes = text
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    let place = place(of: header + bytes, at: line.offset)
    if let fault = row.fault {
      let failure = failure(fault, at: line.offset, line.number)
      return Row(line: line.number, failure: failure, place: place)
    }
    do {
      let value = Value(try JSONDocument(row.bytes).root)
      return Row(value: value, line: line.number, place: place)
    } catch {
      throw Failure(.bug, "a row of '\(lines.file)' became invalid JSON: \(error.message)")
    }
  }

  private func hasSeveralRows(at offset: Int) -> Failure {
    Failure(
      .badInput, "the line at byte \(offset) of '\(lines.file)' has several rows",
      hint: "end each row with a line feed, not with a carriage return alone")
  }

  private func push(_ line: SourceLines.Line) throws(Failure) {
    do throws(RowFault) {
      let count = try parser?.push(line.bytes.span, into: &found) ?? 0
      guard count == line.bytes.count else {
        throw RowFault("the line holds more rows than are read at once", line: line.number ?? 1)
      }
    } catch {
      if part != nil, error.hint != nil { throw isUncuttable(at: line.offset, error) }
      throw failure(error, at: line.offset, line.number)
    }
  }

  private func finish(at offset: Int) throws(Failure) {
    do throws(RowFault) { try parser?.finish(into: &found) } catch {
      throw failure(error, at: offset, 1)
    }
  }

  private func failure(_ fault: RowFault, at offset: Int, _ line: Int?) -> Failure {
    guard line != nil else {
      let words = "the row at byte \(offset) of '\(lines.file)': \(fault.message)"
      return Failure(.badInput, words, hint: fault.hint)
    }
    let place = Mark.Position(line: fault.line, column: fault.column)
    let mark = Mark(source: Source(name: lines.file, text: ""), start: place)
    return Failure(.badInput, fault.message, at: mark, hint: fault.hint)
  }

  private func isUncuttable(at offset: Int, _ fault: RowFault? = nil) -> Failure {
    let words = fault.map { ": \($0.message)" } ?? ", which has a line break in a field"
    return Failure(
      .badInput, "--part cannot cut '\(lines.file)' near the row at byte \(offset)\(words)",
      hint: "write the rows as NDJSON, or split the file before")
  }
}

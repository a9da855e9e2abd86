package import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import JSONText
import YAMLTree

/// The rows of a file, read as they are needed.
///
/// Waiting for a pipe does not block the thread: calls in progress go on.
final class FileRows: RowSource {
  private static let pieceSize = 64 << 10
  /// The number of pieces without a row after which other tasks get a turn.
  private static let piecesInTurn = 4

  let file: String?
  let frame: Scope.Binding
  private let reader: any FileReader
  /// The number of bytes in the file; nil for a pipe.
  private let size: Int?
  private let world: World
  private var parser: any RowParser
  private var rows = FoundRows()
  /// The places in the file before and after the rows that were found last.
  private var found = (start: 0, end: 0)
  private var piece: [UInt8] = []
  private var position = 0
  private var pieces = 0
  private var isAtStart = true
  private var isAtEnd = false
  private var fault: RowFault?

  init(
    _ reader: any FileReader, named name: String, by parser: any RowParser,
    from provenance: Provenance,
    in world: World
  ) {
    self.reader = reader
    size = (try? reader.status())?.size
    self.parser = parser
    frame = Scope.Binding(nil, from: provenance)
    self.world = world
    file = name
  }

  /// Rows that were found but not taken are not in it.
  var share: Double? {
    guard let size, size > 0 else { return nil }
    let taken = Double(found.end - found.start) * rows.takenShare
    return min((Double(found.start) + taken) / Double(size), 1)
  }

  var columns: [String]? { parser.columns }

  func next() async throws(Failure) -> Row? {
    while true {
      if let found = rows.take() {
        if let fault = found.fault { return Row(line: found.line, failure: failure(fault)) }
        do {
          return Row(value: Value(try JSONDocument(found.bytes).root), line: found.line)
        } catch {
          // Only rows that are read line by line have not been checked by now.
          let fault = RowFault(
            "it is not JSON: \(error.message)", line: found.line ?? 1, column: error.column)
          return Row(line: found.line, text: found.bytes, failure: failure(fault))
        }
      }
      if let fault { throw failure(fault) }
      if isAtEnd { return nil }
      try await findMore()
    }
  }

  private func findMore() async throws(Failure) {
    if position == piece.count { try await readPiece() }
    found.start = found.end
    do throws(RowFault) {
      if position == piece.count {
        isAtEnd = true
        found.end = size ?? found.end
        try parser.finish(into: &rows)
      } else {
        let bytes = piece
        let count = try parser.push(bytes.span.extracting(position...), into: &rows)
        position += count
        found.end += count
      }
    } catch {
      fault = error
    }
  }

  /// Reads the next bytes of the file; none at its end.
  private func readPiece() async throws(Failure) {
    piece.removeAll(keepingCapacity: true)
    position = 0
    repeat {
      if try await read() == 0 { break }
    } while isAtStart && piece.count < 3 && ByteOrderMark.utf8.starts(with: piece)
    if isAtStart, piece.starts(with: ByteOrderMark.utf8) { position = ByteOrderMark.utf8.count }
    isAtStart = false
    // The file may consist only of a byte order mark so far.
    if position > 0, position == piece.count { try await readPiece() }
  }

  private func read() async throws(Failure) -> Int {
    pieces += 1
    do {
      if pieces % Self.piecesInTurn == 0 { try await world.wait(.zero) }
      if let descriptor = reader.awaitedDescriptor { try await world.waitForInput(descriptor) }
    } catch {
      throw Failure(.interrupted, [])
    }
    let start = piece.count
    piece += [UInt8](repeating: 0, count: Self.pieceSize)
    do throws(FileError) {
      var count = 0
      var failure: FileError?
      piece.withUnsafeMutableBytes { buffer in
        do throws(FileError) {
          count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      piece.removeLast(piece.count - start - count)
      return count
    } catch {
      throw Failure(reading: file ?? "", error)
    }
  }

  private func failure(_ fault: RowFault) -> Failure {
    let place = Mark.Position(line: fault.line, column: fault.column)
    let mark = Mark(source: Source(name: file ?? "", text: ""), start: place)
    return Failure(.badInput, fault.message, at: mark, hint: fault.hint)
  }
}

extension Failure {
  package init(reading file: String, _ error: FileError) {
    switch error {
    case .interrupted: self.init(.interrupted, [])
    case .notFound, .notPermitted, .isFolder:
      self.init(.noInput, "cannot read '\(file)': \(error.reason)")
    case .tooLarge, .notRegular, .other:
      self.init(.inputOutput, "cannot read '\(file)': \(error.reason)")
    }
  }
}

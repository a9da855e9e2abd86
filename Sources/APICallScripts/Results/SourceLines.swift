import APICallBase
import APICallText

/// The lines of a file or a pipe, each with the offset of its first byte.
///
/// Waiting for a pipe does not block the thread: calls in progress go on.
final class SourceLines {
  struct Line {
    /// The bytes, with the line feed at the end.
    var bytes: [UInt8]
    var offset: Int
    /// The number of the line, counted from 1; nil after a jump.
    var number: Int?
  }

  private static let pieceSize = 64 << 10
  /// The number of lines after which other tasks get a turn.
  private static let linesInTurn = 1024

  let file: String
  let size: Int?
  private let reader: any FileReader
  private let world: World
  private let longest: Int
  private var piece: [UInt8] = []
  private var position = 0
  /// The offset of the next line.
  private(set) var offset = 0
  private var number: Int? = 1
  private var lines = 0

  init(
    _ reader: any FileReader, named file: String, in world: World,
    longest: Int = RowFault.longest
  ) {
    self.longest = longest
    self.reader = reader
    self.file = file
    self.world = world
    size = (try? reader.status())?.size
  }

  /// Goes on with the first line that begins at an offset or after it.
  func jump(to target: Int) async throws(Failure) {
    guard target > offset else { return }
    do throws(FileError) { try reader.seek(to: target - 1) } catch {
      throw Failure(reading: file, error)
    }
    (piece, position, offset, number) = ([], 0, target - 1, nil)
    _ = try await next()
  }

  /// How often a byte occurs between an offset and the next line, which stays the next one.
  func count(of byte: UInt8, from start: Int) async throws(Failure) -> Int {
    let end = offset
    var count = 0
    do throws(FileError) {
      try reader.seek(to: start)
      var left = end - start
      while left > 0 {
        let found = try reader.read(upTo: min(left, Self.pieceSize))
        guard !found.isEmpty else { break }
        left -= found.count
        for other in found where other == byte { count += 1 }
      }
      try reader.seek(to: end)
    } catch {
      throw Failure(reading: file, error)
    }
    (piece, position) = ([], 0)
    return count
  }

  /// The next line; nil at the end.
  func next() async throws(Failure) -> Line? {
    lines += 1
    if lines % Self.linesInTurn == 0 {
      do { try await world.wait(.zero) } catch { throw Failure(.interrupted, []) }
    }
    var bytes: [UInt8] = []
    while true {
      if position == piece.count {
        try await readPiece()
        if piece.isEmpty { break }
        if offset == 0, bytes.isEmpty, piece.starts(with: ByteOrderMark.utf8) {
          position = ByteOrderMark.utf8.count
          offset = position
          continue
        }
      }
      // A span of the variable of an object would outlive its access.
      let held = piece
      let end = held.span.indexOfLineFeed(from: position)
      bytes += piece[position..<(end.map { $0 + 1 } ?? piece.count)]
      position = end.map { $0 + 1 } ?? piece.count
      guard bytes.count <= longest else {
        throw Failure(
          .badInput, "the line at byte \(offset) of '\(file)' is longer than \(longest) bytes")
      }
      if end != nil { break }
    }
    guard !bytes.isEmpty else { return nil }
    let line = Line(bytes: bytes, offset: offset, number: number)
    offset += bytes.count
    number = number.map { $0 + 1 }
    return line
  }

  /// Reads the next bytes; none at the end.
  private func readPiece() async throws(Failure) {
    if let descriptor = reader.awaitedDescriptor {
      do { try await world.waitForInput(descriptor) } catch { throw Failure(.interrupted, []) }
    }
    position = 0
    do throws(FileError) {
      piece = try reader.read(upTo: Self.pieceSize)
      // A pipe may give a byte order mark in pieces.
      while offset == 0, piece.count < 3, ByteOrderMark.utf8.starts(with: piece) {
        let more = try reader.read(upTo: Self.pieceSize)
        if more.isEmpty { break }
        piece += more
      }
    } catch {
      throw Failure(reading: file, error)
    }
  }
}

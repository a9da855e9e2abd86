package import APICallBase
package import APICallSafety
import APICallText

/// Reads a request body from beginning to end, in constant memory.
///
/// A file is opened when its turn comes and closed afterwards. The last bytes of a file are
/// returned only if the file has not changed since the request was created, so a body that was sent
/// completely is the intended one.
package final class RequestBodyReader {
  private let pieces: [RequestBody.Piece]
  private var index = 0
  private var position = 0
  private var reader: (any FileReader)?
  private var hasTaken = false

  package init(_ body: RequestBody) { pieces = body.allPieces }

  /// Whether it has read to the end, and said so.
  package var isAtEnd: Bool { index == pieces.count }

  /// Checks the files before anything is sent.
  package func check() throws(RequestBodyFailure) {
    for case .file(let file) in pieces where file.isRegular {
      _ = try open(file)
    }
  }

  /// Returns the number of bytes read, up to the size of the buffer; 0 at the end of the body.
  ///
  /// Throws a ``RequestBodyFailure`` if a file cannot be read, or has changed.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(RequestBodyFailure) -> Int {
    while index < pieces.count, !buffer.isEmpty {
      let count: Int
      switch pieces[index] {
      case .bytes(let text):
        let bytes = text.revealedBytes
        count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes {
          buffer.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
      case .file(let file): count = try read(file, into: buffer)
      }
      if count > 0 {
        hasTaken = true
        return count
      }
      (index, position, reader) = (index + 1, 0, nil)
    }
    return 0
  }

  /// Returns the bytes; empty at the end of the body.
  ///
  /// Throws a ``RequestBodyFailure`` if a file cannot be read, or has changed.
  package func next(upTo count: Int) throws(RequestBodyFailure) -> [UInt8] {
    try [UInt8](upTo: count) { (buffer) throws(RequestBodyFailure) in try read(into: buffer) }
  }

  /// Throws a ``RequestBodyFailure`` if bytes of a pipe or a device have already been read.
  package func rewind() throws(RequestBodyFailure) {
    guard hasTaken else { return }
    for case .file(let file) in pieces where !file.isRegular {
      throw RequestBodyFailure(.notRepeatable, file: file.name)
    }
    (index, position, reader, hasTaken) = (0, 0, nil, false)
  }

  private func read(
    _ file: BodyFile, into buffer: UnsafeMutableRawBufferPointer
  ) throws(RequestBodyFailure) -> Int {
    let reader = try self.reader(of: file)
    let count: Int
    var end: FileStatus?
    do throws(FileError) {
      guard let size = file.size else { return try reader.read(into: buffer) }
      guard position < size else { return 0 }
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size - position))
      count = try reader.read(into: room)
      position += count
      if count == 0 || position == size { end = try reader.status() }
    } catch {
      throw RequestBodyFailure(.unreadable(error), file: file.name)
    }
    if let end, count == 0 || !Self.isUnchanged(file, end) {
      throw RequestBodyFailure(.changed(from: file.whole ?? 0, to: end.size ?? 0), file: file.name)
    }
    return count
  }

  private func reader(of file: BodyFile) throws(RequestBodyFailure) -> any FileReader {
    if let reader { return reader }
    let opened = try open(file)
    reader = opened
    return opened
  }

  /// Opens a file if it has not changed.
  private func open(_ file: BodyFile) throws(RequestBodyFailure) -> any FileReader {
    let reader: any FileReader
    let status: FileStatus
    do throws(FileError) {
      reader = try file.open()
      status = try reader.status()
    } catch {
      throw RequestBodyFailure(.unreadable(error), file: file.name)
    }
    guard file.size == nil || Self.isUnchanged(file, status) else {
      throw RequestBodyFailure(
        .changed(from: file.whole ?? 0, to: status.size ?? 0), file: file.name)
    }
    return reader
  }

  private static func isUnchanged(_ file: BodyFile, _ status: FileStatus) -> Bool {
    status.kind == .file && status.size == file.whole && status.modified == file.modified
  }
}

extension RequestBody {
  /// Throws a ``RequestBodyFailure`` if a file cannot be read, or the body is longer than the
  /// limit.
  package func bytes(limit: Int) throws(RequestBodyFailure) -> [UInt8] {
    if let held { return held.revealedBytes }
    let reader = RequestBodyReader(self)
    var bytes: [UInt8] = []
    while true {
      let piece = try reader.next(upTo: 64 << 10)
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= limit else {
        throw RequestBodyFailure(.unreadable(.tooLarge(limit: limit)), file: firstName)
      }
    }
  }

  private var firstName: ProtectedText {
    for case .file(let file) in allPieces { return file.name }
    return ""
  }
}

/// Why the body of a request cannot be sent.
package struct RequestBodyFailure: Error, Sendable, Hashable {
  /// The reason, for one of its files.
  package enum Reason: Sendable, Hashable {
    case unreadable(FileError)
    /// It has changed since the request was created: its length in bytes then and now, which are
    /// equal if it was overwritten in place.
    case changed(from: Int, to: Int)
    /// It would have to be read a second time, which is not possible for a pipe or a device.
    case notRepeatable
  }

  package var reason: Reason
  /// The name of the file as it is shown.
  package var file: ProtectedText

  package init(_ reason: Reason, file: ProtectedText) {
    self.reason = reason
    self.file = file
  }
}

extension Failure {
  package init(_ failure: RequestBodyFailure) {
    let file = "'\(failure.file)'"
    switch failure.reason {
    case .unreadable(.interrupted): self.init(.interrupted, [])
    case .unreadable(let error):
      self.init(.inputOutput, "cannot send \(file): \(error.reason)")
    case .changed(let before, let now) where before == now:
      self.init(
        .inputOutput, "\(file) was modified during the call",
        hint: "the request was incomplete; run it again while the file does not change")
    case .changed(let before, let now):
      self.init(
        .inputOutput,
        "\(file) changed during the call: it had \(before) bytes, and now has \(now)",
        hint: "the request was incomplete; run it again while the file does not change")
    case .notRepeatable:
      self.init(
        .inputOutput, "\(file) would have to be sent again, but can be read only once",
        hint: "save its contents to a regular file, and send that")
    }
  }
}

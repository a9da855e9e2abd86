package import APICallBase
package import APICallSafety
package import APICallText

/// The body of a request.
///
/// Small bodies are held in memory. Files are referenced by name, and read while they are sent; a
/// ``RequestBodyReader`` reads both.
package enum RequestBody: Sendable, Hashable {
  /// Bytes in memory; their secrets are masked when they are shown.
  case bytes(ProtectedText)
  /// A sequence of pieces, including files.
  case pieces([Piece])

  /// A piece of a body.
  package enum Piece: Sendable, Hashable {
    case bytes(ProtectedText)
    case file(BodyFile)
  }

  /// The bytes, if all of them are in memory.
  package var held: ProtectedText? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  package var allPieces: [Piece] {
    switch self {
    case .bytes(let bytes): [.bytes(bytes)]
    case .pieces(let pieces): pieces
    }
  }

  /// The length in bytes; nil if it is known only after reading the body.
  package var size: Int? {
    guard case .pieces(let pieces) = self else { return held?.revealedBytes.count }
    var size = 0
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): size += bytes.revealedBytes.count
      case .file(let file):
        guard let bytes = file.size else { return nil }
        size += bytes
      }
    }
    return size
  }

  package var heldBytes: Int {
    allPieces.reduce(0) { sum, piece in
      if case .bytes(let bytes) = piece { sum + bytes.revealedBytes.count } else { sum }
    }
  }

  /// Whether the body can be read again from its beginning; a pipe cannot.
  package var isRepeatable: Bool { unrepeatableFile == nil }

  package var unrepeatableFile: ProtectedText? {
    guard case .pieces(let pieces) = self else { return nil }
    for case .file(let file) in pieces where !file.isRegular { return file.name }
    return nil
  }

  /// Whether anything in it is secret, including the names of files.
  package var holdsSecret: Bool {
    allPieces.contains { piece in
      switch piece {
      case .bytes(let bytes): bytes.holdsSecret
      case .file(let file): file.name.holdsSecret
      }
    }
  }

  /// The body as it may be shown: secrets are masked, and each file is a note such as
  /// `<512 bytes of photo.png>`.
  package var masked: String {
    allPieces.map { piece in
      switch piece {
      case .bytes(let bytes): bytes.masked
      case .file(let file): file.note
      }
    }.joined()
  }
}

extension RequestBody: CustomStringConvertible, CustomDebugStringConvertible {
  /// The masked body: string interpolation never shows a secret.
  package var description: String { masked }
  /// The masked body: neither a debugger nor a failed test shows a secret.
  package var debugDescription: String { masked }
}

extension RequestBody: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .bytes(ProtectedText(value)) }
}

/// A file to send as a body or as a part of one, with its state when the request was created.
///
/// It is read while it is sent. If its length or its modification time has changed by then, it is
/// not sent, because its length was announced already.
package struct BodyFile: Sendable {
  package static let standardInput = "-"

  /// The path, absolute or relative to the working directory; `-` is standard input.
  package var path: String { file.path }
  /// The bytes of the file that are sent; nil for all.
  package var part: Range<Int>? { file.part }
  /// The path as it is shown, with secrets masked.
  package let name: ProtectedText
  /// The length in bytes of what is sent; nil for a pipe, and for other files whose length is known
  /// only after reading.
  package let size: Int?
  /// The length of the whole file.
  let whole: Int?
  /// Whether it is a regular file, which can be read again, rather than a pipe or a device.
  package let isRegular: Bool
  let modified: UTCTimestamp?
  /// The secrecy of its contents.
  package var secrecy = Secrecy.open
  private let file: InputFile
  private let files: any FileSystem

  /// Records the state of a file, without keeping it open.
  ///
  /// A pipe is not opened here: reading from it would consume its contents.
  package init(
    _ file: InputFile, name: ProtectedText? = nil, in files: any FileSystem
  ) throws(FileError) {
    self.file = file
    self.name = name ?? ProtectedText(file.path)
    self.files = files
    guard file.path != Self.standardInput else {
      (size, whole, modified, isRegular) = (nil, nil, nil, false)
      return
    }
    if file.isConfined {
      isRegular = true
    } else {
      guard let status = files.status(of: file.path) else { throw .notFound }
      guard status.kind != .folder else { throw .isFolder }
      isRegular = status.kind == .file
    }
    guard isRegular else {
      (size, whole, modified) = (nil, nil, nil)
      return
    }
    let reader = try file.open(in: files)
    let opened = try reader.status()
    guard opened.kind != .folder else { throw .isFolder }
    // Files that the kernel generates, as below /proc, report a length of 0.
    var size = opened.size
    if size == 0, !(try Self.isEmpty(reader)) { size = nil }
    if let part = file.part, part.upperBound > size ?? 0 { throw .other("it has become shorter") }
    whole = size
    self.size = file.part?.count ?? size
    modified = opened.modified
  }

  private static func isEmpty(_ reader: any FileReader) throws(FileError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { buffer.deallocate() }
    return try reader.read(into: buffer) == 0
  }

  func open() throws(FileError) -> any FileReader {
    try file.open(in: files)
  }

  /// The note that is shown in place of its contents.
  var note: String {
    let what = path == Self.standardInput ? "standard input" : name.masked
    guard let size else { return "<the bytes of \(what)>" }
    return "<\(size.counted("byte")) of \(what)>"
  }
}

extension BodyFile: Hashable {
  package static func == (left: BodyFile, right: BodyFile) -> Bool {
    left.path == right.path && left.name == right.name && left.part == right.part
      && left.size == right.size
      && left.modified == right.modified && left.isRegular == right.isRegular
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(size)
  }
}

extension BodyFile: CustomReflectable {
  /// A mirror without the path, which may be secret.
  package var customMirror: Mirror { Mirror(self, children: ["note": note]) }
}

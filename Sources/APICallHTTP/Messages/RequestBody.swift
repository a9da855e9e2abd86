package import APICallBase

/// The body of a request.
///
/// Small bodies are held in memory. Files are named, and read while they are sent: a
/// ``RequestBodyReader`` hands out the octets of both.
package enum RequestBody: Sendable, Hashable {
  /// Octets in memory; what is secret in them is masked where they are shown.
  case octets(ProtectedText)
  /// Pieces that follow one another, files among them.
  case pieces([Piece])

  /// A stretch of a body.
  package enum Piece: Sendable, Hashable {
    /// Octets in memory.
    case octets(ProtectedText)
    /// All of a file.
    case file(BodyFile)
  }

  /// The octets, where all of them are in memory.
  package var held: ProtectedText? {
    if case .octets(let octets) = self { octets } else { nil }
  }

  /// The stretches in order.
  package var allPieces: [Piece] {
    switch self {
    case .octets(let octets): [.octets(octets)]
    case .pieces(let pieces): pieces
    }
  }

  /// The length in octets; nil where it shows only while the body is read.
  package var size: Int? {
    guard case .pieces(let pieces) = self else { return held?.revealedOctets.count }
    var size = 0
    for piece in pieces {
      switch piece {
      case .octets(let octets): size += octets.revealedOctets.count
      case .file(let file):
        guard let octets = file.size else { return nil }
        size += octets
      }
    }
    return size
  }

  /// Whether the body can be read from its beginning again, which a pipe cannot.
  package var isRepeatable: Bool { unrepeatableFile == nil }

  /// The name of the first file in it that can be read once only.
  package var unrepeatableFile: ProtectedText? {
    guard case .pieces(let pieces) = self else { return nil }
    for case .file(let file) in pieces where !file.isRegular { return file.name }
    return nil
  }

  /// Whether anything in it is secret: of files, their names.
  package var holdsSecret: Bool {
    allPieces.contains { piece in
      switch piece {
      case .octets(let octets): octets.holdsSecret
      case .file(let file): file.name.holdsSecret
      }
    }
  }

  /// The body as it may be shown: secrets masked, and a note in the place of each file, such as
  /// `<512 octets of photo.png>`.
  package var masked: String {
    allPieces.map { piece in
      switch piece {
      case .octets(let octets): octets.masked
      case .file(let file): file.note
      }
    }.joined()
  }
}

extension RequestBody: CustomStringConvertible, CustomDebugStringConvertible {
  /// The masked body: string interpolation never shows a secret.
  package var description: String { masked }
  /// The masked body: a debugger's or a failed test's print never shows a secret.
  package var debugDescription: String { masked }
}

extension RequestBody: ExpressibleByStringLiteral {
  /// Creates a body of plain text.
  package init(stringLiteral value: String) { self = .octets(ProtectedText(value)) }
}

/// A file that is sent as a body, or as a part of one, as it was when the request was made.
///
/// It is read while it is sent. A file that is then another one, by its length or by the time at
/// which it was last written to, is not sent: its length was told already.
package struct BodyFile: Sendable {
  /// The path of standard input.
  package static let standardInput = "-"

  /// The path, absolute or relative to the working directory; `-` is standard input.
  package var path: String { file.path }
  /// The path as it is shown, a secret one masked.
  package let name: ProtectedText
  /// The length in octets; nil for a pipe, and whatever else tells it only while it is read.
  package let size: Int?
  /// Whether it is a regular file, which can be read again, and not a pipe or a device.
  package let isRegular: Bool
  let modified: Timestamp?
  /// What is true of the bytes in it.
  package var secrecy = Secrecy.open
  private let file: InputFile
  private let files: any FileSystem

  /// Notes how long a file is; nothing is kept open.
  ///
  /// A pipe is not opened here: who reads from one takes what it holds.
  ///
  /// - Parameters:
  ///   - file: the file, which each opening takes as what it is: one that a spec named follows no
  ///     symbolic link.
  ///   - name: the path as it is shown; the path itself when nil.
  ///   - files: where the path leads.
  /// - Throws: why the file cannot be read.
  package init(
    _ file: InputFile, name: ProtectedText? = nil, in files: any FileSystem
  ) throws(FileError) {
    self.file = file
    self.name = name ?? ProtectedText(file.path)
    self.files = files
    guard file.path != Self.standardInput else {
      (size, modified, isRegular) = (nil, nil, false)
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
      (size, modified) = (nil, nil)
      return
    }
    let reader = try file.open(in: files)
    let opened = try reader.status()
    guard opened.kind != .folder else { throw .isFolder }
    // What the kernel makes up while it is read, as below /proc, calls itself empty.
    var size = opened.size
    if size == 0, !(try Self.isEmpty(reader)) { size = nil }
    self.size = size
    modified = opened.modified
  }

  private static func isEmpty(_ reader: any FileReader) throws(FileError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { buffer.deallocate() }
    return try reader.read(into: buffer) == 0
  }

  /// Opens it.
  func open() throws(FileError) -> any FileReader {
    try file.open(in: files)
  }

  /// What is shown in the place of its octets.
  var note: String {
    let what = path == Self.standardInput ? "standard input" : name.masked
    guard let size else { return "<the octets of \(what)>" }
    return size == 1 ? "<1 octet of \(what)>" : "<\(size) octets of \(what)>"
  }
}

extension BodyFile: Hashable {
  /// Tells whether two are the same file in the same state.
  package static func == (left: BodyFile, right: BodyFile) -> Bool {
    left.path == right.path && left.name == right.name && left.size == right.size
      && left.modified == right.modified && left.isRegular == right.isRegular
  }

  /// Feeds the path and the length.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(size)
  }
}

extension BodyFile: CustomReflectable {
  /// A mirror without the path, which may be secret.
  package var customMirror: Mirror { Mirror(self, children: ["note": note]) }
}

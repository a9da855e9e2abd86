package import APICallBase

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

/// A file that is sent as a body, or as a part of one, as it was when the request was made.
///
/// It is read while it is sent. A file that is then another one, by its length or by the time at
/// which it was last written to, is not sent: its length was told already.
public struct BodyFile: Sendable {
  /// The path of standard input.
  public static let standardInput = "-"

  /// The path, absolute or relative to the working directory; `-` is standard input.
  public let path: String
  /// The path as it is shown, a secret one masked.
  public let name: ProtectedText
  /// The length in octets; nil for a pipe, and whatever else tells it only while it is read.
  public let size: Int?
  /// Whether it is a regular file, which can be read again, and not a pipe or a device.
  public let isRegular: Bool
  /// Whether a spec named it: its path is canonical, and each opening follows no symbolic link.
  public let isConfined: Bool
  let modified: Timestamp?
  /// What is true of the bytes in it.
  package var secrecy = Secrecy.open
  private let files: any FileSystem

  /// Notes how long a file is; nothing is kept open.
  ///
  /// A pipe is not opened here: who reads from one takes what it holds.
  ///
  /// - Parameters:
  ///   - path: the path, absolute or relative to the working directory; `-` is standard input.
  ///   - name: the path as it is shown; the path itself when nil.
  ///   - files: where the path leads.
  ///   - isConfined: whether a spec named it; the path is canonical then.
  /// - Throws: why the file cannot be read.
  public init(
    _ path: String, name: ProtectedText? = nil, in files: any FileSystem, isConfined: Bool = false
  ) throws(FileError) {
    self.path = path
    self.name = name ?? ProtectedText(path)
    self.files = files
    self.isConfined = isConfined
    guard path != Self.standardInput else {
      (size, modified, isRegular) = (nil, nil, false)
      return
    }
    if isConfined {
      isRegular = true
    } else {
      guard let status = files.status(of: path) else { throw .notFound }
      guard status.kind != .folder else { throw .isFolder }
      isRegular = status.kind == .file
    }
    guard isRegular else {
      (size, modified) = (nil, nil)
      return
    }
    let reader = try isConfined ? files.openCanonical(path) : files.open(path)
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
    try isConfined ? files.openCanonical(path) : files.open(path)
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
  public static func == (left: BodyFile, right: BodyFile) -> Bool {
    left.path == right.path && left.name == right.name && left.size == right.size
      && left.modified == right.modified && left.isRegular == right.isRegular
  }

  /// Feeds the path and the length.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(size)
  }
}

extension BodyFile: CustomReflectable {
  /// A mirror without the path, which may be secret.
  public var customMirror: Mirror { Mirror(self, children: ["note": note]) }
}

package import APICallText

extension InputFile {
  /// Opens the file, or the part that is meant.
  ///
  /// One that another file named is opened by its canonical path.
  package func open(in files: any FileSystem) throws(FileError) -> any FileReader {
    let reader = try isConfined ? files.openCanonical(path) : files.open(path)
    return try part.map { (part) throws(FileError) in try PartReader(of: reader, part) } ?? reader
  }

  /// Reads all that is meant, opened as ``open(in:)`` opens it.
  package func read(in files: any FileSystem, limit: Int) throws(FileError) -> [UInt8] {
    if part != nil { return try open(in: files).readAll(limit: limit) }
    return try isConfined
      ? files.readCanonical(path, limit: limit) : files.read(path, limit: limit)
  }

  /// The length in bytes.
  ///
  /// Throws ``FileError/notRegular`` if it is known only after reading.
  package func size(in files: any FileSystem) throws(FileError) -> Int {
    if let part { return part.count }
    // Opening a pipe waits for a writer.
    guard isConfined || files.status(of: path)?.kind != .other else { throw .notRegular }
    let reader = try open(in: files)
    guard let size = try reader.status().size else { throw .notRegular }
    // Files that the kernel generates, as below /proc, report a length of 0.
    if size == 0, !(try reader.read(upTo: 1)).isEmpty { throw .notRegular }
    return size
  }
}

/// Reads a part of an open file, whose status is that of the whole.
private final class PartReader: FileReader {
  private let file: any FileReader
  private var left: Int

  init(of file: any FileReader, _ part: Range<Int>) throws(FileError) {
    self.file = file
    left = part.count
    try file.seek(to: part.lowerBound)
  }

  func status() throws(FileError) -> FileStatus { try file.status() }

  func seek(to offset: Int) throws(FileError) { throw .notRegular }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(left)))
    left -= count
    return count
  }
}

import APICallBase
import APICallHTTP
import APICallSystem
import APICallText
import Glibc
import TestServers
import Testing

/// A temporary file, removed with its owner.
final class ScratchFile: Sendable {
  let path: String

  init(_ bytes: [UInt8]) throws {
    var template = Array("/tmp/apicall-file-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    close(descriptor)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try write(bytes)
  }

  convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

  deinit { unlink(path) }

  /// Replaces the bytes.
  func write(_ bytes: [UInt8]) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }

  /// Appends bytes.
  func append(_ text: String) throws {
    let file = try #require(fopen(path, "a"))
    defer { fclose(file) }
    fputs(text, file)
  }

  /// Sets the modification time to now, or later.
  func touch(after seconds: Int = 10) {
    var times = [timespec(), timespec()]
    clock_gettime(CLOCK_REALTIME, &times[0])
    times[0].tv_sec += seconds
    times[1] = times[0]
    utimensat(AT_FDCWD, path, times, 0)
  }

  /// The file as a body, in its current state.
  func body(in files: any FileSystem = SystemFiles()) throws -> RequestBody {
    .pieces([.file(try BodyFile(InputFile(path: path), in: files))])
  }
}

/// A named pipe that another thread writes to.
final class ScratchPipe: Sendable {
  let path: String

  init(_ pieces: [String]) throws {
    var template = Array("/tmp/apicall-pipe-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    path = "\(folder)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let path = path
    onThread {
      guard let file = fopen(path, "w") else { return }
      for piece in pieces {
        fputs(piece, file)
        fflush(file)
        usleep(20_000)
      }
      fclose(file)
    }
  }

  deinit {
    unlink(path)
    rmdir(String(path.dropLast("/pipe".count)))
  }

  func piece() throws -> RequestBody.Piece {
    .file(try BodyFile(InputFile(path: path), in: SystemFiles()))
  }
}

/// The machine's files, with a change to one of them while it is read.
struct TroubledFiles: FileSystem {
  /// The change, made after this many bytes of a file were read.
  let after: Int
  let trouble: @Sendable () throws -> Void
  private let files = SystemFiles()

  init(after: Int, trouble: @escaping @Sendable () throws -> Void) {
    self.after = after
    self.trouble = trouble
  }

  var workingDirectory: String { files.workingDirectory }
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try files.read(path, limit: limit)
  }
  func status(of path: String) -> FileStatus? { files.status(of: path) }
  func canonicalPath(of path: String) -> String? { files.canonicalPath(of: path) }
  func names(in path: String) throws(FileError) -> [String] { try files.names(in: path) }
  func isHome(_ folder: String) -> Bool { files.isHome(folder) }
  var ownFolders: [String] { files.ownFolders }
  func openCanonical(_ path: String) throws(FileError) -> any FileReader {
    Reader(try files.openCanonical(path), after: after, trouble: trouble)
  }
  func open(_ path: String) throws(FileError) -> any FileReader {
    Reader(try files.open(path), after: after, trouble: trouble)
  }

  private final class Reader: FileReader {
    private let file: any FileReader
    private let after: Int
    private let trouble: @Sendable () throws -> Void
    private var count = 0

    init(_ file: any FileReader, after: Int, trouble: @escaping @Sendable () throws -> Void) {
      self.file = file
      self.after = after
      self.trouble = trouble
    }

    func seek(to offset: Int) throws(FileError) { try file.seek(to: offset) }

    func status() throws(FileError) -> FileStatus { try file.status() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
      let read = try file.read(into: buffer)
      if count < after, count + read >= after { try? trouble() }
      count += read
      return read
    }
  }
}

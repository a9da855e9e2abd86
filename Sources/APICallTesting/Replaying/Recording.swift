package import APICallBase
import APICallHTTP
import APICallLanguage
import APICallReading
import APICallRequests
import APICallText
import JSONText
import YAMLTree

/// A recording that was read from its folder; its bodies are read when they are needed.
package struct Recording: Sendable {
  /// The maximum size of a body, in bytes: 64 MiB.
  private static let mostBytes = BufferedBytes.limit

  package let moment: RecordedMoment
  /// The canonical path of its folder.
  private let folder: String
  private let files: any FileSystem
  /// The files of a recording that is not written yet; nil to read them in the folder.
  private var unwritten: [String: [UInt8]]?
  let exchanges: [RecordingDeclaration.Exchange]

  package var count: Int { exchanges.count }

  /// Reads the recording of a case.
  ///
  /// Throws a ``Failure``: with exit status 66 if there is no recording, and 65 with all problems
  /// of its file.
  package static func read(
    _ folder: String, files: any FileSystem
  ) throws(Failure) -> Recording {
    let path = FilePath.join(folder, RecordingDeclaration.fileName)
    guard let canonical = files.canonicalPath(of: folder),
      files.status(of: canonical)?.kind == .folder
    else {
      throw Failure(
        .noInput, "the folder '\(folder)' does not exist", hint: "'--record' writes a recording")
    }
    let bytes = try rethrowing(
      files.readCanonical(
        FilePath.join(canonical, RecordingDeclaration.fileName),
        limit: RecordingDeclaration.mostBytes)
    ) { (error: FileError) in
      Failure(
        .noInput, "cannot read '\(path)': \(error.reason)",
        hint: error == .notFound ? "the folder is not a recording" : nil)
    }
    let recording = try Recording(Source(name: path, bytes: bytes), in: canonical, files: files)
    try recording.checkFiles()
    return recording
  }

  /// Creates a recording from files that are not written yet.
  init(
    of contents: [(name: String, bytes: [UInt8])], named folder: String, files: any FileSystem
  ) throws(Failure) {
    let unwritten = Dictionary(contents.map { ($0.name, $0.bytes) }) { first, _ in first }
    let index = RecordingDeclaration.fileName
    let source = Source(name: FilePath.join(folder, index), bytes: unwritten[index] ?? [])
    try self.init(source, in: folder, files: files)
    self.unwritten = unwritten
  }

  private init(_ source: Source, in folder: String, files: any FileSystem) throws(Failure) {
    let declaration = try RecordingDeclaration.read(source)
    guard let timestamp = UTCTimestamp(iso8601: declaration.recorded) else {
      throw Failure(
        .badInput, "'\(declaration.recorded.prefix(60))' is not a moment", at: declaration.mark,
        hint: "write a date and a time, as in 2026-01-31T10:12:13.123Z")
    }
    moment = RecordedMoment(timestamp)
    self.folder = folder
    self.files = files
    exchanges = declaration.exchanges
  }

  private func checkFiles() throws(Failure) {
    var problems: [Message] = []
    for name in exchanges.flatMap(\.fileNames) {
      guard problems.count < 100 else { break }
      guard let problem = problem(of: name) else { continue }
      problems.append(Message("the file '\(name.text)' \(problem)", at: name.mark))
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
  }

  private func problem(of name: RecordingDeclaration.FileName) -> String? {
    let path = FilePath.join(folder, name.text)
    guard let status = files.status(of: path) else { return "does not exist" }
    if status.isLink { return "is a symbolic link" }
    if status.kind != .file { return "is not a regular file" }
    if let size = status.size, size > Self.mostBytes {
      return "is longer than \(Self.mostBytes) bytes"
    }
    // An empty body has no file.
    if status.size == 0 { return "is empty" }
    return nil
  }

  func bytes(of name: RecordingDeclaration.FileName) throws(RecordingFault) -> [UInt8] {
    if let unwritten { return unwritten[name.text] ?? [] }
    let path = FilePath.join(folder, name.text)
    return try rethrowing(files.readCanonical(path, limit: Self.mostBytes)) { (error: FileError) in
      RecordingFault(reason: "cannot read '\(name.text)' of the recording: \(error.reason)")
    }
  }

  /// Reads the body of a response, as the server sent it.
  func body(of response: RecordingDeclaration.Response) throws(RecordingFault) -> [UInt8] {
    guard let name = response.body else { return [] }
    let bytes = try bytes(of: name)
    guard let layout = response.written else { return bytes }
    guard let document = try? JSONDocument(bytes) else {
      throw RecordingFault(reason: "'\(name.text)' of the recording is not JSON")
    }
    return layout.text(of: document.root)
  }
}

/// Why an exchange of a recording cannot be used.
struct RecordingFault: Error, Hashable {
  var reason: String
}

extension RecordingDeclaration.Exchange {
  fileprivate var fileNames: [RecordingDeclaration.FileName] {
    var names = [response?.body].compactMap { $0 }
    if case .file(let name) = request.body { names.append(name) }
    return names
  }
}

extension RequestPattern {
  init(
    _ request: RecordingDeclaration.Request, in recording: Recording
  ) throws(RecordingFault) {
    let (origin, path, query) = request.parts ?? ("", "/", nil)
    self.init(
      method: request.method, origin: origin, path: Array(path.utf8),
      query: Array((query ?? "").utf8), headers: request.headers,
      body: try Self.body(of: request, in: recording), gap: RecordingDeclaration.gap)
  }

  private static func body(
    of request: RecordingDeclaration.Request, in recording: Recording
  ) throws(RecordingFault) -> Body {
    switch request.body {
    case nil: return .bytes([])
    case .text(let text): return .bytes(Array(text.utf8))
    case .json(let bytes):
      guard let document = try? JSONDocument(bytes) else {
        throw RecordingFault(reason: "the JSON of a recorded request cannot be read")
      }
      return .json(document)
    case .form(let items):
      return .form(items.map { [Array($0.name.utf8), Array($0.value.utf8)] })
    case .file(let name):
      let bytes = try recording.bytes(of: name)
      if name.text.hasSuffix(".json"), let document = try? JSONDocument(bytes) {
        return .json(document)
      }
      return .bytes(bytes)
    case .parts(let parts):
      return .parts(
        parts.map { part in
          Part(
            name: part.name, filename: part.filename, type: part.type.flatMap { MediaType($0) },
            content: part.sha256.map { .digest($0) } ?? .bytes(Array((part.text ?? "").utf8)))
        })
    }
  }
}

import Foundation

/// A new folder with specs, in which runs are recorded and replayed.
struct RecordingFolder {
  let path: String

  /// Creates the folder.
  ///
  /// - Parameters:
  ///   - files: the files, by their paths.
  ///   - url: the host of those that have the host `<host>`.
  /// - Throws: an error if it cannot be created.
  init(_ files: [String: String], at url: String = "http://127.0.0.1:1") throws {
    path = "\(Place.scratch)/recording-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try write(text.replacing("host: <host>\n", with: "host: \(url)\n"), name)
    }
  }

  func write(_ text: String, _ name: String) throws {
    let file = "\(path)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
  }

  /// Runs apicall in the folder.
  func run(_ arguments: String...) throws -> CommandRun { try run(arguments) }

  func run(_ arguments: [String]) throws -> CommandRun {
    CommandRun(try ChildProcess([Place.program("apicall")] + arguments, in: path)).untimed
  }

  /// Starts apicall in the folder.
  func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess([Place.program("apicall")] + arguments, in: path)
  }

  /// The files below a folder, with their contents.
  func tree(_ folder: String) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in FileManager.default.enumerator(atPath: "\(path)/\(folder)") ?? NSEnumerator() {
      guard let name = name as? String,
        let data = FileManager.default.contents(atPath: "\(path)/\(folder)/\(name)")
      else { continue }
      found[name] = [UInt8](data)
    }
    return found
  }

  func text(_ file: String) -> String {
    (try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)) ?? ""
  }

  /// The names in a folder, hidden ones too.
  func names(_ folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }
}

/// A response as a server sends it.
func response(
  _ status: String, _ body: String, type: String = "application/json",
  headers: [String] = []
) -> String {
  let fields = ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + headers
  return "HTTP/1.1 \(status)\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n\(body)"
}

/// A good response as a server sends it.
func response(
  _ body: String, type: String = "application/json", headers: [String] = []
) -> String {
  response("200 OK", body, type: type, headers: headers)
}

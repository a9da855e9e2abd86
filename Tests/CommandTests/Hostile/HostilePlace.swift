import Foundation
import Testing

/// A home and, beside it, a project that was cloned from somebody who means no good; a server that
/// answers everything with one word.
struct HostilePlace {
  let folder: String
  let server: RecordingServer

  /// What nobody may send, and what nobody may write over.
  static let precious = "T0P-S3CR3T"

  init() throws {
    folder = "\(Place.scratch)/hostile-\(UUID().uuidString)"
    for name in ["home/docs", "home/.ssh", "project/sub"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    for name in [".bashrc", ".ssh/id_rsa", "docs/diary.txt"] {
      try Self.precious.write(toFile: "\(folder)/home/\(name)", atomically: false, encoding: .utf8)
    }
    server = try RecordingServer { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nowned"
    }
  }

  func write(_ text: String, _ path: String) throws {
    try text.write(toFile: "\(folder)/\(path)", atomically: false, encoding: .utf8)
  }

  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: "\(folder)/\(path)").map { String(decoding: $0, as: UTF8.self) }
  }

  /// Runs bash(1) in the project; `apicall` is the program, `$URL` the server.
  func shell(_ script: String, limit: Duration = .seconds(20)) throws -> CommandRun {
    var variables = Surroundings.variables
    variables["PATH"] = "\(Place.programs):/usr/bin:/bin:/usr/sbin:/sbin"
    variables["HOME"] = "\(folder)/home"
    variables["URL"] = server.url
    _ = try Place.program("apicall")
    return CommandRun(
      try ChildProcess(
        ["/bin/bash", "-c", script], in: "\(folder)/project", environment: variables),
      limit: limit)
  }

  /// Whether anything precious came to the server.
  var hasLeaked: Bool {
    server.takeRequests().contains {
      String(decoding: $0, as: UTF8.self).contains(Self.precious)
    }
  }
}

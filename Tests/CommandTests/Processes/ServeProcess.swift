import Glibc
import TestServers

/// A running apicall-serve.
///
/// A shell beside it ends it when the tests are gone, however they ended.
final class ServeProcess: Sendable {
  /// The server that the transcripts and the examples share: it serves the project's endpoints.
  static let shared = Result { try ServeProcess("endpoints") }
  /// The server for the calls of the scripts in examples/.
  static let shop = Result { try ServeProcess("examples/scripts/endpoints") }

  /// The URL it listens on.
  let url: String
  /// The line with the URL.
  let announcement: String
  private let child: ChildProcess
  private let lifeline: Int32

  /// Starts a server and waits until it listens.
  ///
  /// - Parameter path: the endpoints, relative to the package.
  /// - Throws: a ``SetupError`` if it does not report that it listens.
  init(_ path: String) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SetupError("cannot create a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    lifeline = ends[1]
    let script = #""$0" "$1" & read -r _; kill $!"#
    child = try ChildProcess(
      ["/bin/sh", "-c", script, Place.program("apicall-serve"), path], input: ends[0])
    announcement = try Self.firstLine(of: child)
    guard let start = announcement.firstRange(of: "http://") else {
      throw SetupError("apicall-serve said '\(announcement)'")
    }
    url = String(announcement[start.lowerBound...])
  }

  deinit {
    close(lifeline)
    _ = child.wait()
  }

  /// The port it listens on.
  var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Waits for a program's first line that contains a text.
  ///
  /// - Throws: a ``SetupError`` if there is none.
  @discardableResult
  static func firstLine(of child: ChildProcess, containing text: String = "") throws -> String {
    var found: String?
    waits {
      let lines = String(decoding: child.output, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      found = lines.first { text.isEmpty || $0.contains(text) }.map { String($0) }
      return found != nil || child.hasEnded
    }
    if let found { return found }
    throw SetupError("no line came: \(String(decoding: child.error, as: UTF8.self))")
  }
}

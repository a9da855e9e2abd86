import Foundation
import Synchronization
import TestServers
import YAMLTree

/// A folder in Pipelines/: a call that replaces a pipeline of curl and other tools, and `case.yaml`.
///
/// ```
/// task: What the call is for.
/// arguments: [name=value]            <- after the name of the file
/// clock: 2026-11-22T12:00:00Z        <- the time of the run, if it matters
/// file: examples/servers/items.yaml  <- the call, if it is not call.yaml
/// replies:                           <- by method and path, a list if there are several requests
///   GET /items?page=2: '[]'          <- or by method, path and query, decoded
///   GET /items: '[]'                 <- a body of JSON, or a map of any of:
///   GET /names: {status: 404 Not Found, type: text/plain, headers: ['Age: 1'], text: none}
/// sends:                             <- all requests, in order, each with its body
/// - GET example.com/items?page=1
/// output: |                          <- what the run prints
///   some text
/// ```
struct PipelineCase {
  static let folder = "Tests/CommandTests/Pipelines"

  let name: String
  private let root: Node

  init(_ name: String) throws {
    self.name = name
    let text = try Place.text("\(Self.folder)/\(name)/case.yaml")
    guard let root = YAMLReader().read(Source(name: name, text: text)).root
    else { throw SetupError("the case '\(name)' is not YAML") }
    self.root = root
  }

  /// The name of each case.
  static let names: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: "\(Place.package)/\(folder)")
    return (all ?? []).sorted()
  }()

  /// The output that is expected.
  var output: String { root["output"]?.scalar?.text ?? "" }

  /// The requests that are expected: method, host, path and query, and a body on further lines.
  var sends: [String] { root["sends"]?.items?.compactMap(\.scalar?.text) ?? [] }

  /// The time of the run; nil if it does not matter.
  var clock: String? { root["clock"]?.scalar?.text }

  /// The file that is run, such as `examples/pipelines/low-stock.yaml`; nil for one of the case's
  /// own.
  var file: String? { root["file"]?.scalar?.text }

  private var arguments: [String] { root["arguments"]?.items?.compactMap(\.scalar?.text) ?? [] }

  /// Runs the call.
  ///
  /// - Parameter options: options that say where its responses come from.
  /// - Returns: its result.
  /// - Throws: a ``SetupError`` if it cannot be started.
  func run(_ options: String...) throws -> CommandRun {
    let file = file.map { "\(Place.package)/\($0)" } ?? "call.yaml"
    return CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "run", file] + arguments + options,
        in: "\(Place.package)/\(Self.folder)/\(name)"))
  }

  /// The response to a request.
  ///
  /// - Parameters:
  ///   - line: its method, and its path and query, decoded.
  ///   - number: how many requests with this line were before it.
  /// - Returns: the response; nil for an unexpected request.
  func reply(to line: String, number: Int = 0) -> Reply? {
    let path = line.split(separator: "?").first.map(String.init) ?? line
    guard var reply = root["replies"]?[line] ?? root["replies"]?[path] else { return nil }
    if let several = reply.items {
      guard number < several.count else { return nil }
      reply = several[number]
    }
    if let text = reply.scalar?.text { return Reply(text: text) }
    func text(_ key: String) -> String? { reply[key]?.scalar?.text }
    return Reply(
      status: text("status") ?? "200 OK", type: text("type") ?? "application/json",
      headers: reply["headers"]?.items?.compactMap(\.scalar?.text) ?? [], text: text("text") ?? "")
  }

  /// A response.
  struct Reply {
    var status = "200 OK"
    var type = "application/json"
    var headers: [String] = []
    var text: String
  }
}

/// A server that gives the replies of a case.
struct PipelineServer {
  private let server: ScriptedServer
  var url: String { server.url }

  init(_ pipeline: PipelineCase) throws {
    let counts = Mutex<[String: Int]>([:])
    server = try ScriptedServer.answering { request in
      let line = Self.line(of: String(decoding: request, as: UTF8.self), withHost: false)
      let number = counts.withLock { counts in
        defer { counts[line, default: 0] += 1 }
        return counts[line, default: 0]
      }
      guard let reply = pipeline.reply(to: line.removingPercentEncoding ?? line, number: number)
      else { return response("404 Not Found", "{}") }
      return response(reply.status, reply.text, type: reply.type, headers: reply.headers)
    }
  }

  func stop() { server.stop() }

  /// The requests, as ``PipelineCase/sends`` has them.
  var requests: [String] {
    server.requests.map { request in
      let body = request.firstRange(of: "\r\n\r\n").map { request[$0.upperBound...] } ?? ""
      return Self.line(of: request, withHost: true) + (body.isEmpty ? "" : "\n\(body)")
    }
  }

  private static func line(of request: String, withHost: Bool) -> String {
    let lines = request.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return lines[0] }
    let host = lines.first { $0.lowercased().hasPrefix("host: ") }?.dropFirst("host: ".count)
    return "\(words[0]) \(withHost ? host ?? "" : "")\(words[1])"
  }
}

/// A recording with the replies of a case, so that its clock is that of the run.
struct PipelineRecording {
  let path: String

  /// Writes the recording.
  ///
  /// - Parameters:
  ///   - pipeline: the case, all of whose bodies are JSON.
  ///   - clock: its time.
  /// - Throws: an error if it cannot be written.
  init(_ pipeline: PipelineCase, at clock: String) throws {
    path = "\(Place.scratch)/pipeline-\(pipeline.name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var text = "apicall_recording: 1\nrecorded: \(clock)\nexchanges:\n"
    for (index, sent) in pipeline.sends.enumerated() {
      let (line, body) = Self.halves(of: sent, at: "\n")
      let (method, target) = Self.halves(of: line, at: " ")
      let place = target.drop { $0 != "/" }.removingPercentEncoding ?? ""
      let reply = pipeline.reply(to: "\(method) \(place)")
      try (reply?.text ?? "{}").write(
        toFile: "\(path)/\(index).json", atomically: false, encoding: .utf8)
      let scheme = target.hasPrefix("127.0.0.1") ? "http" : "https"
      text += "- request:\n    method: \(method)\n    url: \(scheme)://\(target)\n"
      // JSON is YAML, too.
      if !body.isEmpty { text += "    json: \(body)\n" }
      text += "  response:\n    status: 200\n    headers: {Content-Type: application/json}\n"
      text += "    body: \(index).json\n"
    }
    try text.write(toFile: "\(path)/recording.yaml", atomically: false, encoding: .utf8)
  }

  private static func halves(of text: String, at separator: Character) -> (String, String) {
    let parts = text.split(separator: separator, maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }
}

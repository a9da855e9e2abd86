import TestServers
import Foundation
import Testing

/// The same call with the built-in requester and with those of plugins.
@Suite("Agreement of requesters")
struct RequesterAgreementTests {
  /// A call, and its result with any requester.
  struct Call: CustomTestStringConvertible {
    let testDescription: String
    /// The path at the server of oddities; nil for a port without a server.
    let path: String?
    var output = ""
    let status: Int32
    var options: [String] = []
  }

  private static let calls = [
    Call(
      testDescription: "200", path: "/json",
      output: #"{"b":1.10,"a":[1,{"c":null}],"a":"twice","big":12345678901234567890}"#, status: 0),
    Call(testDescription: "204", path: "/nothing", status: 0),
    Call(testDescription: "403", path: "/forbidden", output: #"{"error":"no"}"#, status: 4),
    Call(testDescription: "401 with a challenge", path: "/locked", output: "no\n", status: 4),
    Call(
      testDescription: "503", path: "/unavailable", output: "<h1>\u{1B}[2Jdown</h1>\n", status: 5),
    Call(testDescription: "a redirect", path: "/moved", status: 3),
    Call(
      testDescription: "a redirect that is followed", path: "/hop",
      output: #"{"b":1.10,"a":[1,{"c":null}],"a":"twice","big":12345678901234567890}"#, status: 0,
      options: ["--follow"]),
    Call(
      testDescription: "silence", path: "/slow", status: 2, options: ["--timeout", "1s"]),
    Call(
      testDescription: "silence in a body", path: "/stalled", output: "ten bytes", status: 2,
      options: ["--timeout", "10s"]),
    Call(testDescription: "a body cut short", path: "/cut-short", output: "ten bytes", status: 74),
    Call(
      testDescription: "a chunk cut short", path: "/cut-chunk", output: "ten bytes", status: 74),
    Call(testDescription: "no answer", path: "/silence", status: 74),
    Call(testDescription: "no HTTP", path: "/garbage", status: 76),
    Call(testDescription: "nobody listens", path: nil, status: 69),
  ]

  /// `urlsession` is included if `make/plugins` has built it.
  private static let requesters: [String] = {
    let built = "\(Place.package)/.build/release/plugins/urlsession/plugin.json"
    return ["curl", "pyhttp"]
      + (FileManager.default.fileExists(atPath: built) ? ["urlsession"] : [])
  }()

  @Test("All requesters agree on the value and the exit status", arguments: calls, requesters)
  func agreement(_ call: Call, _ requester: String) throws {
    let server = try OddServer.shared.get()
    let url = call.path.map { server.url + $0 } ?? "http://127.0.0.1:1/"
    let folder = "\(Place.scratch)/agreement-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "method: GET\nurl: \(url)\n"
      .write(toFile: "\(folder)/call.yaml", atomically: true, encoding: .utf8)
    var variables = Surroundings.variables
    variables["APICALL_PLUGIN_PATH"] =
      "\(Place.package)/examples/plugins:\(Place.package)/.build/release/plugins"
    let run = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "run", "call.yaml", "--requester", requester] + call.options,
        in: folder, environment: variables))
    #expect(run.ending == .exit(call.status), "\(run.error)")
    #expect(run.output == call.output)
  }
}

import TestServers
import Glibc
import Testing

@Suite("Simulated failures")
struct FailingTests {
  /// A call that really fails, and the simulated failure that should be the same.
  struct Case: Sendable, CustomTestStringConvertible {
    var way: String
    var file: String
    var inputs: [String] = []
    /// The server; nil for the file's own host.
    var host: String?
    var testDescription: String { way }
  }

  static let closed = Result { try LoopbackSocket.bound(listens: false) }

  @Test(
    "The message and the exit status are as in the real case",
    arguments: [
      Case(way: "dns", file: "nowhere"),
      Case(way: "connect", file: "answer", inputs: ["answer=json"], host: "closed"),
      Case(way: "timeout", file: "slow", host: "odd"),
      Case(way: "garbage", file: "answer", inputs: ["answer=garbage"], host: "odd"),
      Case(way: "redirect", file: "answer", inputs: ["answer=circle"], host: "odd"),
    ])
  func likeReal(_ example: Case) throws {
    let hosts = [
      "closed": "http://127.0.0.1:\(try Self.closed.get().port)",
      "odd": try OddServer.shared.get().url,
    ]
    var arguments = try [Place.program("apicall"), "run", "\(example.file).yaml"] + example.inputs
    if let host = example.host.flatMap({ hosts[$0] }) { arguments += ["--host", host] }
    let folder = "\(Place.fixtures)/odd"
    let real = CommandRun(try ChildProcess(arguments, in: folder))
    let staged = CommandRun(try ChildProcess(arguments + ["--fail", example.way], in: folder))
    #expect(real.ending != .exit(0))
    #expect(staged == real)
  }

  @Test("A slow response ends at once with a signal", arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let child = try ChildProcess([
      Place.program("apicall"), "run", "todos/get", "id=1", "--format", "raw", "--fail", "slow=1h",
      "-v",
    ])
    // The request is shown right before it is sent.
    #expect(waits { !child.error.isEmpty })
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    #expect(child.output.isEmpty)
  }
}

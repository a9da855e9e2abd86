import APICallBase
import APICallPlugins
import Testing

@Suite("The syntax of simulated failures")
struct FailureModeTests {
  static let written: [(String, FailureMode)] = [
    ("dns", FailureMode(.unknownHost)),
    ("connect", FailureMode(.noConnection)),
    ("tls", FailureMode(.noTLS)),
    ("timeout", FailureMode(.timeout(isConnecting: false))),
    ("timeout=connect", FailureMode(.timeout(isConnecting: true))),
    ("reset", FailureMode(.reset)),
    ("truncated", FailureMode(.truncated)),
    ("garbage", FailureMode(.garbage)),
    ("status", FailureMode(.status(500))),
    ("status=200", FailureMode(.status(200))),
    ("status=599,times=2", FailureMode(.status(599), times: 2)),
    ("times=1000000,dns", FailureMode(.unknownHost, times: 1_000_000)),
    ("slow", FailureMode(.slow(.seconds(3)))),
    ("slow=1.5s", FailureMode(.slow(.milliseconds(1500)))),
    ("redirect", FailureMode(.redirect)),
  ]

  @Test("Each is read", arguments: written)
  func reads(_ text: String, _ failureMode: FailureMode) throws {
    #expect(try FailureMode(option: text) == failureMode)
  }

  @Test("Each name can be read, and all names are listed")
  func names() throws {
    let ways = try FailureMode.names.map { try FailureMode(option: $0).way.description }
    #expect(zip(ways, FailureMode.names).allSatisfy { $0.hasPrefix($1) })
    let listed = Set(FailureMode.names)
    for (text, _) in Self.written {
      let names = text.split(separator: ",").map { $0.prefix { $0 != "=" } }
      #expect(names.allSatisfy { listed.contains(String($0)) || $0 == "times" })
    }
  }

  @Test(
    "An unknown failure is refused with a hint",
    arguments: [
      ("dsn", "'dsn' is not a failure", "did you mean 'dns'?"),
      ("503", "'503' is not a failure", "did you mean 'status=503'?"),
      (
        "", "'' is not a failure",
        "the failures here are dns, connect, tls, timeout, reset, truncated, garbage, status, "
          + "slow, redirect"
      ),
      ("dns=x", "'dns' does not take '=x'", "write --fail dns"),
      (
        "status=199", "'199' is not a response status",
        "write a number from 200 to 599, as in --fail status=503"
      ),
      (
        "status=", "'' is not a response status",
        "write a number from 200 to 599, as in --fail status=503"
      ),
      (
        "slow=10", "'10' is not a duration",
        "write a number and a unit, as in --fail slow=10s"
      ),
      (
        "timeout=2s", "'2s' is not a timeout",
        "write 'timeout', or 'timeout=connect' for a timeout while connecting"
      ),
      (
        "dns,times=0", "'0' is not a number of times",
        "write a whole number from 1, as in --fail status=503,times=2"
      ),
      (
        "dns,times", "'times' is not a number of times",
        "write a whole number from 1, as in --fail status=503,times=2"
      ),
      ("times=2", "'times=2' does not name a failure", "write --fail status=503,times=2"),
      (
        "dns,tls", "'tls' cannot be combined with 'dns'",
        "write one of them, optionally with ',times=2'"
      ),
    ])
  func refuses(_ text: String, _ message: String, _ hint: String) {
    do {
      _ = try FailureMode(option: text)
      Issue.record("'\(text)' was read")
    } catch {
      #expect(error.status == .usage)
      #expect(error.diagnostics.map(\.message) == ["--fail: \(message)"])
      #expect(error.diagnostics.map(\.hint) == [hint])
    }
  }
}

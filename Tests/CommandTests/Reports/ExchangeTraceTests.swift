import APICallContracts
import APICallHTTP
import APICallModel
import APICallReading
import APICallResponses
import APICallSafety
import APICallText
import Testing
import YAMLTree

@testable import apicall

@Suite("The output of -v")
struct ExchangeTraceTests {
  @Test("Secret outputs are masked in the response's head, and so are credentials")
  func secretHeader() throws {
    let spec = """
      host: example.com
      outputs:
        token: {header: x-token, secret: true}
        etag: {header: ETag}
        id: {from: $.id, secret: true}
      """
    let endpoint = try EndpointReader(registry: Registry())
      .read(Source(name: "a.yaml", bytes: Array(spec.utf8)))
    let head = ResponseHead(
      status: 200, reason: "OK",
      headers: [
        .init("X-Token", "abc"), .init("ETag", "v1"), .init("Set-Cookie", "s=1"), .init("id", "7"),
      ])
    #expect(
      ExchangeTrace.lines(
        of: .answered(head), ShownFields(of: endpoint, redactor: Redactor([]))) == [
          "< HTTP/1.1 200 OK", "< X-Token: ***", "< ETag: v1", "< Set-Cookie: ***", "< id: 7",
        ])
  }

  struct Summary: CustomTestStringConvertible {
    var line: String
    var event: RunEvent
    var testDescription: String { line }

    init(_ line: String, microseconds: [Int?], sent: Int64 = 0, received: Int64 = 0) {
      self.line = line
      var timings = ExchangeTimings()
      let times = microseconds.map { $0.map { Duration.microseconds($0) } }
      timings.nameLookup = times[0]
      timings.connect = times[1]
      timings.tls = times[2]
      timings.firstByte = times[3]
      timings.total = times[4]
      event = .ended(
        RunOutcome(timings: timings, progress: ExchangeProgress(sent: sent, received: received)))
    }
  }

  @Test(
    "The times of the steps add up, and steps that took no time are left out",
    arguments: [
      Summary(
        "* 132 ms: name 3.1, connect 17, tls 41, response 59, body 12; 1.2 kB sent, 34.1 kB received",
        microseconds: [3_100, 20_000, 61_000, 120_000, 132_000], sent: 1_200, received: 34_100),
      Summary(
        "* 2.0 ms: connect 0.4, response 1.5, body 0.1; 0 B sent, 2 B received",
        microseconds: [20, 400, nil, 1_900, 2_000], received: 2),
      Summary(
        "* 10001 ms: connect 20; 5 B sent, 0 B received",
        microseconds: [nil, 20_000, nil, nil, 10_001_000], sent: 5),
      Summary("* 0.2 ms; 0 B sent, 0 B received", microseconds: [nil, nil, nil, nil, 200]),
      Summary(
        "* 46 B sent, 29 B received", microseconds: [nil, nil, nil, nil, nil], sent: 46,
        received: 29),
    ])
  func summaries(_ summary: Summary) throws {
    #expect(ExchangeTrace.lines(of: summary.event, try Self.shown()) == [summary.line])
  }

  @Test("The peer and interim responses are shown")
  func connectionAndInterim() throws {
    let events: [RunEvent] = [
      .connected(Peer(address: "192.0.2.1", port: 443)),
      .connected(Peer(address: "2001:db8::1", port: 8080)),
      .interim(ResponseHead(status: 103, reason: "Early Hints", headers: [.init("Link", "</a>")])),
      .moved(ExchangeProgress()), .started(RunStart(file: "a.yaml")), .finished(RunEnd()),
    ]
    let shown = try Self.shown()
    #expect(
      events.flatMap { ExchangeTrace.lines(of: $0, shown) } == [
        "* connected to 192.0.2.1:443", "* connected to [2001:db8::1]:8080",
        "< HTTP/1.1 103 Early Hints", "< Link: </a>",
      ])
  }

  private static func shown() throws -> ShownFields {
    return ShownFields(
      of: try EndpointReader(registry: Registry())
        .read(Source(name: "a.yaml", bytes: Array("host: example.com".utf8))),
      redactor: Redactor([]))
  }
}

import APICallBase
import APICallRequests
import APICallText
import JSONText
import TestWorlds
import Testing

@testable import APICallModel

@Suite("Expectations about the response time")
struct TimeExpectationTests {
  private func exchange(
    _ time: String, took milliseconds: Int, status: Int = 200, body: String = "{}"
  ) async throws -> Exchange {
    var requester = ScriptedRequester(status, body)
    var timings = ExchangeTimings()
    timings.total = .milliseconds(milliseconds)
    requester.timings = timings
    return try await Exchange(
      requester, "host: a.example\nmax_body: 10\nexpect: {status: 200, time: \(time)}\n")
  }

  static let table: [(String, Int, String?)] = [
    ("500ms", 500, nil), ("500ms", 501, "the response took 501ms, more than 500ms"),
    ("{max: 2s}", 2000, nil), ("{max: 2s}", 2001, "the response took 2.001s, more than 2s"),
    ("{max: 2s}", 60_000, "the response took 60s, more than 2s"),
    ("{min: 1s}", 1000, nil), ("{min: 1s}", 999, "the response took 999ms, less than 1s"),
    ("{min: 1s, max: 3s}", 2000, nil),
    ("{min: 3s, max: 3s}", 2000, "the response took 2s, less than 3s"),
  ]

  @Test("There is a minimum and a maximum", arguments: table)
  func limits(_ time: String, _ took: Int, _ message: String?) async throws {
    let result = try await exchange(time, took: took)
    #expect(result.failure?.diagnostics.map(\.message) == message.map { [$0] })
    #expect(result.status == (message == nil ? 0 : 9))
  }

  @Test("A failure is reported with the caret at the limit, and as data")
  func told() async throws {
    let result = try await exchange("{min: 1ms, max: 5ms}", took: 7)
    #expect(
      result.failure?.report
        == """
        call.yaml:3:42: error: the response took 7ms, more than 5ms
          3 | expect: {status: 200, time: {min: 1ms, max: 5ms}}
            |                                             ^^^
        exit status 9

        """.replacing("3:42", with: "3:45"))
    var json: [UInt8] = []
    result.failure?.diagnostics.first?.mismatch?.json.append(to: &json)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"subject":"time","matcher":"max","expected":"5ms","actual":"7ms","#
        + #""actual_type":"duration","differences":[],"difference_count":0,"value":null}"#)
  }

  @Test("The time is rounded up: a time over the limit is never shown as the limit")
  func rounded() async throws {
    var time = TimeExpectation()
    time.max = (.milliseconds(5), .nowhere)
    #expect(time.problems(for: .microseconds(5000)).isEmpty)
    #expect(
      time.problems(for: .microseconds(5001)).map(\.message)
        == ["the response took 6ms, more than 5ms"])
  }

  @Test("The time is ignored on an unexpected status, or if it was not measured")
  func others() async throws {
    let result = try await exchange("1ms", took: 100, status: 404)
    #expect(result.status == 4 && result.failure?.diagnostics.count == 1)
    let spec = "host: a.example\nexpect: {time: {min: 1s}}\n"
    #expect(try await Exchange(ScriptedRequester("{}"), spec).status == 0)
  }

  @Test("A time expectation does not lift the limit on the body")
  func longBody() async throws {
    for took in [1, 100] {
      let result = try await exchange(
        "5ms", took: took, body: "\"\(String(repeating: "a", count: 20))\"")
      // max_body is for all bodies.
      #expect(result.status == 8 && result.output.isEmpty)
    }
  }
}

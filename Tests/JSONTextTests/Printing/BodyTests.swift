import JSONText
import Testing

// How a body that comes from the network is printed as it comes, or held up to a limit.
@Suite("Bodies")
struct BodyTests {
  static let body = Array(#"{"users": [{"id": 1.10}, {"id": 2}]}"#.utf8)

  @Test("is printed piece by piece, with the buffer emptied in between")
  func prints() throws {
    var written: [UInt8] = []
    var buffer: [UInt8] = []
    var indenter = JSONIndenter()
    for start in stride(from: 0, to: Self.body.count, by: 5) {
      let end = min(start + 5, Self.body.count)
      try indenter.push(Self.body.span.extracting(start..<end), into: &buffer)
      written += buffer
      buffer.removeAll(keepingCapacity: true)
    }
    try indenter.finish(into: &buffer)
    written += buffer
    #expect(written == Outcome(of: Self.body).indented)
  }

  @Test("is held and read")
  func collects() throws {
    var collector = JSONCollector(limit: Self.body.count)
    for octet in Self.body {
      let isHeld = collector.push([octet].span)
      #expect(isHeld)
    }
    let document = try collector.finish()
    let path = try JSONPath("$.users[*].id")
    #expect(try path.select(in: document.root).map(\.text) == ["1.10", "2"])
  }

  @Test("is refused beyond the limit, and what fitted can still be shown")
  func refuses() {
    var collector = JSONCollector(limit: 6)
    let answers = ["[1,2", ",3]", "]"].map { collector.push(Array($0.utf8).span) }
    #expect(answers == [true, false, false])
    #expect(String(decoding: collector.octets, as: UTF8.self) == "[1,2")
    do throws(JSONSyntaxError) {
      _ = try collector.finish()
      Issue.record("finished")
    } catch {
      #expect(error.message == "the text is longer than 6 octets")
    }
  }
}

import JSONText
import Testing

// How a body from the network is printed as it arrives.
@Suite("Bodies")
struct BodyTests {
  static let body = Array(#"{"users": [{"id": 1.10}, {"id": 2}]}"#.utf8)

  @Test("A body is printed piece by piece, and the buffer is emptied in between")
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
}

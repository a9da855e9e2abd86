import APICallPluginKit
import JSONText
import SeededNumbers
import Testing

@Suite("Frames")
struct FrameParserTests {
  /// Returns all frames of bytes that come in pieces of a size, or the error.
  private func frames(of bytes: [UInt8], inPiecesOf size: Int) throws(FrameProblem) -> [Frame] {
    var parser = FrameParser()
    var frames: [Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      parser.push(Array(rest.prefix(size)).span)
      rest = rest.dropFirst(size)
      while let frame = try parser.next() { frames.append(frame) }
    }
    try parser.finish()
    return frames
  }

  @Test(
    "An invalid frame is an error that quotes what came",
    arguments: [
      ("text", "hello\n", "'hello' is not JSON: "),
      ("a list", "[1]\n", "'[1]' is not a JSON object"),
      ("an empty line", "\n", "'' is not JSON: "),
      (
        "no bytes", #"{"bytes":0}"# + "\n",
        "'bytes' must be a whole number from 1 to 1048576, not 0"
      ),
      ("less than none", #"{"bytes":-1}"# + "\n", "not -1"),
      ("too many", #"{"bytes":1048577}"# + "\n", "not 1048577"),
      ("a text", #"{"bytes":"5"}"# + "\n", #"not "5""#),
      ("a fraction", #"{"bytes":5.5}"# + "\n", "not 5.5"),
      ("more than a number can be", #"{"bytes":99999999999999999999}"# + "\n", "not 9999"),
      ("a cut line", #"{"id":1"#, "it ended within a line"),
      (
        "cut bytes", #"{"bytes":5}"# + "\nabc",
        "it ended after 3 of the 5 bytes that 'bytes' announced"
      ),
      (
        "a long line", String(repeating: "a", count: 1 << 17),
        "is longer than 65536 bytes"
      ),
    ])
  func problems(_ row: (name: String, bytes: String, message: String)) {
    for size in [1, 7, 1 << 16] {
      let problem = #expect(throws: FrameProblem.self) {
        _ = try frames(of: Array(row.bytes.utf8), inPiecesOf: size)
      }
      #expect(problem?.reason.contains(row.message) == true, "\(problem?.reason ?? "none")")
    }
  }

  @Test("A line of exactly the limit is read")
  func longestLine() throws {
    let empty = #"{"text":""}"# + "\n"
    let text = String(repeating: "a", count: Frame.longestHead - empty.utf8.count)
    let frames = try frames(of: Array((#"{"text":"\#(text)"}"# + "\n").utf8), inPiecesOf: 1000)
    #expect(frames.map { $0["text"]?.string } == [text])
  }

  @Test(
    "Written frames are read back, however they are cut", arguments: 1...300 as ClosedRange<UInt64>)
  func iterationTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2 {
      var bytes: [UInt8] = []
      var payloads: [[UInt8]] = []
      for id in 0..<Int.random(in: 1...5, using: &generator) {
        let count = [0, 1, 10, 5000].randomElement(using: &generator) ?? 0
        let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        Frame.append(
          [("id", BuiltJSON(id)), ("text", .text("a\nb\u{0}"))], payload: payload.span, to: &bytes)
        payloads.append(payload)
      }
      let size = Int.random(in: 1...2000, using: &generator)
      let frames = try frames(of: bytes, inPiecesOf: size)
      #expect(frames.map { $0.payload } == payloads)
      #expect(frames.map { $0.id } == Array(payloads.indices))
      #expect(frames.allSatisfy { $0["text"]?.string == "a\nb\u{0}" })
    }
  }
}

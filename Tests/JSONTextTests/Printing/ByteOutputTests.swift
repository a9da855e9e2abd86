import Testing

@testable import JSONText

@Suite("The output block")
struct ByteOutputTests {
  @Test(
    "The order is kept for data that fits, does not fit, and never will",
    arguments: [0, 64, 16_384, .max])
  func keepsOrder(bound: Int) {
    var bytes: [UInt8] = [1]
    var wanted = bytes
    var output = ByteOutput(appendingTo: &bytes, bound: bound)
    for length in [0, 1, 16_383, 1, 16_384, 5, 16_385, 40_000, 3] {
      let span = [UInt8](repeating: UInt8(length & 0x7f), count: length)
      output.append(7)
      output.append(span: span.span)
      output.appendLine(indentedBy: length)
      wanted += [7] + span + [0x0a] + [UInt8](repeating: 0x20, count: length)
    }
    #expect(bytes.isEmpty)
    output.finish(&bytes)
    #expect(bytes == wanted)
  }
}

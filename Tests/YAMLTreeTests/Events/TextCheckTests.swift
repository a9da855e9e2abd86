import Testing
import YAMLTree

@Suite("The encoding of a file")
struct TextCheckTests {
  @Test(
    "Bytes that are not UTF-8 are reported with their position",
    arguments: [
      ([0xFF], 1, 1, "0xFF"), ([0x61, 0x3A, 0x20, 0x80], 1, 4, "0x80"),
      ([0xC3, 0xA9, 0x0A, 0xC3, 0xA9, 0xC3], 2, 2, "0xC3"),
      ([0x61, 0x0D, 0x0A, 0xC0, 0x80], 2, 1, "0xC0"), ([0xED, 0xA0, 0x80], 1, 1, "0xED"),
      ([0xEF, 0xBB, 0xBF, 0x61, 0xF5], 1, 2, "0xF5"),
    ] as [([UInt8], Int, Int, String)])
  func invalid(_ bytes: [UInt8], _ line: Int, _ column: Int, _ shown: String) {
    let reading = YAMLReader().read(Source(name: "a.yaml", bytes: bytes))
    let problem = reading.problems.first
    #expect(reading.root == nil)
    #expect(problem?.message == "the byte \(shown) is not UTF-8")
    #expect(problem?.hint == "save the file as UTF-8")
    #expect(problem?.mark.start == Mark.Position(line: line, column: column))
  }

  @Test(
    "Other encodings are named",
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0],
      [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61],
    ] as [[UInt8]])
  func otherEncodings(_ bytes: [UInt8]) {
    let reading = YAMLReader().read(Source(name: "a.yaml", bytes: bytes))
    let problem = reading.problems.first
    #expect(reading.root == nil)
    #expect(problem?.message == "the file is written in UTF-16 or UTF-32")
    #expect(problem?.hint == "save the file as UTF-8")
    #expect(problem?.mark.start == Mark.Position(line: 1, column: 1))
  }
}

import APICallBase
import Measuring
import TestWorlds
import Testing

@Suite("Large files")
struct SpecSizeTests {
  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { "  \(line($0))\n" }.joined()
  }

  @Test(
    "Collections that are searched one by one have a limit",
    arguments: [
      ("inputs:\n" + lines(257) { "i\($0):" }, "'inputs' has more than 256 entries"),
      ("let:\n" + lines(257) { "l\($0): x" }, "'let' has more than 256 entries"),
      (
        "examples:\n" + lines(1001) { "e\($0): {response: {}}" },
        "'examples' has more than 1000 entries"
      ),
      (
        "inputs:\n  a: {enum: [\(String(repeating: "x, ", count: 1001))]}",
        "'enum' has more than 1000 entries"
      ),
      ("path: " + String(repeating: "{", count: 8193), "'path' is longer than 8192 bytes"),
    ])
  func refused(_ text: String, _ message: String) {
    let text = message.contains("path") ? text.replacing("path: ", with: "path: \"") + "\"" : text
    let error = #expect(throws: Failure.self) {
      try SpecText.endpoint("host: a.example\n\(text)")
    }
    #expect(error?.diagnostics.first?.message == message)
  }

  /// A long file, by its name: the testing library would spend seconds on the text.
  struct LongFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
  }

  static let longFiles = [
    LongFile(
      testDescription: "unknown fields",
      text: lines(10_000) { "f\($0): 1" }.replacing("  f", with: "f")),
    LongFile(
      testDescription: "unknown names",
      text: "query:\n" + lines(10_000) { "q\($0): <nope\($0)>" }),
    LongFile(
      testDescription: "missing values",
      text: "json: {\((0..<2000).map { "k\($0): , " }.joined())}"),
  ]

  @Test("A file with thousands of mistakes is read quickly", arguments: longFiles)
  func mistakes(_ file: LongFile) {
    let time = ProcessorTime.measure {
      let error = #expect(throws: Failure.self) {
        try SpecText.endpoint("host: a.example\n\(file.text)")
      }
      #expect(error?.diagnostics.count == 101)
    }
    // Far more than it takes, and far less than it once did.
    #expect(time < .seconds(10), "it took \(time)")
  }
}

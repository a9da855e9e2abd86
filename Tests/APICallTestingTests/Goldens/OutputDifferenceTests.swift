import APICallBase
import Testing

@testable import APICallTesting

@Suite("Differences from a golden file")
struct OutputDifferenceTests {
  @Test(
    "Each place is shown in lines of its own, however its value is written",
    arguments: [
      (
        "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", "{\"a\":[1, 2]}",
        ["$.a", "  - golden: {\"b\":1}", "  + now:    [1,2]"]
      ),
      ("{\"a\": 1}", "{\"a\": 1, \"c\": [\n1\n]}", ["$.c is new: [1]"]),
      ("{\"a\": 1, \"c\": {\n}}", "{\"a\": 1}", ["$.c is missing; golden: {}"]),
      ("{\"a\": \"x\\ny\"}", "{\"a\": 1}", ["$.a", "  - golden: \"x\\ny\"", "  + now:    1"]),
    ])
  func places(_ golden: String, _ output: String, _ lines: [String]) {
    let difference = OutputDifference(
      of: Array(output.utf8), from: Array(golden.utf8), at: "golden.json", in: "case")
    #expect(difference.problem?.details == lines)
  }
}

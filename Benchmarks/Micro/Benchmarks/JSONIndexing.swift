import JSONText

/// Parses JSON into a document whose parts can be found.
struct JSONIndexing: Benchmark {
  static let name = "json-index"
  static let unit = "byte"

  private let text = SampleTexts.json
  var units: Int { text.count }

  func work() throws {
    try WrongOutcome.check(JSONDocument(text).root.count, is: 3)
  }
}

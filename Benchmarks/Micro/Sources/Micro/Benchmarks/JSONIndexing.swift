import JSONText

/// JSON made into a document that can be looked into.
struct JSONIndexing: Benchmark {
  static let name = "json-index"
  static let unit = "octet"

  private let text = SampleTexts.json
  var units: Int { text.count }

  func work() throws {
    try WrongOutcome.check(JSONDocument(text).root.count, is: 3)
  }
}

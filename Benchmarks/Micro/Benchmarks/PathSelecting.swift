import JSONText

/// Evaluates a path with names and a wildcard.
struct PathSelecting: Benchmark {
  static let name = "path-select"
  static let unit = "value"

  private let document: JSONDocument
  private let path: JSONPath
  let units = SampleTexts.people

  init() throws {
    document = try JSONDocument(SampleTexts.json)
    path = try JSONPath("$.items[*].address.geo.lat")
  }

  func work() throws {
    try WrongOutcome.check(path.select(in: document.root).count, is: units)
  }
}

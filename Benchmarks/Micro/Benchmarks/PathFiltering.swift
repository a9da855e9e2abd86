import JSONText

/// Evaluates a path that compares members of each item.
struct PathFiltering: Benchmark {
  static let name = "path-filter"
  static let unit = "item"

  private let document: JSONDocument
  private let path: JSONPath
  let units = SampleTexts.people

  init() throws {
    document = try JSONDocument(SampleTexts.json)
    path = try JSONPath("$.items[?@.score >= 500 && @.manager == null].name")
  }

  func work() throws {
    try WrongOutcome.check(path.select(in: document.root).count, is: units / 4)
  }
}

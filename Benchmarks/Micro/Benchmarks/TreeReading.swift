import YAMLTree

/// Reads YAML into nodes that know their places.
struct TreeReading: Benchmark {
  static let name = "yaml-tree"
  static let unit = "line"

  private let source = Source(name: "call.yaml", bytes: SampleTexts.spec)
  let units = SampleTexts.specLines * 50

  func work() throws {
    for _ in 0..<50 {
      try WrongOutcome.check(YAMLReader().read(source).problems.count, is: 0)
    }
  }
}

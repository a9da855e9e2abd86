import JSONText

/// Checks the syntax of JSON in pieces, as they arrive from a network.
struct JSONScanning: Benchmark {
  static let name = "json-scan"
  static let unit = "byte"

  private let text = SampleTexts.json
  var units: Int { text.count }

  func work() throws {
    var validator = JSONValidator()
    for start in stride(from: 0, to: text.count, by: 64 << 10) {
      try validator.push(text.span.extracting(start..<min(start + (64 << 10), text.count)))
    }
    try validator.finish()
  }
}

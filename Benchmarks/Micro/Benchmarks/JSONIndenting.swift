import JSONText

/// Indents JSON in pieces, as they arrive from a network.
struct JSONIndenting: Benchmark {
  static let name = "json-indent"
  static let unit = "byte"

  private let text = SampleTexts.json
  var units: Int { text.count }

  func work() throws {
    var printer = JSONIndenter()
    var buffer: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 64 << 10) {
      buffer.removeAll(keepingCapacity: true)
      let end = min(start + (64 << 10), text.count)
      try printer.push(text.span.extracting(start..<end), into: &buffer)
    }
    try printer.finish(into: &buffer)
  }
}

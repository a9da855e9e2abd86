import APICallBase
import APICallText
import JSONText
import YAMLTree

/// How an output differs from its golden file.
struct OutputDifference {
  let problem: Message?
  let count: Int

  private static let mostPlaces = 10

  init(of output: [UInt8], from golden: [UInt8], at path: String, in id: String) {
    guard output != golden else {
      (problem, count) = (nil, 0)
      return
    }
    let source = Source(name: path, bytes: golden)
    let hint =
      "if the output is right, 'apicall test --update \(ShellWord.path(id))' accepts it;"
      + " 'scrub' is for values that differ each time"
    if let old = try? JSONDocument(golden), let new = try? JSONDocument(output) {
      let found = JSONDifferences(from: old.root, to: new.root, limit: Self.mostPlaces)
      if found.count > 0 {
        let places = found.count.counted("place")
        let offset = found.first.lazy.compactMap(\.expected?.range.lowerBound).first ?? 0
        var problem = Message(
          "the output differs from the golden file in \(places)",
          at: Mark(source: source, start: source.position(ofByte: offset)), hint: hint)
        problem.details = found.first.flatMap { Self.lines(of: $0) }
        if found.count > found.first.count {
          problem.details.append("… and \(found.count - found.first.count) more places")
        }
        (self.problem, count) = (problem, found.count)
        return
      }
    }
    let difference = TextDifference(from: golden, to: output)
    var problem = Message(
      "the output differs from the golden file",
      at: Mark(source: source, start: Mark.Position(line: difference.line, column: 1)), hint: hint)
    problem.details = difference.shown
    (self.problem, count) = (problem, difference.count)
  }

  private static func lines(of difference: JSONDifference) -> [String] {
    switch difference.kind {
    case .missing: ["\(difference.path) is missing; golden: \(shown(difference.expected))"]
    case .unexpected: ["\(difference.path) is new: \(shown(difference.actual))"]
    case .changed:
      [
        "\(difference.path)", "  - golden: \(shown(difference.expected))",
        "  + now:    \(shown(difference.actual))",
      ]
    }
  }

  private static func shown(_ value: JSONNode?) -> String {
    guard let value else { return "nothing" }
    // The place is one line, however many lines the value has in its file.
    let bytes = (try? JSONCompactor.compact(value.bytes.span)) ?? []
    let whole = String(decoding: bytes, as: UTF8.self)
    let text = whole.prefix(200)
    return text.utf8.count < bytes.count ? text + "…" : whole
  }
}

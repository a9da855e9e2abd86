@testable import JSONText
import Testing

/// What a path selects in a document that arrives in pieces, and what is wrong with the document.
struct ReadChildren: Equatable, CustomStringConvertible {
  var texts: [String] = []
  var fault: JSONChildReader.Fault?

  /// Reads a document that is cut at the given positions, in ascending order.
  init(
    _ path: JSONPath, in text: [UInt8], cutAt cuts: [Int] = [], limit: Int = 1 << 20
  ) throws {
    let stream = try #require(path.stream)
    var reader = JSONChildReader(of: stream, limit: limit)
    let places = [0] + cuts + [text.count]
    for (start, end) in zip(places, places.dropFirst()) {
      let piece = reader.read(text.span.extracting(start..<end))
      for child in piece.children {
        texts += try stream.select(from: child, patterns: TestPatterns()).map(\.text)
      }
      fault = piece.fault
      if fault != nil { return }
    }
    do throws(JSONSyntaxError) { try reader.finish() } catch { fault = .syntax(error) }
  }

  var description: String {
    texts.joined(separator: " ")
      + (fault.map { fault in
        switch fault {
        case .syntax(let error): "; \(error)"
        case .tooLong: "; too long"
        }
      } ?? "")
  }
}

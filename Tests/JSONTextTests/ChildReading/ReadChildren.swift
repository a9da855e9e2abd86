@testable import JSONText
import Testing

/// What a path selects in a document that arrives in pieces, and what is wrong with the document.
struct ReadChildren: Equatable, CustomStringConvertible {
  var texts: [String] = []
  var fault: JSONChildReader.Fault?
  /// Why a value of another kind is not left out.
  var refusal: JSONPathEvaluationError?
  /// Where the path ends, if it leads to no rows.
  var end: String?

  /// Reads a document that is cut at the given positions, in ascending order.
  init(
    _ path: JSONPath, in text: [UInt8], cutAt cuts: [Int] = [], limit: Int = 1 << 20
  ) throws {
    let stream = try #require(path.stream)
    var reader = JSONChildReader(of: stream, limit: limit)
    var reaches: [JSONPathReach] = []
    var hasRows = false
    let places = [0] + cuts + [text.count]
    for (start, end) in zip(places, places.dropFirst()) {
      let piece = reader.read(text.span.extracting(start..<end))
      for child in piece.children {
        do throws(JSONPathEvaluationError) {
          _ = try stream.rows(from: child, .everywhere, patterns: TestPatterns())
        } catch {
          refusal = refusal ?? error
        }
        let found = try stream.select(from: child, patterns: TestPatterns())
        texts += found.map(\.text)
        if try stream.rows(from: child, .nowhere, patterns: TestPatterns()).isEmpty {
          reaches.append(try stream.reach(through: child, patterns: TestPatterns()))
        } else {
          hasRows = true
        }
      }
      fault = piece.fault
      if fault != nil { return }
    }
    do throws(JSONSyntaxError) { try reader.finish() } catch { fault = .syntax(error) }
    guard fault == nil else { return }
    // Where the children should be decides first.
    let isLost = reader.reach.end != nil
    if isLost { refusal = nil }
    if isLost || !hasRows {
      end = Self.end(of: isLost ? [reader.reach] : reaches + [reader.reach], at: path)
    }
  }

  /// Where a path ends that leads nowhere; nil if one of the values lets it lead somewhere.
  static func end(of reaches: [JSONPathReach], at path: JSONPath) -> String? {
    let steps = reaches.map(\.steps).max() ?? 0
    let deepest = reaches.compactMap(\.end).map(\.steps).max() ?? -1
    guard deepest >= steps,
      let end = reaches.compactMap(\.end).first(where: { $0.steps == deepest })
    else { return nil }
    // The keys of a map where a list should be are not read.
    var keys: [String] = []
    if case .member = path.words(ofStep: deepest) { keys = end.contents.keys }
    return "\(deepest): \(end.contents.kind.name) \(keys)"
  }

  var description: String {
    texts.joined(separator: " ")
      + (fault.map { fault in
        switch fault {
        case .syntax(let error): "; \(error)"
        case .tooLong: "; too long"
        case .repeated(let key): "; repeated key \(key)"
        }
      } ?? "")
  }
}

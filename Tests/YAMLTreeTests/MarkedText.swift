import Testing
import YAMLTree

/// YAML with marked positions.
///
/// 📍 is the start of a diagnostic's range, a second one its end, and 📌 the start of its other
/// location. A byte order mark at the beginning has no column.
struct MarkedText {
  let source: Source
  private(set) var pins: [Mark.Position] = []
  private(set) var related: Mark.Position?

  init(_ marked: String, name: String = "a.yaml") {
    var text = ""
    var position = Mark.Position(line: 1, column: 1)
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "📍": pins.append(position)
      case "📌": related = position
      case "\n", "\u{85}", "\u{2028}", "\u{2029}":
        position = Mark.Position(line: position.line + 1, column: 1)
        text.unicodeScalars.append(scalar)
      case "\u{FEFF}" where text.isEmpty:
        text.unicodeScalars.append(scalar)
      default:
        position.column += 1
        text.unicodeScalars.append(scalar)
      }
    }
    source = Source(name: name, text: text)
  }

  /// Expects that a mark begins at the first pin and, if there is a second, ends there.
  func expect(
    _ mark: Mark?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(mark?.start == pins.first, sourceLocation: sourceLocation)
    if pins.count > 1 { #expect(mark?.end == pins[1], sourceLocation: sourceLocation) }
    #expect(mark?.source === source, sourceLocation: sourceLocation)
  }
}

import YAMLTree

/// A line of a file with what is marked in it, counted from 0 in Unicode scalars.
struct MarkedLine {
  private(set) var scalars: [Unicode.Scalar]
  /// Where the mark begins.
  private(set) var start: Int
  /// Where it ends: behind its last scalar.
  private(set) var end: Int
  private let text: String

  /// Takes the line that a mark begins on; nil where the file has no such line.
  init?(_ mark: Mark) {
    guard let line = mark.source.line(mark.start.line) else { return nil }
    text = String(line)
    scalars = Array(line.unicodeScalars)
    start = min(mark.start.column - 1, scalars.count)
    end = min(mark.end.line == mark.start.line ? mark.end.column - 1 : scalars.count, scalars.count)
  }

  /// The line with its secrets masked, and the mark moved to where its text is then.
  ///
  /// - Parameter redactor: knows what is secret; nil where nothing is.
  /// - Returns: the line as it may be shown.
  func masked(by redactor: Redactor?) -> MarkedLine {
    guard let protected = redactor?.protecting(ProtectedText(text)), protected.holdsSecret else {
      return self
    }
    var line = self
    line.scalars = []
    var position = 0
    for stretch in protected.stretches {
      let text = Array(String(decoding: stretch.octets, as: UTF8.self).unicodeScalars)
      let visible = stretch.isSecret ? Array(ProtectedText.mask.unicodeScalars) : text
      let shown = line.scalars.count
      // What is marked within a secret is marked as all of its mask.
      func place(of offset: Int, _ isStart: Bool) -> Int {
        guard stretch.isSecret else { return shown + offset }
        return shown + (offset == 0 || (isStart && offset < text.count) ? 0 : visible.count)
      }
      let extent = position...position + text.count
      if extent ~= start { line.start = place(of: start - position, true) }
      if extent ~= end { line.end = place(of: end - position, false) }
      line.scalars += visible
      position += text.count
    }
    return line
  }
}

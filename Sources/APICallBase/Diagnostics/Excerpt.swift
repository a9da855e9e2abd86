import APICallSafety
import YAMLTree

/// The marked line of a file, and the line with carets below it.
struct Excerpt {
  let gutter: String
  let line: String
  let emptyGutter: String
  let padding: String
  let carets: String

  /// It is nil if the file has no such line, or if its text is not available, as for a file that is
  /// read row by row.
  init?(_ mark: Mark, _ redactor: Redactor?) {
    guard !mark.source.bytes.isEmpty, let line = MarkedLine(mark)?.masked(by: redactor) else {
      return nil
    }
    let (scalars, column) = (line.scalars, line.start)
    let width = max(1, line.end - column)

    // A long line is cut to a window around the mark: a pasted token should not fill the screen.
    let first = column > 80 ? column - 40 : 0
    let last = min(scalars.count, first + 120)
    var shown = String(String.UnicodeScalarView(scalars[first..<last]))
    if first > 0 { shown = "…" + shown }
    if last < scalars.count { shown += "…" }
    // Tabs are kept so that the caret is below its character at any tab width.
    var padding = String.UnicodeScalarView()
    for scalar in scalars[first..<column] { padding.append(scalar == "\t" ? "\t" : " ") }
    if first > 0 { padding.insert(" ", at: padding.startIndex) }

    let number = String(mark.start.line)
    gutter = "  \(number) | "
    self.line = shown
    emptyGutter = "  \(String(repeating: " ", count: number.count)) | "
    self.padding = String(padding)
    carets = String(repeating: "^", count: min(width, max(1, last - column)))
  }
}

/// A line of a file with a marked range, counted from 0 in Unicode scalars.
struct MarkedLine {
  private(set) var scalars: [Unicode.Scalar]
  private(set) var start: Int
  /// Where the marked range ends: after its last scalar.
  private(set) var end: Int
  private let text: String

  /// Takes the line on which a mark begins; nil if the file has no such line.
  init?(_ mark: Mark) {
    guard let line = mark.source.line(mark.start.line) else { return nil }
    text = String(line)
    scalars = Array(line.unicodeScalars)
    start = min(mark.start.column - 1, scalars.count)
    end = min(mark.end.line == mark.start.line ? mark.end.column - 1 : scalars.count, scalars.count)
  }

  /// The line in which the passwords of URLs are secret: `https://name:password@host`.
  private var withSecretPasswords: ProtectedText {
    var rest = Array(text.utf8)[...]
    var result = ProtectedText()
    while let scheme = rest.firstRange(of: Array("://".utf8)) {
      let authority = rest[scheme.upperBound...].prefix { !"/?#\"' \t".utf8.contains($0) }
      let password = authority.firstIndex(of: UInt8(ascii: ":")).flatMap { colon in
        authority.lastIndex(of: UInt8(ascii: "@")).flatMap { sign in
          colon + 1 < sign ? colon + 1..<sign : nil
        }
      }
      // A placeholder shows nothing.
      guard let password, rest[password.lowerBound] != UInt8(ascii: "<") else {
        result.append(ProtectedText(bytes: Array(rest[..<authority.endIndex])))
        rest = rest[authority.endIndex...]
        continue
      }
      result.append(ProtectedText(bytes: Array(rest[..<password.lowerBound])))
      result.append(ProtectedText(bytes: Array(rest[password]), isSecret: true))
      rest = rest[password.upperBound...]
    }
    result.append(ProtectedText(bytes: Array(rest)))
    return result
  }

  /// Returns the line with its secrets masked, and the marked range moved accordingly.
  func masked(by redactor: Redactor?) -> MarkedLine {
    let own = withSecretPasswords
    let protected = redactor?.protecting(own) ?? own
    guard protected.holdsSecret else { return self }
    var line = self
    line.scalars = []
    var position = 0
    for stretch in protected.stretches {
      let text = Array(String(decoding: stretch.bytes, as: UTF8.self).unicodeScalars)
      let visible = stretch.isSecret ? Array(ProtectedText.mask.unicodeScalars) : text
      let shown = line.scalars.count
      // A marked range within a secret becomes the whole mask.
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

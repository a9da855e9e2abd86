import APICallText

/// The last lines that a plugin wrote to standard error.
package struct StandardErrorLog {
  /// The largest number of bytes that are kept.
  private static let capacity = 64 << 10
  /// The largest number of lines in a message, and of characters in each.
  private static let shownLines = 8
  private static let longestLine = 400

  private var kept: [UInt8] = []
  private var open: [UInt8] = []
  /// Receives each line; nil if the lines are not reported.
  private let report: (@Sendable (String) -> Void)?

  package init(reporting report: (@Sendable (String) -> Void)?) { self.report = report }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    kept.append(contentsOf: bytes)
    if kept.count > 2 * Self.capacity { kept.removeFirst(kept.count - Self.capacity) }
    guard report != nil else { return }
    open.append(contentsOf: bytes)
    while let feed = open.firstIndex(of: UInt8(ascii: "\n")) {
      tell(open[..<feed])
      open.removeSubrange(...feed)
    }
    if open.count > Self.capacity { endLine() }
  }

  /// Appends a line from another source than standard error.
  mutating func append(_ line: String) {
    endLine()
    Array((line + "\n").utf8).withUnsafeBytes { append($0) }
  }

  /// Reports the text after the last line feed.
  mutating func endLine() {
    guard !open.isEmpty else { return }
    tell(open[...])
    open = []
  }

  private func tell(_ line: ArraySlice<UInt8>) {
    report?(Self.shown(line))
  }

  package var words: [String] {
    kept.suffix(Self.capacity).split(separator: UInt8(ascii: "\n")).suffix(Self.shownLines)
      .map { Self.shown($0) }
  }

  var lastLine: String? { words.last }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line, as: UTF8.self)
    let short = text.count > longestLine ? text.prefix(longestLine) + "…" : text[...]
    return TerminalText.line(String(short))
  }
}

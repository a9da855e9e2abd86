import APICallBase

/// What a plugin writes on standard error, line by line: the last of it, for whom it concerns.
package struct StandardErrorLog {
  /// The most octets that are kept.
  private static let capacity = 64 << 10
  /// The most lines that a message shows, and the most characters of each.
  private static let shownLines = 8
  private static let longestLine = 400

  private var kept: [UInt8] = []
  /// The beginning of a line that is not whole.
  private var open: [UInt8] = []
  /// Takes each line as it comes, if anybody wants them.
  private let report: (@Sendable (String) -> Void)?

  /// Creates an empty log.
  ///
  /// - Parameter report: takes each line as it comes.
  package init(reporting report: (@Sendable (String) -> Void)?) { self.report = report }

  /// Takes the next octets.
  package mutating func append(_ octets: UnsafeRawBufferPointer) {
    kept.append(contentsOf: octets)
    if kept.count > 2 * Self.capacity { kept.removeFirst(kept.count - Self.capacity) }
    guard report != nil else { return }
    open.append(contentsOf: octets)
    while let feed = open.firstIndex(of: UInt8(ascii: "\n")) {
      tell(open[..<feed])
      open.removeSubrange(...feed)
    }
    if open.count > Self.capacity { endLine() }
  }

  /// Takes a line that came in another way.
  mutating func append(_ line: String) {
    endLine()
    Array((line + "\n").utf8).withUnsafeBytes { append($0) }
  }

  /// Tells what stands behind the last line feed.
  mutating func endLine() {
    guard !open.isEmpty else { return }
    tell(open[...])
    open = []
  }

  private func tell(_ line: ArraySlice<UInt8>) {
    report?(Self.shown(line))
  }

  /// The last lines, as a message shows them.
  package var words: [String] {
    kept.suffix(Self.capacity).split(separator: UInt8(ascii: "\n")).suffix(Self.shownLines)
      .map { Self.shown($0) }
  }

  /// The last line; nil where there is none.
  var lastLine: String? { words.last }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line, as: UTF8.self)
    let short = text.count > longestLine ? text.prefix(longestLine) + "…" : text[...]
    return TerminalText.escapingLine(String(short))
  }
}

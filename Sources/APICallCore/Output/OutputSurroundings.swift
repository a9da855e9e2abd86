/// Where the output goes, as far as the rules want to know.
package struct OutputSurroundings: Sendable {
  /// Whether standard output is a terminal.
  package var isTerminal: Bool
  /// The columns of the terminal; nil where it is none, or nobody knows.
  package var columns: Int?

  package init(isTerminal: Bool, columns: Int? = nil) {
    self.isTerminal = isTerminal
    self.columns = columns
  }
}

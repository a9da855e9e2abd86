/// Where the output goes, as far as the rules want to know.
package struct OutputSurroundings: Sendable {
  /// Whether standard output is a terminal.
  package var isTerminal: Bool
  /// The columns of the terminal; nil where it is none, or nobody knows.
  package var columns: Int?
  /// What the environment says of colour.
  package var colors: ColorEnvironment

  package init(isTerminal: Bool, columns: Int? = nil, colors: ColorEnvironment = .silent) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.colors = colors
  }
}

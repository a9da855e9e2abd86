/// Which call of a script something is about.
package struct StepPlace: Sendable, Hashable {
  /// The names of the steps that lead to it: that of the script that was run, and of each script that
  /// is called by it.
  package var path: [String]
  /// The round of the loop, counted from 1; nil where there is none.
  package var round: Int?

  package init(path: [String], round: Int? = nil) {
    self.path = path
    self.round = round
  }
}

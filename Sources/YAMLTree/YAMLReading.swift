/// What came out of reading a YAML file: a tree, problems, or both.
///
/// Problems that can be recovered from are collected while the tree is built. Where a value could
/// not be known, an empty value stands at the problem's own mark, so that whoever reads the tree
/// can leave out complaints about the same place.
package struct YAMLReading: Sendable {
  /// The document's value; nil where the file holds nothing but comments or could not be read to
  /// its end.
  package var root: Node?
  /// What is wrong, in the order of reading.
  package var problems: [YAMLProblem]

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - root: the document's value.
  ///   - problems: what is wrong.
  package init(root: Node?, problems: [YAMLProblem] = []) {
    self.root = root
    self.problems = problems
  }
}

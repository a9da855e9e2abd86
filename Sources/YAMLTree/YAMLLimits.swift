/// How much a file may ask for before reading it ends with a problem.
package struct YAMLLimits: Sendable, Hashable {
  /// The most octets of a file.
  package var octets: Int
  /// The most levels of lists and maps within each other; values above 256 count as 256, because
  /// a tree is read and released by recursion.
  package var depth: Int
  /// The most keys and values; each alias counts as a whole copy of its anchor's value.
  package var nodes: Int
  /// The most octets of text that aliases repeat.
  package var aliasOctets = 4 << 20
  /// The most problems that are listed; those beyond are left out.
  package var problems: Int

  /// The limits for files that people write: 1 MiB, 64 levels, 100 000 nodes, 100 problems.
  package static let standard = YAMLLimits()

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - octets: the most octets of a file.
  ///   - depth: the most levels of lists and maps within each other, at most 256.
  ///   - nodes: the most keys and values after aliases are expanded.
  ///   - problems: the most problems that are listed.
  package init(
    octets: Int = 1 << 20, depth: Int = 64, nodes: Int = 100_000, problems: Int = 100
  ) {
    self.octets = octets
    self.depth = depth
    self.nodes = nodes
    self.problems = problems
  }

  /// The depth that holds.
  var effectiveDepth: Int { min(depth, 256) }

  /// The octets that hold: few enough that two such numbers can be added.
  var effectiveAliasOctets: Int { min(aliasOctets, Int.max / 2) }

  /// The number of nodes that holds: small enough that two of them can be added.
  var effectiveNodes: Int { min(nodes, Int.max / 2) }
}

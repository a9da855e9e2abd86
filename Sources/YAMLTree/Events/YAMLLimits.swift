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

/// What must hold before libyaml sees a text: its size, its encoding, its directives.
enum TextCheck {
  /// Checks a text.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - limits: the most octets it may have.
  /// - Throws: `tooLarge`, `notUTF8Encoding`, `notUTF8` or `tooManyTagDirectives`.
  static func check(_ source: Source, limits: YAMLLimits) throws(YAMLProblem) {
    let octets = source.octets
    let beginning = Mark(source: source, start: Mark.Position(line: 1, column: 1))
    guard octets.count <= limits.octets else {
      let kind = YAMLProblem.Kind.tooLarge(octets: octets.count, limit: limits.octets)
      throw YAMLProblem(kind, at: beginning)
    }
    // libyaml would decode UTF-16 and count its marks in another text than ours.
    if octets.starts(with: [0xFF, 0xFE]) || octets.starts(with: [0xFE, 0xFF])
      || octets.starts(with: [0x00, 0x00, 0xFE, 0xFF])
    {
      throw YAMLProblem(.notUTF8Encoding, at: beginning)
    }
    let directives = countTagDirectives(in: octets)
    guard directives <= maximumOfTagDirectives else {
      let kind = YAMLProblem.Kind.tooManyTagDirectives(limit: maximumOfTagDirectives)
      throw YAMLProblem(kind, at: beginning)
    }
    if let offset = firstInvalidOctet(in: octets) {
      let position = source.position(ofOctet: offset)
      throw YAMLProblem(
        .notUTF8(octet: octets[offset]), at: Mark(source: source, start: position))
    }
  }

  /// libyaml compares each with all before it: a file full of them would take it seconds.
  private static let maximumOfTagDirectives = 100

  private static func countTagDirectives(in octets: [UInt8]) -> Int {
    octets.withUnsafeBufferPointer { octets in
      var count = 0
      for index in octets.indices where octets[index] == UInt8(ascii: "%") {
        if octets[index...].starts(with: "%TAG".utf8) { count += 1 }
      }
      return count
    }
  }

  private static func firstInvalidOctet(in octets: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: octets.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

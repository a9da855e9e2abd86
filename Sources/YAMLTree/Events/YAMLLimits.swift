/// The limits of a file, beyond which reading ends with a problem.
package struct YAMLLimits: Sendable, Hashable {
  /// The largest number of bytes in a file.
  package var bytes: Int
  /// The deepest nesting of lists and maps; values above 256 count as 256, because a tree is read
  /// and released by recursion.
  package var depth: Int
  /// The largest number of keys and values; each alias counts as a full copy of its anchor's value.
  package var nodes: Int
  /// The largest number of bytes of text that aliases repeat.
  package var aliasBytes = 4 << 20
  /// The largest number of problems to report; the rest are left out.
  package var problems: Int

  /// The limits for files that people write: 1 MiB, 64 levels, 100 000 nodes, 100 problems.
  package static let standard = YAMLLimits()

  /// Creates limits.
  package init(
    bytes: Int = 1 << 20, depth: Int = 64, nodes: Int = 100_000, problems: Int = 100
  ) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
    self.problems = problems
  }

  /// The depth in effect.
  var effectiveDepth: Int { min(depth, 256) }

  /// The number of bytes in effect: small enough that two of them can be added.
  var effectiveAliasBytes: Int { min(aliasBytes, Int.max / 2) }

  /// The number of nodes in effect: small enough that two of them can be added.
  var effectiveNodes: Int { min(nodes, Int.max / 2) }
}

/// Checks a text before libyaml reads it: its size, its encoding, its directives.
enum TextCheck {
  /// Checks a text.
  static func check(_ source: Source, limits: YAMLLimits) throws(YAMLProblem) {
    let bytes = source.bytes
    let beginning = Mark(source: source, start: Mark.Position(line: 1, column: 1))
    guard bytes.count <= limits.bytes else {
      let kind = YAMLProblem.Kind.tooLarge(bytes: bytes.count, limit: limits.bytes)
      throw YAMLProblem(kind, at: beginning)
    }
    // libyaml would decode UTF-16 and count its marks in another text than ours.
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0x00, 0x00, 0xFE, 0xFF])
    {
      throw YAMLProblem(.notUTF8Encoding, at: beginning)
    }
    let directives = countTagDirectives(in: bytes)
    guard directives <= maximumOfTagDirectives else {
      let kind = YAMLProblem.Kind.tooManyTagDirectives(limit: maximumOfTagDirectives)
      throw YAMLProblem(kind, at: beginning)
    }
    if let offset = firstInvalidByte(in: bytes) {
      let position = source.position(ofByte: offset)
      throw YAMLProblem(
        .notUTF8(byte: bytes[offset]), at: Mark(source: source, start: position))
    }
  }

  /// libyaml compares each with all before it: a file full of them would take it seconds.
  private static let maximumOfTagDirectives = 100

  private static func countTagDirectives(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
        if bytes[index...].starts(with: "%TAG".utf8) { count += 1 }
      }
      return count
    }
  }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

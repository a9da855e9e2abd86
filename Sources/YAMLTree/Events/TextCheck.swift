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

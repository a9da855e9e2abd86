/// What must hold before libyaml sees a text: its size and its encoding.
enum TextCheck {
  /// Checks a text.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - limits: the most octets it may have.
  /// - Throws: `tooLarge`, `notUTF8Encoding` or `notUTF8`.
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
    if let offset = firstInvalidOctet(in: octets) {
      let position = source.position(ofOctet: offset)
      throw YAMLProblem(
        .notUTF8(octet: octets[offset]), at: Mark(source: source, start: position))
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

/// Parts of a text, in which what was secret still is.
extension ProtectedText {
  /// A part of the text.
  ///
  /// - Parameter range: which of ``revealedOctets``.
  /// - Returns: the part; of a range that reaches beyond the text, what there is.
  package func part(_ range: Range<Int>) -> ProtectedText {
    var part = ProtectedText()
    var start = 0
    for (octets, secrecy) in parts {
      let own = range.clamped(to: start..<start + octets.count)
      part.append(
        ProtectedText(
          octets: Array(octets[(own.lowerBound - start)..<(own.upperBound - start)]), secrecy))
      start += octets.count
    }
    return part
  }

  /// The parts between the places where an octet stands; empty ones too.
  package func split(at octet: UInt8) -> [ProtectedText] {
    var found = [ProtectedText()]
    for (octets, secrecy) in parts {
      let pieces = octets.split(separator: octet, omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { found.append(ProtectedText()) }
        found[found.count - 1].append(ProtectedText(octets: Array(piece), secrecy))
      }
    }
    return found
  }
}

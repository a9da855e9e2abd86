/// The ways in which a text is cut into pieces.
enum Pieces {
  /// Returns the pieces of a text: one byte each, or up to 16.
  ///
  /// The text itself decides, so that the file of a finding is enough to repeat the cuts.
  static func cut(_ text: [UInt8]) -> [[UInt8]] {
    var state = text.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let longest = [1, 2, 5, 16][Int(state >> 61) / 2]
    var pieces: [[UInt8]] = []
    var rest = text[...]
    while !rest.isEmpty {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = Int(state >> 40) % longest + 1
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  /// Requires that the result for a text is the same wherever it is cut.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the name of the code under test, for the message.
  ///   - outcome: returns the result for pieces.
  /// - Returns: the result for the whole text.
  @discardableResult
  static func agree<Outcome: Equatable>(
    _ text: [UInt8], _ name: String, _ outcome: ([[UInt8]]) -> Outcome
  ) -> Outcome {
    let whole = outcome(text.isEmpty ? [] : [text])
    let pieces = cut(text)
    let cut = outcome(pieces)
    require(
      cut == whole,
      "\(name) of \(text.shown)\nin pieces of \(pieces.map(\.count)): \(cut)\nas a whole: \(whole)")
    return whole
  }
}

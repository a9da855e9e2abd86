/// The ways in which a text is cut into the pieces that it arrives in.
enum Pieces {
  /// The pieces of a text: one octet each, or up to 16, as the text itself decides, so that a file
  /// alone says where a finding was cut.
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

  /// Requires that something comes of a text wherever it is cut.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: what makes something of it, for the message.
  ///   - outcome: what comes of its pieces.
  /// - Returns: what comes of the whole text.
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

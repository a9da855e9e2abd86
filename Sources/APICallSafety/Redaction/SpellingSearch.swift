/// Finds secrets in all their spellings.
struct SpellingSearch: Sendable {
  typealias Stretch = ProtectedText.Stretch

  private var folded = SpellingAutomaton(foldsCase: true)
  /// Finds secrets that are too short to be compared without case; mostly empty.
  private var exact = SpellingAutomaton()

  /// Prepares to search; secrets that do not fit are left out.
  init(
    for secrets: [[UInt8]] = [], in spellings: [SecretSpelling] = SecretSpelling.allCases
  ) {
    for spelling in spellings {
      for secret in secrets {
        if spelling.foldsCase(of: secret) {
          Self.add(secret, in: spelling, to: &folded)
        } else {
          Self.add(secret, in: spelling, to: &exact)
        }
      }
    }
    folded.finish()
    exact.finish()
  }

  private static func add(
    _ secret: [UInt8], in spelling: SecretSpelling, to automaton: inout SpellingAutomaton
  ) {
    guard secret.count <= automaton.room else { return }
    for pattern in spelling.patterns(of: secret) { automaton.add(pattern) }
  }

  /// The length in bytes of the longest spelling, with the Base64 characters next to it.
  var longest: Int { max(folded.longest, exact.longest) }

  /// Finds the secrets in a text.
  ///
  /// Returns the stretches that the secrets cover, in any order.
  func stretches(in text: [UInt8], cutLength: Int?) -> [Stretch] {
    let found = folded.isEmpty ? [] : folded.stretches(in: text, cutLength: cutLength)
    return exact.isEmpty ? found : found + exact.stretches(in: text, cutLength: cutLength)
  }
}

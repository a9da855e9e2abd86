import APICallSafety

/// The secrets that names and shapes show in a run; they are masked elsewhere as well.
struct ShownSecrets {
  /// The length of the shortest text that is masked elsewhere in any case; a shorter one may be an
  /// ordinary word.
  private static let shortestFound = 12

  /// The length of the longest one: a longer one does not fit in the header of a request.
  static let longest = 8 << 10

  private var rules: [[UInt8]: RecordingMask.Rule] = [:]
  /// Those that responses have shown and that are short, each with the first exchange that shows it.
  private var short: [[UInt8]: Int] = [:]

  /// What responses have named, each with the first exchange that names it.
  private var named: [[UInt8]: Int] = [:]
  /// Those of them that a later request sends as a value of its own.
  private var sent: Set<[UInt8]> = []

  mutating func learn(
    _ secrets: [[UInt8]: RecordingMask.Rule], at index: Int, inResponse isResponse: Bool
  ) {
    for (secret, rule) in secrets where secret.count <= Self.longest {
      let inner = CredentialText.credentials(afterSchemeIn: secret).map { [$0] } ?? []
      for text in Redactor.readings(of: secret) + inner {
        if isResponse, rule == .name, named[text] == nil { named[text] = index }
        guard Redactor.isSearchable(text), rule == .shape || CredentialText.isDistinct(text) else {
          continue
        }
        if text.count >= Self.shortestFound {
          rules[text] = rules[text] ?? rule
        } else if isResponse, short[text] == nil {
          short[text] = index
        }
      }
    }
  }

  /// Adds the short secrets that later requests send back: they are not ordinary words.
  mutating func learnShort(sentIn texts: [[[UInt8]]]) {
    guard !short.isEmpty else { return }
    let search = SecretSearch(
      for: short.keys.sorted { $0.lexicographicallyPrecedes($1) }, encoded: 0)
    for (index, texts) in texts.enumerated() {
      for text in texts.flatMap({ Redactor.readings(of: $0) }) {
        for range in search.protecting(ProtectedText(bytes: text)).secretRanges {
          let secret = Array(text[range])
          guard let first = short[secret], first < index, text.hasWord(at: range) else {
            continue
          }
          rules[secret] = .name
        }
      }
    }
  }

  /// Adds what later requests send as a value of its own, whatever it looks like.
  mutating func learnWhole(sentIn values: [[[UInt8]]]) {
    for (index, values) in values.enumerated() {
      for value in values {
        if let first = named[value], first < index { sent.insert(value) }
      }
    }
  }

  /// Whether a request sends a text, as a value of its own, after a response has named it.
  func isSent(_ value: [UInt8]) -> Bool { sent.contains(value) }

  /// The secrets that are searched for, in a fixed order.
  var searched: [[UInt8]] { rules.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  func rule(of secret: [UInt8]) -> RecordingMask.Rule { rules[secret] ?? .shape }
}

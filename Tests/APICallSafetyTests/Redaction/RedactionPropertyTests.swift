import APICallSafety
import SeededNumbers
import Testing

@Suite("A redactor, with thousands of texts")
struct RedactionPropertyTests {
  /// The pieces of a secret: everything that some spelling changes.
  private static let bits = [
    "k7", "Zq", "\"", "\\", "<", "&", "=", "+", " ", "%41", "é", "😀", "/", "'", "\n", "?>", "u0041",
    "\u{1b}", "amp;", "ÿ",
  ]
  private static let around = [
    "a", "B7", " ", "=", "\"", "\\", "%", "%4", "&", ";", "+", "/", "é", "🎈", "\n", #"\u00"#, "&#x",
  ]

  @Test("No reading of the output contains the secret, and the text around it stays")
  func masked() {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    for iteration in 0..<CaseCount.picked(800) {
      let secret = Array(Self.secret(&random).utf8)
      let (before, after) = (Self.words(&random), Self.words(&random))
      let spelling = random.pick(Spelling.all)
      let spelled = spelling.spell(secret, &random)
      let text = "\(before)(\(spelled))\(after)"
      let shown = Redactor([secret]).masking(text)
      guard Readings.hold(secret, in: text), !Readings.hold(secret, in: shown),
        shown.hasPrefix("\(before)("), shown.hasSuffix(")\(after)")
      else {
        Issue.record(
          "seed \(seed), iteration \(iteration), \(spelling.name): \(text) is shown as \(shown)")
        return
      }
    }
  }

  @Test("A text without the secret stays as it is")
  func untouched() {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    let tries = CaseCount.picked(800)
    var count = 0
    for iteration in 0..<tries {
      let secret = Array(Self.secret(&random).utf8)
      // The beginning of the secret, and another secret, in some spelling. In Base64, all but a few
      // bits of the last byte are as good as all of them.
      let text =
        Self.words(&random)
        + random.pick(Spelling.all).spell(Array(secret.dropLast(2 + random.below(3))), &random)
        + Self.words(&random)
        + random.pick(Spelling.all).spell(Array(Self.secret(&random).utf8), &random)
      guard !Readings.hold(secret, in: text) else { continue }
      count += 1
      let shown = Redactor([secret]).masking(text)
      guard shown == text else {
        let name = String(decoding: secret, as: UTF8.self)
        Issue.record(
          "seed \(seed), iteration \(iteration): \(text) is shown as \(shown) for \(name)")
        return
      }
    }
    #expect(count * 4 > tries * 3)
  }

  @Test("Many secrets at once are masked as each one alone would be")
  func several() {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    for iteration in 0..<CaseCount.picked(50) {
      let secrets = (0..<8).map { _ in Array(Self.secret(&random).utf8) }
      let text = (0..<8).map { _ in
        Self.words(&random) + random.pick(Spelling.all).spell(random.pick(secrets), &random)
      }.joined()
      let shown = Redactor(secrets).masking(text)
      for secret in secrets where Readings.hold(secret, in: shown) {
        Issue.record("seed \(seed), iteration \(iteration): \(text) is shown as \(shown)")
        return
      }
    }
  }

  private static func secret(_ random: inout SeededGenerator) -> String {
    // A core that only Base64 changes keeps the secret from occurring by chance.
    random.text(of: bits, below: 4) + String(random.next() % 1_000_000, radix: 36) + "xyzw"
      + random.text(of: bits, below: 4)
  }

  private static func words(_ random: inout SeededGenerator) -> String {
    random.text(of: around, below: 6) + "."
  }
}

import APICallBase
import APICallHTTP
import APICallSafety
import SeededNumbers
import TestWorlds
import Testing

@Suite("Text with secret parts")
struct ProtectedTextTests {
  private func mixed() -> ProtectedText {
    var text: ProtectedText = "key="
    text.append(ProtectedText("hunter2", isSecret: true))
    text.append(";")
    text.append(ProtectedText("s", isSecret: true))
    text.append(ProtectedText("t", isSecret: true))
    return text
  }

  @Test("Secret stretches are masked, and adjacent ones as one")
  func masked() {
    #expect(mixed().masked == "key=***;***")
    #expect(mixed().revealed == "key=hunter2;st")
    #expect(mixed().holdsSecret)
    #expect(!ProtectedText("a").holdsSecret)
    #expect(ProtectedText("", isSecret: true).masked == "")
  }

  @Test("Secrecy depends on the position, not on the value")
  func byPlace() {
    var text: ProtectedText = "a b a "
    text.append(ProtectedText("a", isSecret: true))
    #expect(text.masked == "a b a ***")
  }

  @Test("Masking part of a confined text does not mask the rest")
  func beside() throws {
    let confined = Secrecy(isMasked: false, confinement: try Self.confinement("a"))
    var text: ProtectedText = "public "
    text.append(ProtectedText("part-hunter2-tail", confined))
    let protected = text.protecting([ProtectedText.Stretch(start: 12, end: 19)])
    #expect(protected.masked == "public part-***-tail")
    let both = confined.joined(.masked)
    #expect(protected.parts.map(\.secrecy) == [.open, confined, both, confined])
    let more = protected.protecting([ProtectedText.Stretch(start: 17, end: 21)])
    #expect(more.masked == "public part-***ail")
    #expect(more.stretches.map(\.isSecret) == [false, false, true, false])
  }

  @Test("Each byte has the secrecy of the stretches that contain it, and nothing more")
  func overlaps() throws {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    let confinements = [nil, try Self.confinement("a"), try Self.confinement("b")]
    for _ in 0..<2000 {
      let length = 1 + numbers.below(12)
      let bytes = (0..<length).map { UInt8(ascii: "a") + UInt8($0) }
      let own = Secrecy(
        isMasked: numbers.below(3) == 0, confinement: numbers.pick(confinements))
      let stretches = (0..<numbers.below(5)).map { _ in
        let start = numbers.below(length)
        return ProtectedText.Stretch(
          start: start, end: start + numbers.below(length - start + 1),
          secrecy: Secrecy(
            isMasked: numbers.below(2) == 0, confinement: numbers.pick(confinements)))
      }
      let text = ProtectedText(bytes: bytes, own).protecting(stretches)
      var masked = ""
      var position = 0
      for (part, secrecy) in text.parts {
        for byte in part {
          let covering = stretches.filter { $0.start <= position && position < $0.end }
          let expected = Secrecy.joined([own] + covering.map(\.secrecy))
          #expect(byte == bytes[position] && Self.isSame(secrecy, expected), "\(stretches)")
          if !expected.isMasked {
            masked.unicodeScalars.append(Unicode.Scalar(byte))
          } else if !masked.hasSuffix("*") {
            masked += ProtectedText.mask
          }
          position += 1
        }
      }
      #expect(position == length && text.masked == masked, "\(stretches)")
    }
  }

  private static func confinement(_ name: String) throws -> Confinement {
    let store = SecretStore([FixedSecrets("fixed", [(name, "value-1", ["https://a.example"])])])
    return Confinement(try #require(try store.root(named: name)))
  }

  /// Whether two values are equal apart from the order of the secrets.
  private static func isSame(_ one: Secrecy, _ other: Secrecy) -> Bool {
    one.isMasked == other.isMasked
      && Set(one.confinement?.roots ?? []) == Set(other.confinement?.roots ?? [])
  }

  @Test("Printing never shows a secret")
  func printing() {
    let text = mixed()
    var dumped = ""
    dump(text, to: &dumped)
    dump([text], to: &dumped)
    dump(HeaderField("A", text), to: &dumped)
    let printed = [
      "\(text)", "\([text])", "\(Optional(text) as Any)", String(describing: text),
      text.debugDescription,
      String(reflecting: text), String(reflecting: HeaderField("A", text)), dumped,
    ]
    for print in printed {
      #expect(!print.contains("hunter2") && !print.contains("st"))
      #expect(print.contains("***"))
    }
  }

  @Test("Equal texts with different secrets are not equal")
  func equality() {
    #expect(ProtectedText("a", isSecret: true) != ProtectedText("a"))
    #expect(ProtectedText("a", isSecret: true) == ProtectedText("a", isSecret: true))
  }
}

import APICallHTTP
import Testing

@Suite("The bytes of field values, and their text")
struct FieldTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var text: String
    var isLatin1 = false
  }

  @Test(
    "Bytes are UTF-8, otherwise ISO 8859-1, and are kept",
    arguments: [
      Case(testDescription: "nothing", bytes: [], text: ""),
      Case(testDescription: "ASCII", bytes: [0x61], text: "a"),
      Case(testDescription: "UTF-8", bytes: [0xC3, 0xBC], text: "ü"),
      Case(testDescription: "ISO 8859-1", bytes: [0x66, 0xFC], text: "fü", isLatin1: true),
      Case(
        testDescription: "UTF-8 that is cut", bytes: [0xC3, 0xBC, 0xC3], text: "Ã¼Ã", isLatin1: true
      ),
      Case(
        testDescription: "the last characters", bytes: [0x80, 0xFF], text: "\u{80}ÿ",
        isLatin1: true),
    ])
  func values(_ example: Case) {
    let value = FieldText(bytes: example.bytes)
    #expect(value.text == example.text)
    #expect(value.isLatin1 == example.isLatin1)
    #expect(value.bytes == example.bytes)
  }

  @Test("All bytes are kept")
  func all() {
    for byte in UInt8.min...UInt8.max { #expect(FieldText(bytes: [byte]).bytes == [byte]) }
  }

  @Test(
    "A further line decides for the whole value",
    arguments: [
      ([0x61], [0x62], "a b"), ([0xFC], [0x62], "ü b"), ([0x61], [0xFC], "a ü"),
      ([0xC3, 0xBC], [0xFC], "Ã¼ ü"), ([0xFC], [0xC3, 0xBC], "ü Ã¼"),
      ([0xC3], [0xBC], "Ã ¼"), ([0xC3, 0xBC], [0xC3, 0xBC], "ü ü"),
    ] as [([UInt8], [UInt8], String)])
  func lines(_ first: [UInt8], _ second: [UInt8], _ text: String) {
    var value = FieldText(bytes: first)
    value.append(line: second)
    #expect(value.text == text)
    #expect(value.bytes == first + [0x20] + second)
    #expect(value == FieldText(bytes: first + [0x20] + second))
  }

  @Test("Text outside ISO 8859-1 has no bytes in it")
  func outside() {
    #expect(FieldText.latin1("ü€") == nil)
    #expect(FieldText.latin1("ü") == [0xFC])
  }
}

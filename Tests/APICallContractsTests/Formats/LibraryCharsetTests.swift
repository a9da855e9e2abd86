import APICallBase
import SeededNumbers
import Testing

@testable import APICallContracts

@Suite("Charsets of the C library")
struct LibraryCharsetTests {
  private func convert(
    _ charset: Charset, _ pieces: [ArraySlice<UInt8>], isStrict: Bool = true
  ) throws(DeliveryError) -> String {
    String(decoding: try converted(charset, pieces, isStrict: isStrict), as: UTF8.self)
  }

  static let texts: [(Charset, [UInt8], String)] = [
    (.iso8859_2, [0x61, 0xB1], "aą"), (.iso8859_15, [0xA4], "€"),
    (.windows1251, [0xCF, 0x61], "Пa"),
    (.windows1255, [0xE9, 0xC9, 0x61], "יֹa"), (.koi8r, [0xF0, 0xD2], "Пр"), (.koi8u, [0xB4], "Є"),
    (.shiftJIS, [0x93, 0xFA, 0x5C, 0x7E, 0xB1], "日\\~ｱ"), (.eucJP, [0xC6, 0xFC, 0x61], "日a"),
    (.iso2022JP, [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x0A], "日\n"),
    (.eucKR, [0xB0, 0xA1], "가"), (.big5, [0xA4, 0x40], "一"), (.gbk, [0xC4, 0xE3], "你"),
    (.gb18030, [0x95, 0x32, 0x82, 0x36, 0x61], "𠀀a"), (.ibm437, [0x84, 0xDB], "ä█"),
    (.ibm037, [0xC1, 0x81, 0x25], "Aa\n"), (.ibm866, [0x8F], "П"), (.macintosh, [0x8A], "ä"),
  ]

  @Test("Text becomes UTF-8, wherever it is cut", arguments: texts)
  func converts(_ charset: Charset, _ bytes: [UInt8], _ text: String) throws {
    #expect(try convert(charset, [bytes[...]]) == text)
    #expect(try convert(charset, bytes.map { [$0] }) == text)
    for cut in bytes.indices {
      #expect(try convert(charset, [bytes[..<cut], bytes[cut...]], isStrict: false) == text)
    }
  }

  static let faults: [(Charset, [UInt8], String, String)] = [
    (
      .shiftJIS, [0x0A, 0x61, 0x93],
      "line 2: the byte 0x93, number 3 of the text, is not SHIFT_JIS", "\na\u{FFFD}"
    ),
    (
      .shiftJIS, [0x93, 0x20, 0x61],
      "line 1: the byte 0x93, number 1 of the text, is not SHIFT_JIS", "\u{FFFD} a"
    ),
    (
      .eucKR, [0x61, 0xFF, 0x62], "line 1: the byte 0xff, number 2 of the text, is not EUC-KR",
      "a\u{FFFD}b"
    ),
    (
      .iso8859_7, [0xFF], "line 1: the byte 0xff, number 1 of the text, is not ISO-8859-7",
      "\u{FFFD}"
    ),
    (.ibm037, [0x25, 0xC1], "", "\nA"),
  ]

  @Test("Invalid bytes are an error with their place, or replaced", arguments: faults)
  func invalid(_ charset: Charset, _ bytes: [UInt8], _ message: String, _ kept: String) throws {
    for pieces in [[bytes[...]], bytes.map { [$0] }] {
      if !message.isEmpty {
        #expect(throws: DeliveryError.malformed(message)) { try convert(charset, pieces) }
      }
      #expect(try convert(charset, pieces, isStrict: false) == kept)
    }
  }

  @Test("This machine has all of them", arguments: Charset.allCases)
  func all(_ charset: Charset) throws {
    #expect(charset.isReadable)
    #expect(Charset(named: charset.rawValue.uppercased()) == charset)
    let first: [UInt8] = charset.rawValue.hasPrefix("utf-16") ? [0x61, 0x00] : [0x61]
    #expect(throws: Never.self) { try convert(charset, [first[...]], isStrict: false) }
  }

  @Test("A charset that the library lacks is an error with a way out")
  func missing() {
    #expect(LibraryConversion(from: "no-such-charset") == nil)
    #expect(
      DeliveryError.unreadable(.big5)
        == .malformed(
          "the C library of this machine does not read big5",
          hint: "install its modules: libc-gconv-modules-extra (Debian) or glibc-gconv-extra "
            + "(Fedora)"))
  }

  @Test(
    "Names that servers use",
    arguments: [
      ("Shift-JIS", .shiftJIS), ("Windows-31J", .shiftJIS), ("x-sjis", .shiftJIS),
      ("GB2312", .gb2312), ("x-gbk", .gbk), ("ks_c_5601-1987", .eucKR), ("cp1251", .windows1251),
      ("x-cp1250", .windows1250), ("cp1252", .windows1252), ("ISO_8859-2:1987", .iso8859_2),
      ("iso8859-15", .iso8859_15), ("latin2", .iso8859_2), ("cp437", .ibm437), ("CP850", .ibm850),
      ("tis-620", .iso8859_11), ("ISO-8859-1", .latin1),
      // The C library knows these, but a server must not choose from all of it.
      ("utf-7", nil), ("ISO-2022-CN-EXT", nil), ("IBM1364", nil), ("utf-8//translit", nil),
      ("koi8-r//IGNORE", nil), ("../x", nil), ("", nil), ("cp", nil), ("iso8859", nil),
    ] as [(String, Charset?)])
  func names(_ name: String, _ charset: Charset?) { #expect(Charset(named: name) == charset) }

  @Test("Any bytes are converted in the same way, however they are cut, and end")
  func anything() throws {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    for charset in Charset.allCases where charset.nameInLibrary != nil {
      for _ in 0..<40 {
        let bytes = (0..<numbers.below(60)).map { _ in
          numbers.below(3) == 0
            ? UInt8(numbers.below(256))
            : numbers.pick([0x1B, 0x24, 0x42, 0x0E, 0x81, 0x61] as [UInt8])
        }
        let whole = try convert(charset, [bytes[...]], isStrict: false)
        let cut = try convert(charset, bytes.map { [$0] }, isStrict: false)
        #expect(whole == cut, "\(charset): \(bytes)")
      }
    }
  }

  @Test("A long text is converted in bounded pieces, and invalid bytes cost no more")
  func long() throws {
    let text = [UInt8](repeating: 0xCF, count: 300_000)
    #expect(try convert(.windows1251, [text[...]]).utf8.count == 600_000)
    let invalid = [UInt8](repeating: 0xFF, count: 300_000)
    #expect(try convert(.eucKR, [invalid[...]], isStrict: false).utf8.count == 900_000)
  }
}

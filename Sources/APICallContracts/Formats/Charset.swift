/// The character encoding of a response.
package enum Charset: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  /// As its byte order mark says, or little-endian without one, as in browsers.
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case latin1 = "iso-8859-1"
  case windows1252 = "windows-1252"
  case ascii = "us-ascii"

  package init?(named name: String) {
    let name = name.lowercased()
    if let charset = Self(rawValue: name) {
      self = charset
      return
    }
    switch name {
    case "utf8", "csutf8", "unicode-1-1-utf-8": self = .utf8
    case "latin1", "l1", "iso_8859-1", "iso8859-1", "iso88591", "iso_8859-1:1987", "iso-ir-100",
      "csisolatin1", "cp819", "ibm819":
      self = .latin1
    case "cp1252", "x-cp1252": self = .windows1252
    case "ascii", "iso646-us", "ansi_x3.4-1968", "ansi_x3.4-1986", "iso_646.irv:1991", "iso-ir-6",
      "us", "csascii", "cp367", "ibm367":
      self = .ascii
    default: return nil
    }
  }

  /// The characters of windows-1252 for the bytes 0x80 to 0x9F.
  ///
  /// The five that it does not define are control characters, as in the WHATWG's Encoding Standard.
  private static let windows: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// Returns the character of a non-ASCII byte in a single-byte encoding.
  func scalar(of byte: UInt8) -> Unicode.Scalar {
    guard self == .windows1252, byte < 0xA0 else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(Self.windows[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }
}

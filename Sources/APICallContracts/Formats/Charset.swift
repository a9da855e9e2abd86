/// The character encoding of a text.
package enum Charset: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  /// As its byte order mark says, or little-endian without one, as in browsers.
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case latin1 = "iso-8859-1"
  case windows1252 = "windows-1252"
  case ascii = "us-ascii"

  // The C library reads those below: iconv(3).
  case iso8859_2 = "iso-8859-2"
  case iso8859_3 = "iso-8859-3"
  case iso8859_4 = "iso-8859-4"
  case iso8859_5 = "iso-8859-5"
  case iso8859_6 = "iso-8859-6"
  case iso8859_7 = "iso-8859-7"
  case iso8859_8 = "iso-8859-8"
  case iso8859_9 = "iso-8859-9"
  case iso8859_10 = "iso-8859-10"
  case iso8859_11 = "iso-8859-11"
  case iso8859_13 = "iso-8859-13"
  case iso8859_14 = "iso-8859-14"
  case iso8859_15 = "iso-8859-15"
  case iso8859_16 = "iso-8859-16"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case koi8r = "koi8-r"
  case koi8u = "koi8-u"
  case macintosh
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  case iso2022JP = "iso-2022-jp"
  case eucKR = "euc-kr"
  case big5
  case gbk
  case gb2312
  case gb18030
  case ibm037
  case ibm273
  case ibm437
  case ibm500
  case ibm850
  case ibm852
  case ibm858
  case ibm866
  case ibm1047
  case ibm1140

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
    default:
      guard let charset = Self.ofLibrary(named: name) else { return nil }
      self = charset
    }
  }

  /// The other names of the IANA and of the WHATWG's Encoding Standard.
  ///
  /// A server may choose among these only: the C library has many more, some of them unsafe.
  private static func ofLibrary(named name: String) -> Charset? {
    switch name {
    case "latin2", "l2": return .iso8859_2
    case "latin3", "l3": return .iso8859_3
    case "latin4", "l4": return .iso8859_4
    case "cyrillic": return .iso8859_5
    case "arabic": return .iso8859_6
    case "greek": return .iso8859_7
    case "hebrew": return .iso8859_8
    case "latin5", "l5": return .iso8859_9
    case "latin6", "l6": return .iso8859_10
    case "tis-620": return .iso8859_11
    case "latin-9", "latin9", "l9": return .iso8859_15
    case "koi", "koi8", "koi8_r", "cskoi8r": return .koi8r
    case "mac", "x-mac-roman", "csmacintosh": return .macintosh
    case "sjis", "x-sjis", "shift-jis", "ms_kanji", "ms932", "windows-31j", "csshiftjis":
      return .shiftJIS
    case "x-euc-jp", "cseucpkdfmtjapanese": return .eucJP
    case "csiso2022jp": return .iso2022JP
    case "ks_c_5601-1987", "ksc5601", "ks_c_5601-1989", "korean", "windows-949", "cseuckr":
      return .eucKR
    case "big5-hkscs", "x-x-big5", "cn-big5", "csbig5": return .big5
    case "x-gbk", "cp936", "ms936", "windows-936": return .gbk
    case "gb_2312-80", "chinese", "csgb2312", "euc-cn": return .gb2312
    default: break
    }
    for (prefix, usual) in [
      ("iso_8859-", "iso-8859-"), ("iso8859-", "iso-8859-"), ("iso8859", "iso-8859-"),
      ("cp125", "windows-125"), ("x-cp125", "windows-125"), ("cp", "ibm"),
    ] where name.hasPrefix(prefix) {
      // A year may follow: iso_8859-2:1987.
      let rest = name.dropFirst(prefix.count).prefix { $0 != ":" }
      if let charset = Self(rawValue: usual + rest) { return charset }
    }
    return nil
  }

  /// Whether this machine can read it.
  package var isReadable: Bool {
    nameInLibrary.map { LibraryConversion(from: $0) != nil } ?? true
  }

  /// The name in the C library; nil for those that apicall reads itself.
  ///
  /// Some stand for a superset that writers under that name use, as in browsers.
  var nameInLibrary: String? {
    switch self {
    case .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .latin1, .windows1252, .ascii: nil
    case .shiftJIS: "CP932"
    case .eucJP: "EUC-JP-MS"
    case .eucKR: "UHC"
    case .big5: "BIG5-HKSCS"
    case .gbk, .gb2312: "GB18030"
    default:
      rawValue.hasPrefix("windows-") ? "CP\(rawValue.dropFirst(8))" : rawValue.uppercased()
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

extension Charset {
  /// Whether its characters have several bytes even if they are ASCII.
  package var isWide: Bool {
    switch self {
    case .utf16, .utf16LittleEndian, .utf16BigEndian: true
    default: false
    }
  }
}

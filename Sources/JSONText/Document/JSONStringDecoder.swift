/// Resolves the escapes of a string that a scanner has accepted (RFC 8259, section 7).
enum JSONStringDecoder {
  /// Decodes the content between the quotes.
  ///
  /// A surrogate without its other half is encoded as if it were a character, so that such strings
  /// can be compared.
  static func decode(_ content: ArraySlice<UInt8>) -> (bytes: [UInt8], isUnicode: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    var isUnicode = true
    var index = content.startIndex
    while index < content.endIndex {
      let byte = content[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < content.endIndex else {
        bytes.append(byte)
        index += 1
        continue
      }
      let escape = content[index + 1]
      guard escape == UInt8(ascii: "u") else {
        bytes.append(meaning(of: escape))
        index += 2
        continue
      }
      let unit = codeUnit(content, at: index)
      index += 6
      if unit & 0xfc00 == 0xd800, index + 6 <= content.endIndex,
        content[index] == UInt8(ascii: "\\"), content[index + 1] == UInt8(ascii: "u")
      {
        let low = codeUnit(content, at: index)
        if low & 0xfc00 == 0xdc00 {
          append(0x10000 + (UInt32(unit & 0x3ff) << 10 | UInt32(low & 0x3ff)), to: &bytes)
          index += 6
          continue
        }
      }
      if unit & 0xf800 == 0xd800 { isUnicode = false }
      append(UInt32(unit), to: &bytes)
    }
    return (bytes, isUnicode)
  }

  private static func meaning(of escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  /// Returns the value of the `\uXXXX` at an index.
  private static func codeUnit(_ content: ArraySlice<UInt8>, at index: Int) -> UInt16 {
    content.dropFirst(index - content.startIndex + 2).prefix(4)
      .reduce(0) { $0 << 4 | ($1.hexadecimalValue ?? 0) }
  }

  private static func append(_ code: UInt32, to bytes: inout [UInt8]) {
    func trail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (code >> shift & 0x3f)) }
    switch code {
    case ..<0x80:
      bytes.append(UInt8(code))
    case ..<0x800:
      bytes.append(UInt8(0xc0 | code >> 6))
      bytes.append(trail(0))
    case ..<0x10000:
      bytes.append(UInt8(0xe0 | code >> 12))
      bytes.append(trail(6))
      bytes.append(trail(0))
    default:
      bytes.append(UInt8(0xf0 | code >> 18))
      bytes.append(trail(12))
      bytes.append(trail(6))
      bytes.append(trail(0))
    }
  }
}

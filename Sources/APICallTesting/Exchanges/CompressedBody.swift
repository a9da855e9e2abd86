import APICallHTTP

/// Bodies that are compressed inside, such as archives: secrets cannot be found in them.
enum CompressedBody {
  /// The first bytes of formats whose content is compressed.
  private static let beginnings: [[UInt8]] = [
    [0x1F, 0x8B], Array("PK\u{3}\u{4}".utf8), Array("BZh".utf8), [0xFD] + Array("7zXZ\0".utf8),
    [0x28, 0xB5, 0x2F, 0xFD], Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C],
    [0x04, 0x22, 0x4D, 0x18], Array("Rar!".utf8), Array("%PDF-".utf8),
  ]
  /// The subtypes of formats that have no first bytes of their own.
  private static let subtypes: Set = ["x-brotli", "brotli", "deflate", "zlib"]

  /// Whether a body is compressed, by its first bytes or its type.
  static func isCompressed(_ bytes: [UInt8], type: String?) -> Bool {
    if beginnings.contains(where: { bytes.starts(with: $0) }) { return true }
    if let type = type.flatMap({ MediaType($0) }), subtypes.contains(type.subtype) {
      return !bytes.isEmpty
    }
    // zlib (RFC 1950): a window of up to 32 KiB, and a check of the two bytes.
    guard bytes.count > 2, bytes[0] == 0x78, [0x01, 0x5E, 0x9C, 0xDA].contains(bytes[1]) else {
      return false
    }
    return ExchangeBody(bytes, type: nil).text == nil
  }
}

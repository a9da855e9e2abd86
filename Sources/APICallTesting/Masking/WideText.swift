import APICallHTTP

/// A text in UTF-16, which is masked in UTF-8.
struct WideText {
  let text: [UInt8]
  private let isBigEndian: Bool

  /// Reads the text; nil if the body is not UTF-16, or if it could not be written in the same way
  /// again.
  init?(_ body: ExchangeBody) {
    let bytes = body.bytes
    guard bytes.count.isMultiple(of: 2), bytes.count >= 2 else { return nil }
    let charset = body.type?.parameter("charset")?.lowercased() ?? ""
    let zeros = (0..<2).map { first in
      stride(from: first, to: bytes.count, by: 2).count { bytes[$0] == 0 }
    }
    if bytes.starts(with: [0xFE, 0xFF]) || charset == "utf-16be" {
      isBigEndian = true
    } else if bytes.starts(with: [0xFF, 0xFE]) || charset.hasPrefix("utf-16") {
      isBigEndian = false
    } else if zeros[0] + zeros[1] > 0, min(zeros[0], zeros[1]) * 8 < max(zeros[0], zeros[1]) {
      isBigEndian = zeros[0] > zeros[1]
    } else {
      return nil
    }
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
    }
    text = Array(String(decoding: units, as: UTF16.self).utf8)
    guard encoded(text) == bytes else { return nil }
  }

  func encoded(_ text: [UInt8]) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
}

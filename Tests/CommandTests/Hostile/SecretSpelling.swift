import Foundation

/// A way in which a secret may be written in the bytes of a request.
struct SecretSpelling: Sendable {
  /// The bytes of the spelling.
  let name: String
  let bytes: [UInt8]

  /// Returns all spellings of a secret that are searched for as bytes.
  ///
  /// They are the secret itself, in hexadecimal, and in Base64 at each of the three positions where
  /// it may begin in the encoded text.
  static func all(of secret: String) -> [SecretSpelling] {
    let bytes = Array(secret.utf8)
    var all = [
      SecretSpelling(name: "plain", bytes: bytes),
      SecretSpelling(name: "hex", bytes: Array(hexadecimal(bytes).utf8)),
    ]
    for shift in 0..<3 {
      let text = Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString()
      // The text before it affects the first characters, and the text after it the last one.
      let first = [0, 2, 3][shift]
      let last = (shift + bytes.count) * 8 / 6
      all.append(SecretSpelling(name: "Base64", bytes: Array(text.utf8)[first..<last].map { $0 }))
    }
    return all
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return bytes.reduce(into: "") { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  /// Every byte percent-encoded.
  static func percent(_ bytes: [UInt8]) -> String {
    bytes.map { "%" + hexadecimal([$0]).uppercased() }.joined()
  }

  /// Whether bytes contain it.
  func isIn(_ text: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    return text.withUnsafeBytes { text in
      guard var place = text.baseAddress else { return false }
      let end = place + text.count
      while end - place >= bytes.count,
        let found = memchr(place, Int32(first), end - place - bytes.count + 1)
      {
        if memcmp(found, bytes, bytes.count) == 0 { return true }
        place = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}

/// The bytes of a request in the forms that are searched for secrets.
struct SearchedRequest: Sendable {
  /// Unchanged, and with percent-encoding undone once and twice.
  private let forms: [[UInt8]]
  /// The same in the alphabet of Base64, if the request has that of base64url.
  private let standard: [[UInt8]]
  /// The same in lower case.
  private let small: [[UInt8]]

  init(_ bytes: [UInt8]) {
    var forms = [bytes]
    while forms.count < 3, let last = forms.last, last.contains(0x25) {
      forms.append(Self.decoded(last))
    }
    self.forms = forms
    standard = forms.map { $0.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 } }
    small = forms.map { $0.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 } }
  }

  /// Returns the first spelling of a secret that the request contains.
  func spelling(of secret: [SecretSpelling]) -> String? {
    secret.first { spelling in
      switch spelling.name {
      case "hex": small.contains { spelling.isIn($0) }
      case "Base64": (forms + standard).contains { spelling.isIn($0) }
      default: forms.contains { spelling.isIn($0) }
      }
    }?.name
  }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count,
        let byte = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

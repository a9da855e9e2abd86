import APICallText

/// Digests of public keys, of which a server must have one: `sha256//BASE64[;sha256//BASE64]`.
package struct KeyPins: Sendable, Hashable {
  /// The list in the format of `CURLOPT_PINNEDPUBLICKEY`.
  package let list: String

  package init(_ text: String) throws(MalformedSetting) {
    for pin in text.split(separator: ";", omittingEmptySubsequences: false) {
      guard Self.isPin(pin) else {
        throw MalformedSetting(
          "'\(pin)' is not the digest of a key",
          hint: "write sha256// and the key's SHA-256 digest in base64 (44 characters); "
            + "put ';' between several")
      }
    }
    list = text
  }

  /// 32 bytes are 43 digits and one `=`.
  private static func isPin(_ pin: Substring) -> Bool {
    guard pin.hasPrefix("sha256//"), pin.hasSuffix("="), pin.utf8.count == 52 else { return false }
    return pin.dropFirst(8).dropLast().utf8.allSatisfy {
      $0.isASCIILetterOrDigit || "+/".utf8.contains($0)
    }
  }
}

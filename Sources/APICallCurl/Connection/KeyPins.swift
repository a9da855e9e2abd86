/// Digests of public keys, of which a server has to have one: `sha256//BASE64[;sha256//BASE64]`.
package struct KeyPins: Sendable, Hashable {
  /// The list as `CURLOPT_PINNEDPUBLICKEY` takes it.
  let list: String

  /// Reads digests.
  ///
  /// - Parameter text: SHA-256 digests of public keys in the form of DER (SubjectPublicKeyInfo).
  /// - Throws: ``MalformedSetting``.
  package init(_ text: String) throws(MalformedSetting) {
    for pin in text.split(separator: ";", omittingEmptySubsequences: false) {
      guard Self.isPin(pin) else {
        throw MalformedSetting(
          "'\(pin)' is not the digest of a key",
          hint: "write sha256// and the 44 characters of its SHA-256 digest in base64, "
            + "several with ';' between")
      }
    }
    list = text
  }

  /// 32 octets are 43 digits and one `=`.
  private static func isPin(_ pin: Substring) -> Bool {
    guard pin.hasPrefix("sha256//"), pin.hasSuffix("="), pin.utf8.count == 52 else { return false }
    return pin.dropFirst(8).dropLast().utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}

package import APICallSafety
import APICallText

/// How the servers at some origins prove who they are, besides what the user's options say.
package struct ServerIdentity: Sendable, Hashable {
  package let origins: [Origin]
  /// The path of a file with the certificates of the authorities to trust, in PEM form, instead of
  /// the system's.
  package var authorities: String?
  package var pins: KeyPins?

  package init(of origins: [Origin], pins: KeyPins?) {
    self.origins = origins
    self.pins = pins
  }
}

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

/// Why the text of a setting is not valid.
package struct MalformedSetting: Error, Sendable, Hashable {
  /// What is wrong, with the value but without secrets.
  package var reason: String
  package var hint: String

  package init(_ reason: String, hint: String) {
    self.reason = reason
    self.hint = hint
  }
}

import APICallSafety
import APICallText

/// Header fields whose value is a credential, which is always shown masked.
package enum CredentialFields {
  private static let names: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]

  package static func contain(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// Finds the secrets in the value of such a field: the credentials after the scheme (RFC 9110,
  /// section 11.4), for Basic also the password, and the values of cookies (RFC 6265, section 4).
  package static func secrets(in value: String, of name: String) -> [[UInt8]] {
    switch name.lowercased() {
    case "cookie": value.split(separator: ";").flatMap { cookie(in: $0) }
    case "set-cookie": cookie(in: value.prefix { $0 != ";" })
    default: credentials(in: value)
    }
  }

  /// The schemes that are shown although the credentials after them are not.
  private static let schemes: Set<String> = [
    "basic", "bearer", "digest", "token", "negotiate", "aws4-hmac-sha256", "apikey", "api-key",
    "genie-key", "discogs", "oauth", "dpop", "hmac",
  ]

  /// The authentication scheme in the value of such a field (RFC 9110, section 11.4).
  ///
  /// Returns the scheme as it is written; nil for a value without one, or with a word that is not
  /// known to be one.
  package static func scheme(of value: String, in name: String) -> String? {
    guard name.lowercased().hasSuffix("authorization"),
      let space = value.firstIndex(of: " "), schemes.contains(value[..<space].lowercased())
    else { return nil }
    return String(value[..<space])
  }

  private static func cookie(in pair: Substring) -> [[UInt8]] {
    guard let sign = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return [] }
    return secret(pair.utf8[sign...].dropFirst(), around: " \t\"")
  }

  private static func credentials(in value: String) -> [[UInt8]] {
    let words = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2 else { return secret(value.utf8[...], around: " ") }
    var secrets = secret(words[1], around: " ")
    guard String(decoding: words[0], as: UTF8.self).lowercased() == "basic",
      let pair = secrets.first.flatMap({ Base64.decode($0) })
    else { return secrets }
    // The user name cannot contain a colon (RFC 7617, section 2), but the password after it can.
    if let colon = pair.firstIndex(of: UInt8(ascii: ":")), colon + 1 < pair.count {
      secrets.append(Array(pair[(colon + 1)...]))
    }
    return secrets
  }

  /// The text without certain characters at its ends.
  private static func secret(_ text: Substring.UTF8View, around others: String) -> [[UInt8]] {
    let others = Array(others.utf8)
    var rest = Array(text)[...]
    while let first = rest.first, others.contains(first) { rest.removeFirst() }
    while let last = rest.last, others.contains(last) { rest.removeLast() }
    return rest.isEmpty ? [] : [Array(rest)]
  }
}

extension HeaderField {
  /// The value as it may be shown: secrets are masked, and credentials are masked as a whole.
  package var shownValue: String {
    CredentialFields.contain(name)
      ? ProtectedText.mask
      : value.stretches.reduce(into: "") { shown, stretch in
        shown += stretch.isSecret ? ProtectedText.mask : FieldText(bytes: stretch.bytes).text
      }
  }
}

extension ResponseHead.Field {
  /// The value as it may be shown: credentials are masked as a whole.
  package var shownValue: String {
    CredentialFields.contain(name) ? ProtectedText.mask : value
  }

  /// The secrets in the value, if it is a credential: as they are shown, and in the bytes that
  /// arrived.
  package var secrets: [[UInt8]] {
    guard CredentialFields.contain(name) else { return [] }
    let secrets = CredentialFields.secrets(in: value, of: name)
    guard content.isLatin1 else { return secrets }
    return secrets + secrets.compactMap { FieldText.latin1(String(decoding: $0, as: UTF8.self)) }
  }
}

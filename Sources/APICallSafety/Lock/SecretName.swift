import APICallText

/// Names of secrets: the part after the dot of `<secret.NAME>`.
package enum SecretName {
  /// The first word of a placeholder for a secret.
  package static let prefix = "secret"
  /// The maximum length of a name in bytes.
  package static let longest = 64

  /// The rule for names, for hints.
  package static let rule =
    "a name is at most \(longest) letters, digits, _ and -, and begins with a letter or _"

  /// Returns whether a text is the name of a secret.
  package static func isValid(_ text: String) -> Bool {
    text.utf8.count <= longest && Identifier.isValid(text)
  }
}

/// The environment variable with a stored secret, `APICALL_SECRET_NAME`, and the one with its
/// origins, `APICALL_SECRET_NAME_ORIGINS`.
package enum SecretVariable {
  /// The prefix of both names.
  package static let prefix = "APICALL_SECRET_"
  /// The suffix of the second name.
  package static let suffix = "_ORIGINS"

  /// Returns the variable of a secret: its name in capitals, with _ for -.
  package static func name(of secret: String) -> String {
    var bytes = Array(prefix.utf8)
    for byte in secret.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): bytes.append(byte - 0x20)
      case UInt8(ascii: "-"): bytes.append(UInt8(ascii: "_"))
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the variable of a secret is one that contains the origins of another secret.
  package static func isOfOrigins(_ secret: String) -> Bool {
    name(of: secret).hasSuffix(suffix)
  }

  /// Returns the name of the secret that a variable contains.
  ///
  /// Several names lead to the same variable: it returns the one with _, but one with - works as
  /// well.
  ///
  /// Returns the name of the secret; nil if the variable is not for one.
  package static func secret(in variable: String) -> String? {
    guard variable.hasPrefix(prefix), !variable.hasSuffix(suffix) else { return nil }
    let secret = variable.dropFirst(prefix.count).lowercased()
    return SecretName.isValid(secret) && name(of: secret) == variable ? secret : nil
  }
}

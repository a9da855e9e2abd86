/// Names of secrets: what stands behind the dot of `<secret.NAME>`.
package enum SecretName {
  /// What placeholders of secrets begin with.
  package static let prefix = "secret"
  /// The most octets of a name.
  package static let longest = 64

  /// What names are, for hints.
  package static let rule =
    "a name is letters, digits, _ and -, begins with a letter or _, and has \(longest) at most"

  /// Tells whether a text is the name of a secret.
  package static func isValid(_ text: String) -> Bool {
    text.utf8.count <= longest && Identifier.isValid(text)
  }

  /// Checks a name that somebody typed.
  ///
  /// - Throws: a ``Failure`` with exit status 64 where it is none.
  package static func check(_ text: String) throws(Failure) {
    guard !isValid(text) else { return }
    throw Failure(.usage, "'\(text)' cannot be the name of a secret", hint: rule)
  }
}

/// The variable of the environment that holds a stored secret, `APICALL_SECRET_NAME`, and the one beside
/// it that says what the secret is for, `APICALL_SECRET_NAME_ORIGINS`.
package enum SecretVariable {
  /// What both begin with.
  package static let prefix = "APICALL_SECRET_"
  /// What the second ends with.
  package static let suffix = "_ORIGINS"

  /// The variable of a secret: its name in capitals, - as _.
  package static func name(of secret: String) -> String {
    var octets = Array(prefix.utf8)
    for octet in secret.utf8 {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): octets.append(octet - 0x20)
      case UInt8(ascii: "-"): octets.append(UInt8(ascii: "_"))
      default: octets.append(octet)
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// Whether the variable of a name is one that says what another secret is for.
  package static func isOfOrigins(_ secret: String) -> Bool {
    name(of: secret).hasSuffix(suffix)
  }

  /// A secret that a variable holds, under a name that leads to it.
  ///
  /// Several names may: that with _ is meant, and one with - in its place is as good.
  ///
  /// - Parameter variable: the variable.
  /// - Returns: the secret's name; nil where the variable holds none.
  package static func secret(in variable: String) -> String? {
    guard variable.hasPrefix(prefix), !variable.hasSuffix(suffix) else { return nil }
    let secret = variable.dropFirst(prefix.count).lowercased()
    return SecretName.isValid(secret) && name(of: secret) == variable ? secret : nil
  }
}

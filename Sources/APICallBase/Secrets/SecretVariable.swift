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

/// Header fields whose value is a credential, whoever wrote it: shown masked.
enum CredentialFields {
  private static let names: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]

  static func contain(_ name: String) -> Bool { names.contains(name.lowercased()) }
}

extension HeaderField {
  /// The value as it may be shown: secrets masked, and credentials as a whole.
  package var shownValue: String {
    CredentialFields.contain(name) ? ProtectedText.mask : value.masked
  }
}

extension ResponseHead.Field {
  /// The value as it may be shown: credentials masked as a whole.
  package var shownValue: String {
    CredentialFields.contain(name) ? ProtectedText.mask : value
  }
}

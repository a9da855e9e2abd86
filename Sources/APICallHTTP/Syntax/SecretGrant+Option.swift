package import APICallBase
package import APICallSafety

extension SecretGrant {
  /// Reads the methods of an option, separated by commas.
  ///
  /// Returns the methods, at least one (RFC 9110, section 9.1). Throws a ``Failure`` with exit
  /// status 64 if one is not a method in upper case.
  package static func methods(
    in text: some StringProtocol, of option: String
  ) throws(Failure) -> [String] {
    var methods: [String] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let method = String(word)
      guard HeaderSyntax.isName(method), method == method.uppercased() else {
        throw Failure(
          .usage, "\(option): '\(method)' is not a method",
          hint:
            "write methods in upper case, as in \(option.hasSuffix("grant") ? "NAME=" : "")GET,POST"
        )
      }
      if !methods.contains(method) { methods.append(method) }
    }
    return methods
  }
}

extension SecretGrants.Entry {
  /// Reads the value of `--grant`: `NAME`, or `NAME=GET,POST,body`.
  ///
  /// Throws a ``Failure`` with exit status 64 if it is neither.
  package init(option text: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    try SecretName.check(name)
    var grant = SecretGrant()
    if parts.count > 1 {
      var words = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      grant.allowsContent = words.contains("body")
      words.removeAll { $0 == "body" }
      if !words.isEmpty {
        grant.methods = try SecretGrant.methods(in: words.joined(separator: ","), of: "--grant")
      }
    }
    self.init(name, in: "", grant)
  }
}

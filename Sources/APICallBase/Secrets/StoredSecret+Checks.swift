extension StoredSecret {
  /// Creates a secret.
  ///
  /// - Parameters:
  ///   - value: text of 1 to ``longestValue`` octets.
  ///   - origins: 1 to ``mostOrigins`` origins; each is kept once.
  /// - Throws: a ``SecretProblem`` with exit status 65 that says nothing of the value.
  package init(_ value: String, for origins: [Origin]) throws(SecretProblem) {
    guard !value.isEmpty else {
      throw SecretProblem("the value of a secret is empty", status: .badInput)
    }
    guard value.utf8.count <= Self.longestValue else {
      throw SecretProblem(
        "the value of a secret is longer than \(Self.longestValue) octets", status: .badInput,
        hint: "what is that long goes into a file, which an input of type file takes")
    }
    var known: [Origin] = []
    for origin in origins where !known.contains(origin) { known.append(origin) }
    guard !known.isEmpty else {
      throw SecretProblem(
        "a secret is for origins, and there is none", status: .badInput,
        hint: "an origin is scheme://host[:port], as in https://api.example.com")
    }
    guard known.count <= Self.mostOrigins else {
      throw SecretProblem(
        "a secret is for \(Self.mostOrigins) origins at most, not \(known.count)",
        status: .badInput, hint: "store it under several names")
    }
    self.init(checked: value, for: known)
  }
}

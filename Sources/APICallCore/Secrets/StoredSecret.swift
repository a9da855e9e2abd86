/// A secret as a source keeps it: its value, and the origins that may get it.
///
/// It never prints its value.
package struct StoredSecret: Sendable, Hashable {
  /// The most octets of a value: with its escapes it has to fit into one frame of a plugin.
  package static let longestValue = 32 << 10
  /// The most origins of one secret.
  package static let mostOrigins = 32

  /// The value: text that is not empty, secret as a whole.
  package let value: ProtectedText
  /// The origins that may get it; never empty.
  package let origins: [Origin]

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
    self.value = ProtectedText(value, isSecret: true)
    self.origins = known
  }

  /// Whether an origin may get it: one that was stored, with or without the dot that may end a name.
  package func isFor(_ origin: Origin) -> Bool {
    let origin = origin.withoutRootDot
    return origins.contains { $0.withoutRootDot == origin }
  }

  /// The origins as messages and lists show them.
  package var originTexts: [String] { origins.map(\.description) }
}

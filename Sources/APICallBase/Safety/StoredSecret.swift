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

  /// Creates a secret of what was checked.
  ///
  /// - Parameters:
  ///   - value: text of 1 to ``longestValue`` bytes.
  ///   - origins: 1 to ``mostOrigins`` origins, each of them once.
  init(checked value: String, for origins: [Origin]) {
    self.value = ProtectedText(value, isSecret: true)
    self.origins = origins
  }

  /// Whether an origin may get it: one that was stored, with or without the dot that may end a name.
  package func isFor(_ origin: Origin) -> Bool {
    let origin = origin.withoutRootDot
    return origins.contains { $0.withoutRootDot == origin }
  }

  /// The origins as messages and lists show them.
  package var originTexts: [String] { origins.map(\.description) }
}

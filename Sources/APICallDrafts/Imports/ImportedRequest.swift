/// A request that was read from another notation, on its way to a file.
package struct ImportedRequest: Sendable {
  package var draft: RequestDraft
  package var name: String
  package var line: Int
  package var notes: [ImportNote] = []
  /// The stored secrets that it uses, with the origins that receive them.
  package var secrets: [StoredSecret] = []

  /// A stored secret of a file.
  package struct StoredSecret: Sendable, Hashable {
    package var name: String
    /// The origin; nil if the source does not have it.
    package var origin: String?
  }
}

/// Something that the file does not do as its source does.
package struct ImportNote: Sendable, Hashable {
  package var code: String
  package var text: String
  /// Whether something of the request is lost; otherwise it is done elsewhere.
  package var isLoss: Bool
}

/// Finds credentials in a text of a media type: the places in its bytes.
package typealias CredentialSearch = @Sendable ([UInt8], String?) -> [Range<Int>]

/// The names of stored secrets: equal values have equal names, also in several files.
struct SecretNames {
  private var names: [String: [String: String]] = [:]

  mutating func name(for value: String, _ wanted: String) -> String {
    var known = names[wanted] ?? [:]
    if let name = known[value] { return name }
    let name = known.isEmpty ? wanted : "\(wanted)_\(known.count + 1)"
    known[value] = name
    names[wanted] = known
    return name
  }
}

package import APICallSafety
import APICallText
import JSONText

extension Scope.Binding {
  /// The provenance of a part of the value.
  ///
  /// Returns the provenance of the whole, and of the secrets in the part.
  func provenance(of value: Value) -> Provenance {
    guard !parts.isEmpty || echoes != nil || !latin1.isEmpty else { return provenance }
    var provenance = provenance
    if !latin1.isEmpty, let text = value.plainText, latin1.contains(text) {
      provenance.isLatin1 = true
    }
    if !parts.isEmpty {
      let texts = value.leaves
      for part in parts where part.stands(in: texts) { provenance.secrecy.join(part.secrecy) }
    }
    if let echoes { provenance.secrecy.join(echoes.secrecy(of: value)) }
    return provenance
  }

  /// The provenance of the whole value, with the secrets in any part of it.
  package var provenanceOfWhole: Provenance { value.map { provenance(of: $0) } ?? provenance }
}

extension Scope.Binding.SecretPart {
  /// A shorter text is only compared as a whole, because it occurs in others by chance.
  private static let shortest = 6

  fileprivate func stands(in texts: [[UInt8]]) -> Bool {
    value.leaves.contains { secret in
      if secret.isEmpty { return false }
      if secret.count < Self.shortest { return texts.contains(secret) }
      let search = ByteSearch(for: secret)
      return texts.contains { search.matches(in: $0) }
    }
  }
}

extension Value {
  fileprivate var leaves: [[UInt8]] {
    switch self {
    case .text(let text): return [Array(text.utf8)]
    case .bytes(let bytes): return [bytes]
    case .file: return []
    case .json(let json):
      var leaves: [[UInt8]] = []
      json.visitLeaves { leaves.append($0) }
      return leaves
    }
  }
}

extension JSONNode {
  /// Visits texts and numbers, and the keys of maps.
  fileprivate func visitLeaves(_ visit: ([UInt8]) -> Void) {
    switch kind {
    case .null, .boolean: break
    case .number: visit(Array(bytes))
    case .string: visit(Array((string ?? text).utf8))
    case .array: for element in elements { element.visitLeaves(visit) }
    case .object:
      for (key, value) in members {
        visit(Array(key.utf8))
        value.visitLeaves(visit)
      }
    }
  }
}

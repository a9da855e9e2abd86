import APICallSafety

/// Finds any number of secrets in texts, in all spellings that a redactor knows.
struct SecretSearch {
  // A redactor has room for 256 KiB of patterns: a secret needs up to 15 times its length.
  private static let mostBytes = 16 << 10
  /// Where a redactor finds secrets only as they are.
  private static let mostUnencoded = 240 << 10

  private var redactors: [Redactor] = []

  init(for secrets: [[UInt8]], findsAll: Bool = false, encoded mostEncoded: Int = .max) {
    var group: [[UInt8]] = []
    var (count, sum) = (0, 0)
    func redactor() -> Redactor {
      if sum > mostEncoded { return Redactor(unencoded: group) }
      return findsAll ? Redactor(findingAll: group) : Redactor(group)
    }
    for secret in secrets {
      // The beginning of a long secret is enough to find it; the rest is found as well.
      let pieces = stride(from: 0, to: secret.count, by: Self.mostBytes).map {
        Array(secret[$0..<min($0 + Self.mostBytes, secret.count)])
      }
      for piece in pieces where piece.count >= Redactor.shortest {
        if count + piece.count > (sum > mostEncoded ? Self.mostUnencoded : Self.mostBytes) {
          redactors.append(redactor())
          sum += count
          (group, count) = ([], 0)
        }
        group.append(piece)
        count += piece.count
      }
    }
    if !group.isEmpty { redactors.append(redactor()) }
  }

  func protecting(_ text: ProtectedText) -> ProtectedText {
    redactors.reduce(text) { $1.protecting($0) }
  }

  func finds(in bytes: [UInt8]) -> Bool {
    let text = ProtectedText(bytes: bytes)
    return redactors.contains { $0.protecting(text).holdsSecret }
  }
}

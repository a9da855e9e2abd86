import APICallBase

/// A stored secret that an output was made with, as a session keeps it: by its name alone.
package struct SessionSecret: Sendable, Hashable {
  /// The name, as in `<secret.NAME>`.
  package let name: String
  /// The origins that the file allows the output, besides those of the secret.
  let origins: [Origin]
  /// Whether it limits the output only since the folder of the file is not trusted.
  let isForTrust: Bool

  init(_ name: String, for origins: [Origin] = [], isForTrust: Bool = false) {
    self.name = name
    self.origins = origins
    self.isForTrust = isForTrust
  }

  init(_ root: SecretRoot) {
    self.init(root.name, for: root.widening, isForTrust: root.distrust != nil)
  }

  /// The secret, as it is stored now.
  ///
  /// - Parameters:
  ///   - shelf: what stores secrets.
  ///   - distrust: why the file is not trusted; nil where it is.
  /// - Returns: nil where there is none of that name any more, or its source cannot say.
  func root(from shelf: SecretShelf, untrusted distrust: Distrust?) -> SecretRoot? {
    guard let found = try? shelf.root(named: name) else { return nil }
    return found.inResponse(for: origins, untrusted: isForTrust ? distrust : nil)
  }
}

extension SessionEntry {
  /// Whether all the secrets are still stored that its outputs were made with.
  func isUsable(with shelf: SecretShelf) -> Bool {
    outputs.allSatisfy { output in
      output.secrets.allSatisfy { $0.root(from: shelf, untrusted: nil) != nil }
    }
  }
}

extension SessionOutput {
  /// Where the value comes from, and where it may go now.
  func provenance(with shelf: SecretShelf, untrusted distrust: Distrust?) -> Provenance {
    Provenance(
      .response,
      Secrecy(
        isMasked: isSecret,
        confinement: .of(secrets.compactMap { $0.root(from: shelf, untrusted: distrust) })),
      servers: servers)
  }
}

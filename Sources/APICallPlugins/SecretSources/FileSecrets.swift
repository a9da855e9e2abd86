package import APICallBase
package import APICallSafety

/// Secrets in a file of the user.
package struct FileSecrets: SecretProvider {
  package let name = "file"
  package let summary = "A file that only you can read, apicall/secrets.json."
  package let isWritable = true
  private let storage: SecretStorage

  package init(_ storage: SecretStorage) { self.storage = storage }

  package func secret(named name: String) throws(SecretProblem) -> StoredSecret? {
    try contents(of: storage.read()).entries.first { $0.name == name }?.secret
  }

  package func set(_ secret: StoredSecret, named name: String) throws(SecretProblem) {
    try update { $0.set(secret, named: name) }
  }

  package func update(
    _ name: String, _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret {
    var changed: StoredSecret?
    try update { (contents) throws(SecretProblem) in
      let secret = try change(contents.entries.first { $0.name == name }?.secret)
      contents.set(secret, named: name)
      changed = secret
    }
    guard let changed else { throw SecretProblem("'\(storage.place)' was not changed") }
    return changed
  }

  package func remove(_ name: String) throws(SecretProblem) -> Bool {
    // Nothing is created if the secret does not exist.
    guard try secret(named: name) != nil else { return false }
    var wasThere = false
    try update { wasThere = $0.remove(name) }
    return wasThere
  }

  package func list() throws(SecretProblem) -> [SecretListing] {
    try contents(of: storage.read()).entries.map {
      SecretListing($0.name, for: $0.secret.originTexts)
    }
  }

  package func advice(toStore name: String, for origins: [String]) -> String {
    let origins = origins.reduce(into: "") { $0 += " --origin \($1)" }
    let condition = storage.hasPlace ? "" : "with HOME or XDG_DATA_HOME set, "
    return "\(condition)'apicall secrets set \(name)\(origins)'"
  }

  private func contents(of bytes: [UInt8]) throws(SecretProblem) -> SecretsContents {
    return try rethrowing(SecretsContents(bytes)) { (error: SecretsContents.Problem) in
      SecretProblem(
        "'\(storage.place)' cannot be read as secrets: \(error.reason)", status: .badConfiguration,
        hint: "correct the file, or move it away and store the secrets again")
    }
  }

  /// Changes the file.
  ///
  /// A file that cannot be read is not overwritten.
  private func update(
    _ change: (inout SecretsContents) throws(SecretProblem) -> Void
  ) throws(SecretProblem) {
    var problem: SecretProblem?
    try storage.update { bytes in
      do throws(SecretProblem) {
        var contents = try contents(of: bytes)
        try change(&contents)
        let changed = contents.bytes
        guard changed.count <= SecretStorage.limit else {
          problem = SecretProblem(
            "'\(storage.place)' would be longer than \(SecretStorage.limit) bytes",
            status: .cannotCreate, hint: "remove secrets with 'apicall secrets remove NAME'")
          return nil
        }
        return changed
      } catch {
        problem = error
        return nil
      }
    }
    if let problem { throw problem }
  }
}

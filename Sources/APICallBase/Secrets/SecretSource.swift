/// A place that secrets come from: the environment, a file, a keyring.
///
/// All of it is synchronous, and nothing is asked before somebody wants a secret. What it throws has
/// an exit status: 77 where it is locked or refuses, 7 where a plugin fails.
package protocol SecretSource: SecretKeeper {
  /// One line that says where its secrets are.
  var summary: String { get }

  /// Finds a secret.
  ///
  /// - Parameter name: a valid ``SecretName``.
  /// - Returns: the secret with its origins; nil where there is none of that name.
  /// - Throws: a ``SecretProblem``.
  func secret(named name: String) throws(SecretProblem) -> StoredSecret?

  /// Keeps a secret, in the place of one of that name.
  ///
  /// - Parameters:
  ///   - secret: the value and its origins.
  ///   - name: a valid ``SecretName``.
  /// - Throws: a ``SecretProblem``; all is then as it was.
  func set(_ secret: StoredSecret, named name: String) throws(SecretProblem)

  /// Keeps a secret that depends on the one of that name.
  ///
  /// - Parameters:
  ///   - name: a valid ``SecretName``.
  ///   - change: makes what is to be kept of what there is.
  /// - Returns: what is kept.
  /// - Throws: a ``SecretProblem``, or what `change` throws; all is then as it was.
  func update(
    _ name: String, _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret

  /// Removes a secret.
  ///
  /// - Parameter name: a valid ``SecretName``.
  /// - Returns: whether there was one.
  /// - Throws: a ``SecretProblem``; all is then as it was.
  func remove(_ name: String) throws(SecretProblem) -> Bool

  /// Lists what there is, in any order.
  ///
  /// - Throws: a ``SecretProblem``.
  func list() throws(SecretProblem) -> [SecretListing]
}

extension SecretSource {
  /// Asks for the secret, and keeps another one.
  package func update(
    _ name: String, _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret {
    let changed = try change(try secret(named: name))
    try set(changed, named: name)
    return changed
  }

  /// The command that keeps a secret here.
  package func advice(toStore name: String, for origins: [String]) -> String {
    let origins = origins.reduce(into: "") { $0 += " --origin \($1)" }
    return "'apicall secrets set \(name)\(origins) --source \(self.name)'"
  }
}

/// What a list says of a secret: never its value.
package struct SecretListing: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The origins that may get it, as they are written.
  package var origins: [String]

  package init(_ name: String, for origins: [String]) {
    self.name = name
    self.origins = origins
  }
}

/// Reads and writes the file of secrets; who holds it sees to it that it is the user's alone.
package struct SecretStorage: Sendable {
  /// The most octets of the file.
  package static let limit = 1 << 20

  /// The file's path, for messages.
  package var place: String
  /// Whether there is such a path, or the environment lacks what would name it.
  package var hasPlace: Bool
  /// Reads the file; no octets where there is none.
  package var read: @Sendable () throws(SecretProblem) -> [UInt8]
  /// Changes the file, alone among the programs that do so; nil leaves it as it is.
  package var update: @Sendable (_ change: ([UInt8]) -> [UInt8]?) throws(SecretProblem) -> Void

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - place: the file's path, for messages.
  ///   - hasPlace: whether there is such a path.
  ///   - read: reads the file; no octets where there is none.
  ///   - update: changes the file, alone among the programs that do so; nil leaves it as it is.
  package init(
    place: String, hasPlace: Bool = true,
    read: @escaping @Sendable () throws(SecretProblem) -> [UInt8],
    update: @escaping @Sendable (_ change: ([UInt8]) -> [UInt8]?) throws(SecretProblem) -> Void
  ) {
    self.place = place
    self.hasPlace = hasPlace
    self.read = read
    self.update = update
  }
}

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

/// Why a secret cannot be had, kept or removed; nothing of any value is in it.
package struct SecretProblem: Error, Sendable, Hashable {
  /// What is wrong: lower case, no full stop.
  package var message: String
  /// The way out; nil where there is nothing to advise.
  package var hint: String?
  /// The exit status where nothing else is wrong: 77 where a store is locked or refuses, 7 where a
  /// plugin fails.
  package var status: ExitStatus

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - message: what is wrong, without anything of a secret.
  ///   - status: the exit status where nothing else is wrong.
  ///   - hint: the way out.
  package init(_ message: String, status: ExitStatus = .noPermission, hint: String? = nil) {
    self.message = message
    self.status = status
    self.hint = hint
  }

  /// The failure that a command ends with.
  package var failure: Failure { Failure(status, message, hint: hint) }

  /// Does something, and makes what goes wrong the failure that a command ends with.
  ///
  /// - Parameter work: what to do.
  /// - Returns: what came of it.
  /// - Throws: the ``Failure``.
  package static func asFailure<Result>(
    _ work: () throws(SecretProblem) -> Result
  ) throws(Failure) -> Result {
    do throws(SecretProblem) { return try work() } catch { throw error.failure }
  }
}

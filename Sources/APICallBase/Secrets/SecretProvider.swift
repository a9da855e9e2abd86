package import APICallSafety

/// A source of secrets: the environment, a file, a keyring.
///
/// All methods are synchronous, and none is called before a secret is needed. Errors have an exit
/// status: 77 if the source is locked or refuses access, 7 if a plugin fails.
package protocol SecretProvider: SecretKeeper {
  /// A one-line description of where its secrets are stored.
  var summary: String { get }

  /// Returns the secret with its origins; nil if the source has none with that name. Throws a
  /// ``SecretProblem``.
  func secret(named name: String) throws(SecretProblem) -> StoredSecret?

  /// Throws a ``SecretProblem``; nothing has changed then.
  func set(_ secret: StoredSecret, named name: String) throws(SecretProblem)

  /// Stores a secret that depends on the stored one with the same name.
  ///
  /// Returns the stored secret. Throws a ``SecretProblem``, or what `change` throws; nothing has
  /// changed then.
  func update(
    _ name: String, _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret

  /// Returns whether it existed. Throws a ``SecretProblem``; nothing has changed then.
  func remove(_ name: String) throws(SecretProblem) -> Bool

  func list() throws(SecretProblem) -> [SecretListing]
}

extension SecretProvider {
  /// Reads the secret, and stores the changed one.
  package func update(
    _ name: String, _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret {
    let changed = try change(try secret(named: name))
    try set(changed, named: name)
    return changed
  }

  /// The command that stores a secret here.
  package func advice(toStore name: String, for origins: [String]) -> String {
    let origins = origins.reduce(into: "") { $0 += " --origin \($1)" }
    return "'apicall secrets set \(name)\(origins) --source \(self.name)'"
  }
}

/// A secret in a list, without its value.
package struct SecretListing: Sendable, Hashable {
  package var name: String
  /// The origins that it may go to, as they are written.
  package var origins: [String]

  package init(_ name: String, for origins: [String]) {
    self.name = name
    self.origins = origins
  }
}

/// Reads and writes the file of secrets; the implementation keeps it private to the user.
package struct SecretStorage: Sendable {
  /// The maximum size of the file in bytes.
  package static let limit = 1 << 20

  package var place: String
  /// Whether the path is known; false if the environment does not define it.
  package var hasPlace: Bool
  /// Reads the file; returns no bytes if it does not exist.
  package var read: @Sendable () throws(SecretProblem) -> [UInt8]
  /// Changes the file while it is locked for other programs; nil leaves it as it is.
  package var update: @Sendable (_ change: ([UInt8]) -> [UInt8]?) throws(SecretProblem) -> Void

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
  /// Throws a ``SecretProblem`` with exit status 65 that does not contain the value.
  package init(_ value: String, for origins: [Origin]) throws(SecretProblem) {
    guard !value.isEmpty else {
      throw SecretProblem("the value of a secret is empty", status: .badInput)
    }
    guard value.utf8.count <= Self.longestValue else {
      throw SecretProblem(
        "the value of a secret is longer than \(Self.longestValue) bytes", status: .badInput,
        hint: "put a value that long into a file, and read it with an input of type file")
    }
    var known: [Origin] = []
    for origin in origins where !known.contains(origin) { known.append(origin) }
    guard !known.isEmpty else {
      throw SecretProblem(
        "a secret needs at least one origin", status: .badInput,
        hint: "write scheme://host[:port], as in https://api.example.com")
    }
    guard known.count <= Self.mostOrigins else {
      throw SecretProblem(
        "a secret can have at most \(Self.mostOrigins) origins, not \(known.count)",
        status: .badInput, hint: "store it under several names")
    }
    self.init(checked: value, for: known)
  }
}

/// Why a secret cannot be read, stored or removed; contains no part of a value.
package struct SecretProblem: Error, Sendable, Hashable {
  /// What is wrong: lower case, no full stop.
  package var message: String
  package var hint: String?
  /// The exit status if nothing else is wrong: 77 if a store is locked or refuses access, 7 if a
  /// plugin fails.
  package var status: ExitStatus

  package init(_ message: String, status: ExitStatus = .noPermission, hint: String? = nil) {
    self.message = message
    self.status = status
    self.hint = hint
  }

  package var failure: Failure { Failure(status, message, hint: hint) }

  /// Runs work and converts its error to the failure of the command.
  package static func asFailure<Result>(
    _ work: () throws(SecretProblem) -> Result
  ) throws(Failure) -> Result {
    do throws(SecretProblem) { return try work() } catch { throw error.failure }
  }
}

/// Runs work while no other program of the user runs the same.
package typealias SecretExclusion =
  @Sendable (_ work: () throws(SecretProblem) -> Void) throws(SecretProblem) -> Void

import APICallBase
import APICallHTTP
import APICallSafety
import APICallSystem
import APICallText

/// What `apicall secrets` changes in the sources of secrets. No message has a value.
extension SecretStore {
  /// Stores a secret, which replaces one of the same name.
  func set(
    _ name: String, input: String?, for texts: [String], in sourceName: String?
  ) throws(Failure) {
    try SecretName.check(name)
    guard input == nil || input == "-" else {
      throw Failure(
        .usage, "the value of a secret cannot be an argument: others can read the command line",
        hint: "leave it out to type it on the terminal, or write - for standard input")
    }
    let origins = try Self.origins(texts)
    let source = try source(named: sourceName ?? "file")
    guard source.isWritable else {
      throw Failure(
        .usage, "the source '\(source.name)' cannot store secrets",
        hint: "leave out --source to store it in the file")
    }
    let text = try input == nil ? Self.answer(for: name) : Self.standardInput()
    try keep(name, in: source, reporting: "stored") { () throws(SecretProblem) in
      try StoredSecret(text, for: origins)
    }
    warnOfOthers(before: source, of: name)
  }

  /// Adds origins to a stored secret.
  func allow(_ name: String, for texts: [String], in sourceName: String?) throws(Failure) {
    try SecretName.check(name)
    let origins = try Self.origins(texts)
    let (secret, source) = try find(name, in: sourceName)
    guard source.isWritable else {
      let all = secret.originTexts + origins.map(\.description)
      throw Failure(
        .usage, "the source '\(source.name)' cannot be changed by apicall",
        hint: "set \(source.advice(toStore: name, for: all)), or use --allow-origin for one run")
    }
    try keep(name, in: source, reporting: "allowed") { () throws(SecretProblem) in
      try StoredSecret(secret.value.revealed, for: secret.origins + origins)
    }
  }

  private func keep(
    _ name: String, in source: any SecretProvider, reporting done: String,
    _ make: () throws(SecretProblem) -> StoredSecret
  ) throws(Failure) {
    let secret = try SecretProblem.asFailure { () throws(SecretProblem) in
      let secret = try make()
      try source.set(secret, named: name)
      return secret
    }
    try Printing.print(
      "\(done): \(name) in \(source.name), for \(secret.originTexts.joined(separator: " "))\n")
  }

  private func find(
    _ name: String, in sourceName: String?
  ) throws(Failure) -> (StoredSecret, any SecretProvider) {
    if let sourceName {
      let source = try source(named: sourceName)
      let secret = try SecretProblem.asFailure { () throws(SecretProblem) in
        try source.secret(named: name)
      }
      if let secret { return (secret, source) }
    } else {
      let found = try SecretProblem.asFailure { () throws(SecretProblem) in
        try root(named: name)
      }
      if let found { return (found.secret, try source(named: found.source.name)) }
    }
    throw Self.missing(name, "there is no secret '\(name)'", in: nearSources)
  }

  private static func missing(
    _ name: String, _ message: String, in sources: [any SecretProvider]
  ) -> Failure {
    let names = sources.flatMap { ((try? $0.list()) ?? []).map(\.name) }
    return Failure(
      .usage, message, hint: Nearest.hint(for: name, among: names, noun: "secrets"))
  }

  // MARK: Removing

  /// Removes a secret from the named source, or else from the first that has it.
  func remove(_ name: String, from sourceName: String?) throws(Failure) {
    try SecretName.check(name)
    if let sourceName {
      let source = try source(named: sourceName)
      guard try Self.remove(name, from: source) else {
        throw Self.missing(
          name, "the source '\(source.name)' has no secret '\(name)'", in: [source])
      }
      return
    }
    let near = nearSources
    for source in near where source.isWritable {
      if try Self.remove(name, from: source) { return }
    }
    let all = try SecretProblem.asFailure { () throws(SecretProblem) in try sources() }
    for source in all.dropFirst(near.count) where source.isWritable {
      if try Self.remove(name, from: source) { return }
    }
    // A source that cannot be written to reports how to remove its secrets.
    for source in all where !source.isWritable { _ = try Self.remove(name, from: source) }
    throw Self.missing(name, "there is no secret '\(name)'", in: near)
  }

  /// Removes a secret from a source; false if it has no secret of that name.
  private static func remove(
    _ name: String, from source: any SecretProvider
  ) throws(Failure) -> Bool {
    let wasThere = try SecretProblem.asFailure { () throws(SecretProblem) in
      try source.remove(name)
    }
    guard wasThere else { return false }
    try Printing.print("removed: \(name) from \(source.name)\n")
    // A secret of this name that is stored later is not the one that was granted.
    if try GrantFile.grants().entries.contains(where: { $0.secret == name }) {
      try GrantFile.update { $0.removeAll(of: name) }
    }
    return true
  }

  // MARK: Input

  static func origins(
    _ texts: [String], of option: String = "--origin"
  ) throws(Failure) -> [Origin] {
    guard !texts.isEmpty else {
      throw Failure(
        .usage, "--origin is missing: a secret goes only to the origins it is stored for",
        hint: "write --origin https://api.example.com, once for each origin")
    }
    return try texts.map { (text) throws(Failure) in
      try rethrowing(Origin(ofSecret: text)) { (error: SecretProblem) in
        Failure(.usage, "\(option): \(error.message)", hint: error.hint)
      }
    }
  }

  /// Asks for the value, which is not shown while it is typed.
  private static func answer(for name: String) throws(Failure) -> String {
    switch SystemCaller().answer(to: Question("the secret '\(name)'", isSecret: true)) {
    case .text(let text): return text
    case .interrupted: throw Failure(.interrupted, [])
    case .nothing: throw Failure(.badInput, "no value was given for the secret '\(name)'")
    case .noTerminal:
      throw Failure(
        .usage, "there is no terminal to ask for the value of '\(name)'",
        hint: "'apicall secrets set \(name) -' and its options read it from standard input")
    }
  }

  /// Reads the value, without a byte order mark and one line break at its end.
  private static func standardInput() throws(Failure) -> String {
    var bytes: [UInt8]
    do {
      bytes = ByteOrderMark.removed(
        from: try SystemCaller().standardInput(limit: StoredSecret.longestValue + 1))
    } catch {
      if error == .interrupted { throw Failure(.interrupted, []) }
      throw Failure(.noInput, "cannot read standard input: \(error.reason)")
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .badInput, "the value on standard input is not UTF-8 text",
        hint: "encode other bytes in Base64")
    }
    return text
  }

  /// Warns if an earlier source in the lookup also has a secret of that name.
  private func warnOfOthers(before source: any SecretProvider, of name: String) {
    for other in nearSources {
      if other.name == source.name { return }
      guard let found = try? other.secret(named: name), !found.origins.isEmpty else { continue }
      StandardStreams.report(
        "apicall: warning: the source '\(other.name)' also has a secret '\(name)', which is used"
          + " instead\n")
    }
  }
}

import APICallBase
import APICallHTTP
import APICallSafety
import APICallSystem
import APICallText

/// Stores secrets in sources.
struct SecretKeeping {
  let store: SecretStore
  let caller: any Caller

  /// Stores a secret, replacing one of the same name.
  ///
  /// Throws a ``Failure`` if that cannot be done; it does not contain the value.
  func set(
    _ name: String, input: String?, for origins: [String], in sourceName: String?
  ) throws(Failure) {
    try SecretName.check(name)
    guard input == nil || input == "-" else {
      throw Failure(
        .usage, "the value of a secret cannot be an argument: others can read the command line",
        hint: "leave it out to type it on the terminal, or write - for standard input")
    }
    let parsed = try Self.origins(origins)
    let source = try store.source(named: sourceName ?? "file")
    guard source.isWritable else {
      throw Failure(
        .usage, "the source '\(source.name)' cannot store secrets",
        hint: "leave out --source to store it in the file")
    }
    let text = try input == nil ? answer(for: name) : standardInput()
    let secret = try SecretProblem.asFailure { () throws(SecretProblem) in
      let secret = try StoredSecret(text, for: parsed)
      try source.set(secret, named: name)
      return secret
    }
    try Printing.print(
      "stored: \(name) in \(source.name), for \(secret.originTexts.joined(separator: " "))\n")
    warnOfOthers(before: source, of: name)
  }

  /// Reads the origins that an option names.
  static func origins(
    _ texts: [String], of option: String = "--origin"
  ) throws(Failure) -> [Origin] {
    guard !texts.isEmpty else {
      throw Failure(
        .usage, "--origin is missing: a secret goes only to the origins it is stored for",
        hint: "write --origin https://api.example.com, once for each origin")
    }
    var origins: [Origin] = []
    for text in texts {
      do {
        origins.append(try Origin(ofSecret: text))
      } catch {
        throw Failure(.usage, "\(option): \(error.message)", hint: error.hint)
      }
    }
    return origins
  }

  /// Asks for the value, which is not shown while it is typed.
  private func answer(for name: String) throws(Failure) -> String {
    switch caller.answer(to: Question("the secret '\(name)'", isSecret: true)) {
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
  private func standardInput() throws(Failure) -> String {
    var bytes: [UInt8]
    do {
      bytes = ByteOrderMark.removed(
        from: try caller.standardInput(limit: StoredSecret.longestValue + 1))
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
  private func warnOfOthers(before source: any SecretSource, of name: String) {
    for other in store.nearSources {
      if other.name == source.name { return }
      guard let found = try? other.secret(named: name), !found.origins.isEmpty else { continue }
      StandardStreams.report(
        "apicall: warning: the source '\(other.name)' also has a secret '\(name)', which is used"
          + " instead\n")
    }
  }
}

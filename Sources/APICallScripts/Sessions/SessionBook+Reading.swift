import APICallBase
import APICallHTTP
import JSONText

extension SessionBook {
  /// Why a file is no session; nothing of the file is in it.
  enum Problem: Error, Sendable, Hashable {
    /// What is wrong, in lower case and without a full stop.
    case broken(_ reason: String)
    /// It has another version.
    case newer(_ version: String)
  }

  /// Reads a file.
  ///
  /// What is not known is refused, so that nothing is lost when the file is written again.
  ///
  /// - Parameter octets: the file, which is not empty.
  /// - Throws: a ``Problem``.
  init(_ octets: [UInt8]) throws(Problem) {
    // The words of a syntax error may tell a letter of a secret.
    guard let document = try? JSONDocument(octets, maxDepth: Self.depth) else {
      throw .broken("it is not JSON")
    }
    guard let version = document.root["version"]?.number?.integer else {
      throw .broken("it has no version")
    }
    guard version == Self.version || version == Self.oldVersion else {
      throw .newer(String(version))
    }
    let file = try SessionMembers(
      document.root, among: ["version", "project", "salt", "entries"], of: "it")
    let salt = Base64.decode(Array(try file.text("salt").utf8)) ?? []
    guard salt.count == Self.saltLength else { throw .broken("its salt is none") }
    self.init(salt: salt, project: try file.optionalText("project"))
    guard version == Self.version else { return }
    guard let entries = file["entries"], entries.kind == .array else {
      throw .broken("it has no list of entries")
    }
    for value in entries.elements {
      guard records.count < Self.mostRecords else {
        throw .broken("it has more than \(Self.mostRecords) entries")
      }
      records.append(try SessionRecord(value, number: records.count + 1))
    }
  }
}

extension SessionRecord {
  fileprivate init(_ value: JSONValue, number: Int) throws(SessionBook.Problem) {
    let members = try SessionMembers(
      value, among: ["spec", "profile", "origin", "inputs", "taken", "expires", "outputs"],
      of: "entry \(number)")
    spec = try members.text("spec")
    profile = try members.optionalText("profile")
    origin = try members.text("origin")
    inputs = try members.text("inputs")
    guard spec.begins(with: "/"), inputs.utf8.count == 64,
      inputs.utf8.allSatisfy(\.isASCIIHexDigit)
    else { throw .broken("entry \(number) is of no call") }
    guard let list = members["outputs"], list.kind == .array else {
      throw .broken("entry \(number) has no list of outputs")
    }
    var outputs: [SessionOutput] = []
    for item in list.elements {
      let output = try SessionOutput(item, number)
      guard outputs.count < SessionEntry.mostOutputs,
        !outputs.contains(where: { $0.name == output.name })
      else { throw .broken("entry \(number) has too many outputs, or one of them twice") }
      outputs.append(output)
    }
    entry = SessionEntry(
      outputs, taken: try members.time("taken"),
      expires: members["expires"] == nil ? nil : try members.time("expires"))
  }
}

extension SessionOutput {
  fileprivate init(_ value: JSONValue, _ number: Int) throws(SessionBook.Problem) {
    let members = try SessionMembers(
      value, among: ["name", "value", "secret", "secrets", "servers"],
      of: "an output of entry \(number)")
    let name = try members.text("name")
    guard Identifier.isValid(name), let json = members["value"],
      members["secret"] == nil || members["secret"]?.boolean != nil
    else { throw .broken("an output of entry \(number) is none") }
    var secrets: [SessionSecret] = []
    if let list = members["secrets"] {
      guard list.kind == .array else { throw .broken("entry \(number) has no list of secrets") }
      for secret in list.elements { secrets.append(try SessionSecret(secret, number)) }
    }
    self.init(
      name, json: Array(json.octets), isSecret: members["secret"]?.boolean ?? false,
      secrets: secrets, servers: try Origin.all(in: members["servers"], number))
  }
}

extension SessionSecret {
  fileprivate init(_ value: JSONValue, _ number: Int) throws(SessionBook.Problem) {
    let members = try SessionMembers(
      value, among: ["name", "origins", "untrusted"], of: "a secret of entry \(number)")
    self.init(
      try members.text("name"), for: try Origin.all(in: members["origins"], number),
      isForTrust: members["untrusted"]?.boolean ?? false)
  }
}

extension Origin {
  fileprivate static func all(
    in list: JSONValue?, _ number: Int
  ) throws(SessionBook.Problem) -> [Origin] {
    guard let list else { return [] }
    guard list.kind == .array else { throw .broken("entry \(number) has no list of origins") }
    var origins: [Origin] = []
    for value in list.elements {
      guard let text = value.string, let address = try? HostAddress(text) else {
        throw .broken("entry \(number) has an origin that cannot be read")
      }
      origins.append(address.origin)
    }
    return origins
  }
}

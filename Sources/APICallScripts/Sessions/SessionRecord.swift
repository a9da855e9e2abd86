package import APICallBase
import APICallContracts
import APICallLanguage
package import APICallSafety
import APICallText
import JSONText

/// An entry and its call, as stored in a file.
package struct SessionRecord: Sendable, Hashable {
  static let version = 3
  /// The time for which an entry is kept: 30 days.
  static let longestAge = Duration.seconds(30 * 86_400)
  /// The time for which a token that can be renewed, and cookies, are kept after the last change: 400
  /// days.
  static let longestLogin = Duration.seconds(400 * 86_400)

  let name: String
  /// The canonical path of the project's root; nil for a session with a name.
  package let project: String?
  /// The canonical path of the spec, or the auth type of a token.
  package let spec: String
  package let profile: String?
  package let origin: String
  /// The digest of the inputs: 64 hexadecimal digits.
  package let inputs: String
  package let entry: SessionEntry
  var length = 0

  package var isOfCookies: Bool { spec.hasPrefix(SessionKey.cookieMark) }

  /// Whether the entry can be removed: it is expired, too old, or more than a day in the future.
  func isOver(at now: UTCTimestamp) -> Bool {
    let isRenewable =
      spec.hasPrefix(SessionKey.authMark) && entry.output(named: Token.refreshName) != nil
    if !isRenewable, let expires = entry.expires, !now.isBefore(expires) { return true }
    // Cookies have ends of their own.
    let lasts = isRenewable || isOfCookies
    let longest = lasts ? Self.longestLogin : Self.longestAge
    return entry.taken.isBefore(now.advanced(by: .zero - longest))
      || now.advanced(by: .seconds(86_400)).isBefore(entry.taken)
  }

  /// The content of the file: one JSON object on a line.
  var bytes: [UInt8] {
    let object = BuiltJSON.map([
      ("version", BuiltJSON(Self.version)), ("project", BuiltJSON(project)),
      ("spec", .text(spec)), ("profile", BuiltJSON(profile)), ("origin", .text(origin)),
      ("inputs", .text(inputs)), ("taken", .text(entry.taken.iso8601Nanoseconds)),
      ("expires", BuiltJSON(entry.expires?.iso8601Nanoseconds)),
      ("secrets", .list(entry.secrets.map { .text($0) })),
      ("outputs", .list(entry.outputs.map(\.built))),
    ])
    var bytes: [UInt8] = []
    object.append(to: &bytes)
    return bytes + "\n".utf8
  }

  /// The reason why a file is not an entry; it does not quote the file.
  enum Problem: Error, Sendable, Hashable {
    /// The file is malformed; the reason is in lower case and without a full stop.
    case broken(_ reason: String)
    case newer(_ version: String)

    func failure(of path: String, in name: SessionName) -> Failure {
      switch self {
      case .broken(let reason): SessionProblem.broken(path, reason: reason, of: name)
      case .newer(let version): SessionProblem.newer(path, version: version, of: name)
      }
    }
  }
}

extension SessionRecord {
  init(_ name: String, _ bytes: [UInt8]) throws(Problem) {
    // The message of a syntax error may quote a character of a secret.
    guard let root = try? JSONDocument(bytes, maxDepth: SessionEntry.depth).root else {
      throw .broken("it is not JSON")
    }
    func member<Member>(
      _ name: String, _ read: (JSONNode) -> Member?
    ) throws(Problem) -> Member {
      guard let member = root[name].flatMap(read) else {
        throw .broken("'\(name)' is missing or malformed")
      }
      return member
    }
    func optional<Member>(
      _ name: String, _ read: (JSONNode) -> Member?
    ) throws(Problem) -> Member? {
      guard let value = root[name], !value.isNull else { return nil }
      return try member(name, read)
    }
    let version = try member("version") { $0.number?.integer }
    guard version == Self.version else { throw .newer(String(version)) }
    self.init(
      name: name, project: try optional("project", \.string),
      spec: try member("spec") { $0.string.flatMap { SessionKey.isSpec($0) ? $0 : nil } },
      profile: try optional("profile", \.string), origin: try member("origin", \.string),
      inputs: try member("inputs") { $0.string.flatMap { SessionKey.isDigest($0) ? $0 : nil } },
      entry: SessionEntry(
        try member("outputs") { $0.list(of: SessionOutput.init) },
        taken: try member("taken", UTCTimestamp.init),
        expires: try optional("expires", UTCTimestamp.init),
        secrets: try optional("secrets") { $0.list(of: \.string) } ?? []), length: bytes.count)
  }
}

extension SessionRecord {
  /// The name of an entry that stands in a file with others.
  package static func name(
    of bytes: [UInt8], in storage: any SessionStorage, _ salt: ProtectedText,
    _ digests: World.Digests
  ) throws(Failure) -> String {
    let record = try rethrowing(SessionRecord("", bytes)) { (error: Problem) in
      error.failure(of: storage.path(of: ""), in: storage.name)
    }
    return try SessionKey.name(
      record.spec, record.profile, record.origin, record.inputs, salt, digests)
  }
}

extension UTCTimestamp {
  fileprivate init?(_ value: JSONNode) {
    guard let time = value.string.flatMap({ UTCTimestamp(iso8601: $0) }) else { return nil }
    self = time
  }
}

extension JSONNode {
  /// The items of a list; nil if the value is not a list, or one of them cannot be read.
  func list<Item>(of read: (JSONNode) -> Item?) -> [Item]? {
    guard kind == .array else { return nil }
    var items: [Item] = []
    for element in elements {
      guard let item = read(element) else { return nil }
      items.append(item)
    }
    return items
  }
}

import APICallResponses
import APICallSafety
import JSONText

/// The strings and numbers of a JSON text, each with what its name says of it.
struct SecretWalk {
  struct Token {
    var value: JSONNode
    var isKey: Bool
    var isNamed: Bool
    var isKept: Bool

    var text: [UInt8] {
      if value.kind == .string, let string = value.string { return Array(string.utf8) }
      return Array(value.bytes)
    }
  }

  /// What the names above a value say of it.
  private enum Naming {
    case none
    /// It is a credential, also as an element of a list.
    case credential
    /// The values of the objects in it are credentials.
    case holder
  }

  private static let nameKeys: Set = ["name", "key"]
  /// The length in bytes of the shortest primary key that is not the name of a column.
  private static let shortestPrimaryKey = 20
  private static let valueKeys: Set = ["value", "plaintext", "raw"]
  /// As in `{"token": {"access": "x", "refresh": "y"}}`.
  private static let kinds: Set = ["access", "refresh", "bearer"]

  private(set) var tokens: [Token] = []
  private let kept: [Range<Int>]

  init(_ root: JSONNode, keeping paths: [JSONPath]) {
    kept = paths.flatMap { $0.values(in: root).map(\.range) }
    visit(root, .none)
  }

  private mutating func visit(_ value: JSONNode, _ naming: Naming) {
    switch value.kind {
    case .null, .boolean: break
    case .string, .number: add(value, isNamed: naming == .credential)
    case .array: for element in value.elements { visit(element, naming) }
    case .object:
      let members = value.members.places.map { (key: $0, name: $0.string ?? "", value: $1) }
      // `{"name": "csrf_token", "value": "x"}`, `{"token": {"value": "x"}}`
      let holdsValue =
        naming != .none
        || members.contains { Self.names($0.name.lowercased(), $0.value) }
      for member in members {
        add(member.key, isKey: true, isNamed: false)
        let isLongKey =
          NamedSecrets.isPrimaryKey(member.name.utf8)
          && (member.value.string?.utf8.count ?? 0) >= Self.shortestPrimaryKey
        let inner =
          isLongKey ? .credential : self.naming(of: member.name, inHolder: holdsValue)
        let isKind = naming != .none && Self.kinds.contains(member.name.lowercased())
        // What is deeper in the object of a credential is still about the credential.
        visit(
          member.value, isKind ? .credential : inner == .none && naming != .none ? .holder : inner)
      }
    }
  }

  /// Whether a member says that the value beside it is a credential: `"type": "password"`.
  private static func names(_ key: String, _ value: JSONNode) -> Bool {
    guard value.kind == .string, let text = value.string else { return false }
    return nameKeys.contains(key) && NamedSecrets.contain(text.utf8)
      || key == "type" && text.lowercased() == "password"
  }

  private func naming(of name: String, inHolder isInHolder: Bool) -> Naming {
    if NamedSecrets.contain(name.utf8) { return .credential }
    if isInHolder, Self.valueKeys.contains(name.lowercased()) { return .credential }
    switch NamedSecrets.plural(name.utf8) {
    case .none: return .none
    case .credentials: return .credential
    case .holders: return .holder
    }
  }

  private mutating func add(_ value: JSONNode, isKey: Bool = false, isNamed: Bool) {
    let isKept = !kept.isEmpty && kept.contains { $0.contains(value.range.lowerBound) }
    tokens.append(Token(value: value, isKey: isKey, isNamed: isNamed, isKept: isKept))
  }
}

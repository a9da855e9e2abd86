import APICallText

/// A challenge of a server: a scheme with parameters (RFC 9110, section 11.3).
package struct AuthChallenge: Sendable {
  /// The scheme as the server wrote it, such as `Digest`; schemes are case-insensitive.
  package let scheme: String
  /// The parameters in order, their names in lower case; empty if there is a token68.
  package private(set) var parameters: [(name: String, value: FieldText)] = []
  package private(set) var token: String?

  /// The first parameter with a name, in lower case.
  package subscript(name: String) -> FieldText? { parameters.first { $0.name == name }?.value }

  /// The maximum number of challenges, and of parameters in each, to read.
  private static let limit = 32

  /// Each is a scheme followed by parameters or a token68; commas separate them.
  ///
  /// If a field violates the grammar, the rest of it is ignored.
  package static func all(in head: ResponseHead) -> [AuthChallenge] {
    var challenges: [AuthChallenge] = []
    for value in head.contents(of: "WWW-Authenticate") { challenges += all(in: value) }
    return Array(challenges.prefix(limit))
  }

  static func all(in value: FieldText) -> [AuthChallenge] {
    var reader = AuthParameterReader(value)
    var challenges: [AuthChallenge] = []
    while challenges.count < limit {
      reader.skipCommas()
      guard let scheme = reader.token() else { break }
      var challenge = AuthChallenge(scheme: scheme)
      guard reader.skipSpaces() else {
        challenges.append(challenge)
        continue
      }
      if let parameter = reader.parameter() {
        challenge.parameters.append(parameter)
        while challenge.parameters.count < limit, let next = reader.nextParameter() {
          challenge.parameters.append(next)
        }
      } else {
        challenge.token = reader.token68()
      }
      challenges.append(challenge)
    }
    return challenges
  }

  /// Reads the parameters of a field such as Authentication-Info (RFC 9110, section 11.6.3).
  package static func parameters(in value: FieldText) -> [(name: String, value: FieldText)] {
    var reader = AuthParameterReader(value)
    var parameters: [(name: String, value: FieldText)] = []
    while parameters.count < limit {
      reader.skipCommas()
      guard let parameter = reader.parameter() else { break }
      parameters.append(parameter)
    }
    return parameters
  }
}

/// Reads the tokens of fields such as WWW-Authenticate from beginning to end.
struct AuthParameterReader {
  private var rest: ArraySlice<UInt8>

  init(_ value: FieldText) { rest = value.bytes[...] }

  mutating func skipCommas() {
    rest = rest.drop { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
  }

  /// Returns whether there was some, followed by something other than a comma.
  mutating func skipSpaces() -> Bool {
    guard let first = rest.first, Self.isSpace(first) else { return false }
    rest = rest.drop(while: Self.isSpace)
    return rest.first.map { $0 != UInt8(ascii: ",") } ?? false
  }

  /// Reads a token (RFC 9110, section 5.6.2); nil without one here.
  mutating func token() -> String? {
    word(of: HeaderSyntax.isTokenByte)
  }

  private mutating func word(of isPart: (UInt8) -> Bool) -> String? {
    let bytes = rest.prefix(while: isPart)
    guard !bytes.isEmpty else { return nil }
    rest = rest[bytes.endIndex...]
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads `name=value` or `name="value"`, with or without spaces around the sign; nil, without
  /// moving, if there is none here.
  mutating func parameter() -> (name: String, value: FieldText)? {
    var ahead = self
    guard let name = ahead.token() else { return nil }
    ahead.rest = ahead.rest.drop(while: Self.isSpace)
    guard ahead.rest.first == UInt8(ascii: "=") else { return nil }
    ahead.rest = ahead.rest.dropFirst().drop(while: Self.isSpace)
    guard let value = ahead.quoted() ?? ahead.token().map({ FieldText($0) })
    else { return nil }
    self = ahead
    return (name.lowercased(), value)
  }

  /// Reads a comma and the parameter after it; nil, without moving, if a new challenge or nothing
  /// follows.
  mutating func nextParameter() -> (name: String, value: FieldText)? {
    var ahead = self
    ahead.rest = ahead.rest.drop(while: Self.isSpace)
    guard ahead.rest.first == UInt8(ascii: ",") else { return nil }
    ahead.skipCommas()
    guard let parameter = ahead.parameter() else { return nil }
    self = ahead
    return parameter
  }

  /// Reads a token68 (RFC 9110, section 11.2); nil without one here.
  mutating func token68() -> String? {
    word { $0.isASCIILetterOrDigit || "-._~+/=".utf8.contains($0) }
  }

  /// Reads a quoted string (RFC 9110, section 5.6.4).
  private mutating func quoted() -> FieldText? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    var bytes: [UInt8] = []
    var ahead = rest.dropFirst()
    while let byte = ahead.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        rest = ahead
        return FieldText(bytes: bytes)
      case UInt8(ascii: "\\"):
        guard let escaped = ahead.popFirst() else { return nil }
        bytes.append(escaped)
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

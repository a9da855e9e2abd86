/// One challenge of a server: a scheme, and what it asks for (RFC 9110, section 11.3).
package struct AuthChallenge: Sendable {
  /// The scheme as the server wrote it, such as `Digest`; schemes compare without regard to case.
  package let scheme: String
  /// The parameters in order, their names in lower case; none where there is a token68.
  package private(set) var parameters: [(name: String, value: String)] = []
  /// What stands in their place.
  package private(set) var token: String?

  /// The first parameter of a name in lower case.
  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The most challenges, and the most parameters of one, that are read.
  private static let limit = 32

  /// The challenges in the fields WWW-Authenticate of an answer, in order.
  ///
  /// Each is a scheme that parameters or a token68 follow, commas between; where a field goes on as
  /// the grammar does not have it, the rest of it is left out.
  ///
  /// - Parameter head: the answer's head.
  /// - Returns: the challenges.
  package static func all(in head: ResponseHead) -> [AuthChallenge] {
    var challenges: [AuthChallenge] = []
    for value in head.values(of: "WWW-Authenticate") { challenges += all(in: value) }
    return Array(challenges.prefix(limit))
  }

  /// The challenges in the value of one field.
  static func all(in value: String) -> [AuthChallenge] {
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

  /// The parameters of a field such as Authentication-Info (RFC 9110, section 11.6.3).
  package static func parameters(in value: String) -> [(name: String, value: String)] {
    var reader = AuthParameterReader(value)
    var parameters: [(name: String, value: String)] = []
    while parameters.count < limit {
      reader.skipCommas()
      guard let parameter = reader.parameter() else { break }
      parameters.append(parameter)
    }
    return parameters
  }
}

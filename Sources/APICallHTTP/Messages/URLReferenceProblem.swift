import APICallBase

/// Why a reference leads to no URL that a request can be sent to.
package enum URLReferenceProblem: Error, Sendable, Hashable {
  /// It has that many octets.
  case tooLong(Int)
  /// It holds a control character, by its code.
  case control(UInt8)
  /// It names a user, which no URL of http may do any more (RFC 9110, section 4.2.4).
  case userinfo
  /// Another scheme than http and https.
  case scheme(String)
  /// What stands in the place of the host is none.
  case host(HostProblem, of: String)

  /// The problem in words, as they stand behind a colon; without the reference itself.
  package var reason: String {
    switch self {
    case .tooLong(let count):
      "it has \(count) octets, and \(URLReference.maximumLength) are allowed"
    case .control(let octet):
      "it holds the control character 0x\(Hexadecimal.encode([octet]))"
    case .userinfo: "it holds a user or a password"
    case .scheme(let scheme): "its scheme '\(scheme.prefix(32))' is not http or https"
    case .host(let problem, of: let text): problem.diagnostic(of: text).message
    }
  }
}

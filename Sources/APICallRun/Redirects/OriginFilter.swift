import APICallBase
import APICallHTTP
import APICallSpec

/// What of a call's request may go to another origin than the call's own.
struct OriginFilter {
  /// Fields that say what is wanted, and nothing of who wants it.
  private static let safeFields = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "user-agent",
    "cache-control", "pragma", "range", "if-range",
  ]
  /// Fields without which a body cannot be read.
  private static let bodyFields = [
    "content-type", "content-language", "content-encoding", "content-length", "transfer-encoding",
  ]

  private let forwarded: [String]
  private let withheld: [String]
  private let redactor: Redactor

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - call: the call; knows its secrets.
  ///   - names: the fields that its file wants to go along.
  init(for call: Call, forwarding names: [WrittenName]) {
    forwarded = names.map { $0.text.lowercased() }
    // What the project file says is for its own hosts.
    withheld = call.endpoint.headers.filter { call.endpoint.isOfProject($0.mark) }
      .map { $0.name.lowercased() }
    redactor = Redactor(call)
  }

  /// Tells whether a field goes along: credentials and secrets never do.
  func passes(_ field: HeaderField) -> Bool {
    let name = field.name.lowercased()
    let isSafe = Self.safeFields.contains(name) && !withheld.contains(name)
    return (isSafe || Self.bodyFields.contains(name) || forwarded.contains(name))
      && !CredentialFields.contain(name) && !isSecret(field.value)
  }

  /// Tells whether a body goes along; what its files hold is not looked at.
  func passes(_ body: RequestBody) -> Bool {
    !body.holdsSecret
      && body.allPieces.allSatisfy { piece in
        if case .octets(let octets) = piece { !isSecret(octets) } else { true }
      }
  }

  /// Tells whether a field says something of a body, and is of no use without it.
  static func describesBody(_ field: HeaderField) -> Bool {
    let name = field.name.lowercased()
    return name.hasPrefix("content-") || ["transfer-encoding", "expect", "trailer"].contains(name)
  }

  /// A secret that somebody wrote out is one, too, in any way that it may be written.
  private func isSecret(_ text: ProtectedText) -> Bool {
    redactor.protecting(text).holdsSecret
  }
}

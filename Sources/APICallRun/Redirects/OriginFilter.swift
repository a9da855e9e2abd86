import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety

/// Selects the parts of a call's request that may go to another origin than the call's own.
struct OriginFilter {
  /// Fields that describe the wanted response, and contain nothing about the user.
  private static let safeFields = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "user-agent",
    "cache-control", "pragma", "range", "if-range",
  ]
  private static let bodyFields = [
    "content-type", "content-language", "content-encoding", "content-length", "transfer-encoding",
  ]

  private let forwarded: [String]
  private let withheld: [String]
  private let redactor: Redactor

  init(for call: Call, forwarding names: [WrittenName]) {
    forwarded = names.map { $0.text.lowercased() }
    // The fields of the project file are for its own hosts.
    withheld = call.endpoint.headers.filter { call.endpoint.isOfProject($0.mark) }
      .map { $0.name.lowercased() }
    redactor = Redactor(call)
  }

  /// Returns whether a field is sent: credentials and secrets never are.
  func passes(_ field: HeaderField) -> Bool {
    let name = field.name.lowercased()
    let isSafe = Self.safeFields.contains(name) && !withheld.contains(name)
    return (isSafe || Self.bodyFields.contains(name) || forwarded.contains(name))
      && !CredentialFields.contain(name) && !isSecret(field.value)
  }

  /// Returns whether a body is sent; the content of its files is not checked.
  func passes(_ body: RequestBody) -> Bool {
    !body.holdsSecret
      && body.allPieces.allSatisfy { piece in
        if case .bytes(let bytes) = piece { !isSecret(bytes) } else { true }
      }
  }

  static func describesBody(_ field: HeaderField) -> Bool {
    let name = field.name.lowercased()
    return name.hasPrefix("content-") || ["transfer-encoding", "expect", "trailer"].contains(name)
  }

  /// A text that contains a secret is secret, in any spelling of the secret.
  private func isSecret(_ text: ProtectedText) -> Bool {
    redactor.protecting(text).holdsSecret
  }
}

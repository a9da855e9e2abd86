package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallSafety
import APICallText

/// Responds to challenges of the scheme Digest, and reuses the nonce for the following requests.
package struct DigestResponder: ChallengeResponder {
  static let schemeName = "Digest"
  private static let bodyLimit = 16 << 20
  private static let nonceLength = 24

  package var scheme: String { Self.schemeName }

  package var userAndPassword: ProtectedText? {
    var text = ProtectedText(bytes: username + [UInt8(ascii: ":")])
    text.append(ProtectedText(bytes: password, isSecret: true))
    return text
  }

  private let username: [UInt8]
  private let password: [UInt8]
  private let world: World
  private var challenge: DigestChallenge?
  private var clientNonce = ""
  private var count = 0
  private var latest: DigestAnswer?

  package init(username: [UInt8], password: [UInt8], in world: World) {
    self.username = username
    self.password = password
    self.world = world
  }

  package func objection(to request: OutgoingRequest) -> ExchangeError? {
    guard let body = request.body, !body.isRepeatable else { return nil }
    return .authorization(.unrepeatableBody(scheme: scheme))
  }

  package mutating func authorization(for request: OutgoingRequest) throws(ExchangeError)
    -> ProtectedText?
  {
    guard let challenge else { return nil }
    count += 1
    let answer = DigestAnswer(
      challenge: challenge, username: username, password: password, clientNonce: clientNonce,
      count: count, method: request.method, target: request.url.target.revealedBytes,
      bodyDigits: challenge.protection == .body ? try bodyDigits(of: request, for: challenge) : [],
      digests: world.digests)
    latest = answer
    return answer.fieldValue.map { ProtectedText(bytes: $0) }
  }

  package mutating func learn(_ head: ResponseHead) -> Bool {
    guard
      let new = DigestChallenge.strongest(in: head, computedBy: world.digests)
    else { return false }
    // If the first response to a nonce was rejected, one to another nonce would be, too. A nonce
    // that worked before may have been forgotten.
    if let latest, latest.count == 1, !new.isStale { return false }
    challenge = new
    latest = nil
    count = 0
    clientNonce = Base64.encode(world.randomBytes(Self.nonceLength), with: .url)
    return true
  }

  package mutating func trusts(_ head: ResponseHead, to request: OutgoingRequest) -> Bool {
    guard let latest, let info = head.contents(of: "Authentication-Info").first
    else { return true }
    let parameters = AuthChallenge.parameters(in: info)
    if let proof = parameters.first(where: { $0.name == "rspauth" }),
      let expected = latest.serverResponse, proof.value.text.lowercased() != expected
    {
      return false
    }
    // The key of a session depends on its first nonce.
    if !latest.challenge.algorithm.isSession,
      let next = parameters.first(where: { $0.name == "nextnonce" }),
      HeaderSyntax.isValue(next.value.bytes)
    {
      challenge?.nonce = next.value.bytes
      count = 0
    }
    return true
  }

  private func bodyDigits(
    of request: OutgoingRequest, for challenge: DigestChallenge
  ) throws(ExchangeError) -> [UInt8] {
    guard (request.body?.size ?? 0) <= Self.bodyLimit else {
      throw .authorization(.tooLongBody(scheme: scheme, limit: Self.bodyLimit))
    }
    do {
      let bytes = try request.body?.bytes(limit: Self.bodyLimit) ?? []
      return challenge.algorithm.digits(of: bytes, by: world.digests) ?? []
    } catch {
      throw .unreadableBody(error)
    }
  }
}

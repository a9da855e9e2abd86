import APICallBase
import APICallContracts
import APICallHTTP
import APICallPluginKit
import APICallReading
import APICallSafety
import APICallText
import JSONText

/// An auth type that is a plugin.
///
/// Its program runs before each request to the call's own origin.
struct ExternalAuth: Authorizing {
  let signer: (any RequestSigner)?

  /// Throws an ``AuthProblem`` if the plugin is for other hosts.
  init(
    _ provider: PluginProvider, at seat: ConversationSeat, in context: AuthContext
  ) throws(AuthProblem) {
    let hosts = provider.plugin.manifest.hosts
    guard hosts.isEmpty || hosts.contains(where: { Self.matches(context.origin.host, $0) }) else {
      throw AuthProblem(
        "the plugin '\(provider.plugin.name)' is not for the host '\(context.origin.host)'",
        hint: "it is for \(hosts.prefix(5).joined(separator: ", "))", status: .noPermission)
    }
    // A mock server does not check credentials and must not receive any.
    signer =
      context.isMock
      ? nil : ExternalSigner(role: provider.role, seat: seat, digests: context.world.digests)
  }

  private static func matches(_ host: String, _ pattern: String) -> Bool {
    let host = host.lowercased()
    let pattern = pattern.lowercased()
    guard pattern.hasPrefix("*.") else { return host == pattern }
    return host.hasSuffix(pattern.dropFirst()) && host.utf8.count > pattern.utf8.count - 1
  }
}

/// Makes credentials with a plugin.
struct ExternalSigner: RequestSigner {
  /// The largest number of bytes of a body that are read for a digest or passed to a plugin.
  static let bodyLimit = 64 << 20

  let role: PluginRole
  let seat: ConversationSeat
  let digests: World.Digests

  func answers(_ refusal: ResponseHead) -> Bool {
    role.needs.contains(.challenges) && !refusal.values(of: "WWW-Authenticate").isEmpty
  }

  func credentials(
    for request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
  ) async throws(ExchangeError) -> [AuthCredential] {
    let challenges = refusal?.head.values(of: "WWW-Authenticate") ?? []
    let body = try body(of: request)
    do {
      let conversation = try await seat.take()
      let answer = try await answer(of: conversation, to: request, body, challenges)
      seat.put(back: conversation)
      return answer
    } catch {
      throw error.requestError
    }
  }

  private func answer(
    of conversation: Conversation, to request: OutgoingRequest, _ body: [UInt8]?,
    _ challenges: [String]
  ) async throws(ConversationEnd) -> [AuthCredential] {
    let id = conversation.newID()
    try conversation.say([("id", BuiltJSON(id)), ("auth", question(request, body, challenges))])
    if role.needs.contains(.body) {
      var rest = (body ?? [])[...]
      while !rest.isEmpty {
        try conversation.say(
          [("id", BuiltJSON(id)), ("body", .boolean(true))], Array(rest.prefix(1 << 16)).span)
        rest = rest.dropFirst(1 << 16)
      }
      try conversation.say([("id", BuiltJSON(id)), ("end", .boolean(true))])
    }
    var limit = conversation.plugin.manifest.silence ?? PluginLimits.silence
    if let total = request.limits.total { limit = min(limit, total) }
    let frame = try await conversation.next(within: limit, of: id)
    if let error = frame["error"] {
      let problem = PluginError(error)
      throw .failed(problem.failure(of: conversation.plugin.name))
    }
    return try credentials(in: frame, conversation)
  }

  private func question(
    _ request: OutgoingRequest, _ body: [UInt8]?, _ challenges: [String]
  ) -> BuiltJSON {
    var members: [(key: String, value: BuiltJSON)] = [
      ("method", .text(request.method)), ("url", .text(request.url.text.revealed)),
      ("attempt", BuiltJSON(challenges.isEmpty ? 1 : 2)), ("challenges", .texts(challenges)),
      ("has_body", .boolean(request.body != nil)),
    ]
    if role.needs.contains(.headers) {
      members.append(("headers", HeaderList.json(request.headers)))
    }
    if role.needs.contains(.bodyDigest), let digest = digests.sha256(body ?? []) {
      members.append(("body_sha256", .text(Hexadecimal.encode(digest))))
    }
    return .map(members)
  }

  /// Reads the credentials, which are secret everywhere.
  private func credentials(
    in frame: Frame, _ conversation: Conversation
  ) throws(ConversationEnd) -> [AuthCredential] {
    func broken(_ reason: String) -> ConversationEnd {
      conversation.note(conversation.failure("it broke the protocol: \(reason)"))
    }
    var credentials: [AuthCredential] = []
    do throws(HeaderListProblem) {
      for (name, value) in try HeaderList.read(frame["headers"]) {
        guard !SpecReading.framingFields.contains(name.lowercased()), name.lowercased() != "host"
        else { throw HeaderListProblem(reason: "'\(name)' is derived from the request") }
        credentials.append(
          AuthCredential(ProtectedText(value, isSecret: true), at: .header(name)))
      }
    } catch {
      throw broken(error.reason)
    }
    if let query = frame["query"], !query.isNull {
      guard query.kind == .array, query.count <= 1000 else {
        throw broken("'query' must be a list of pairs")
      }
      for pair in query.elements {
        guard pair.kind == .array, let name = pair[0]?.string, let value = pair[1]?.string else {
          throw broken("an item of 'query' must be a pair of strings")
        }
        credentials.append(AuthCredential(ProtectedText(value, isSecret: true), at: .query(name)))
      }
    }
    return credentials
  }

  private func body(of request: OutgoingRequest) throws(ExchangeError) -> [UInt8]? {
    guard let body = request.body,
      role.needs.contains(.body) || role.needs.contains(.bodyDigest)
    else { return nil }
    guard body.isRepeatable else {
      throw .authorization(.unrepeatableBody(scheme: "the signature"))
    }
    guard (body.size ?? 0) <= Self.bodyLimit else {
      throw .authorization(.tooLongBody(scheme: "the signature", limit: Self.bodyLimit))
    }
    return try rethrowing(body.bytes(limit: Self.bodyLimit)) { ExchangeError.unreadableBody($0) }
  }
}

import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// Signs each request with the keys of an account (AWS Signature Version 4).
///
/// It signs Host, Content-Type and all fields whose names begin with `X-Amz-`: others may still
/// change on their way.
struct SigV4Signer: RequestSigner {
  private static let unsigned = Array("UNSIGNED-PAYLOAD".utf8)

  let keys: AWSKeys
  let scope: SigningScope
  let world: World

  /// Another signature would be refused as well.
  func answers(_ refusal: ResponseHead) -> Bool { false }

  /// The region of the bucket, or a clock that is wrong by more than the 15 minutes that AWS permits,
  /// or what else the signature is made of.
  func advice(on refusal: ResponseHead) -> String? {
    if let region = refusal.header("X-Amz-Bucket-Region"), region != scope.region {
      return "the bucket is in the region '\(region)': write 'region: \(region)'"
    }
    guard [400, 401, 403].contains(refusal.status) else { return nil }
    let now = world.now()
    if let date = refusal.header("Date").flatMap({ UTCTimestamp(httpDate: $0, now: now) }) {
      let minutes = abs(now.seconds - date.seconds) / 60
      if minutes >= 15 { return "the clock of this machine is \(minutes) min from the server's" }
    }
    guard refusal.status != 400 else { return nil }
    return "check the key, 'region' (\(scope.region)) and 'service' (\(scope.service))"
  }

  func credentials(
    for request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
  ) async throws(ExchangeError) -> [AuthCredential] {
    try check(request)
    guard let date = CalendarDate(world.now()) else {
      throw Self.failure(.other, "the clock of this machine is wrong")
    }
    let time = date.iso8601.filter { $0 != "-" && $0 != ":" } + "Z"
    let payload = try payload(of: request)
    var added = [HeaderField("X-Amz-Date", ProtectedText(time))]
    if scope.isObjectStore, request[field: "X-Amz-Content-Sha256"] == nil {
      added.append(HeaderField("X-Amz-Content-Sha256", payload))
    }
    if let token = keys.sessionToken { added.append(HeaderField("X-Amz-Security-Token", token)) }
    let canonical = canonical(request, adding: added, payload: payload.revealedBytes)
    let authorization = try authorization(canonical, at: time)
    return (added + [HeaderField("Authorization", authorization)]).map {
      AuthCredential($0.value, at: .header($0.name))
    }
  }

  private func check(_ request: OutgoingRequest) throws(ExchangeError) {
    for name in ["Authorization", "X-Amz-Date", "X-Amz-Security-Token"]
    where request[field: name] != nil {
      throw Self.failure(
        .badInput, "the field '\(name)' is already there, but aws-sigv4 adds it",
        hint: "remove it")
    }
    guard request.url.query?.revealedBytes.contains(UInt8(ascii: "+")) != true else {
      throw Self.failure(
        .badInput, "'+' in the query of the URL means a space to some servers, itself to others",
        hint: "write %20 or %2B")
    }
  }

  /// The digest of the body, or what stands in its place.
  private func payload(of request: OutgoingRequest) throws(ExchangeError) -> ProtectedText {
    if let own = request[field: "X-Amz-Content-Sha256"] { return own }
    guard let body = request.body else { return try digest(RequestBody.bytes("")) }
    if body.isRepeatable { return try digest(body) }
    // What can be read only once is sent unsigned; TLS protects it.
    guard scope.isObjectStore, request.url.origin.scheme == .https else {
      throw .authorization(.unrepeatableBody(scheme: SigV4Auth.name))
    }
    return ProtectedText(bytes: Self.unsigned)
  }

  private func digest(_ body: RequestBody) throws(ExchangeError) -> ProtectedText {
    let digest = world.digests.sha256InPieces()
    let reader = RequestBodyReader(body)
    do throws(RequestBodyFailure) {
      while !Task.isCancelled {
        let piece = try reader.next(upTo: 64 << 10)
        if piece.isEmpty { break }
        digest?.add(piece)
      }
    } catch {
      throw .unreadableBody(error)
    }
    guard !Task.isCancelled else { throw .cancelled }
    guard let bytes = digest?.finish() else { throw Self.noDigests }
    // The digest of a short secret would reveal it.
    return ProtectedText(
      Hexadecimal.encode(bytes),
      Secrecy.joined(
        body.allPieces.map {
          switch $0 {
          case .bytes(let text): text.secrecy
          case .file(let file): file.secrecy
          }
        }))
  }

  private func canonical(
    _ request: OutgoingRequest, adding added: [HeaderField], payload: [UInt8]
  ) -> CanonicalRequest {
    let signed = (request.headers + added).filter {
      let name = $0.name.lowercased()
      return ["host", "content-type"].contains(name) || name.hasPrefix("x-amz-")
    }
    let path = request.url.path.revealedBytes
    return CanonicalRequest(
      method: request.method,
      path: scope.isObjectStore
        ? CanonicalRequest.objectPath(path) : CanonicalRequest.servicePath(path),
      query: CanonicalRequest.query(request.url.query?.revealedBytes ?? []),
      fields: signed.map { ($0.name, $0.value.revealedBytes) }, payload: payload)
  }

  /// The value of Authorization, which has the secrecy of the key.
  private func authorization(
    _ request: CanonicalRequest, at time: String
  ) throws(ExchangeError) -> ProtectedText {
    guard
      let signature = SigV4Signature(
        of: request, at: time, for: scope, by: keys.secret.revealedBytes, world.digests)
    else { throw Self.noDigests }
    var value = ProtectedText("\(SigV4Signature.algorithm) Credential=")
    value.append(keys.id)
    value.append(
      ProtectedText("/\(signature.place), SignedHeaders=\(request.signedNames), Signature="))
    value.append(ProtectedText(signature.digits, keys.secret.secrecy))
    return value
  }

  private static var noDigests: ExchangeError {
    failure(.other, "this machine cannot compute SHA-256")
  }

  private static func failure(
    _ status: ExitStatus, _ reason: String, hint: String? = nil
  ) -> ExchangeError {
    .noToken(TokenFailure(status, reason, hint: hint))
  }
}

extension OutgoingRequest {
  /// The value of the first field with a name; nil without one.
  fileprivate subscript(field name: String) -> ProtectedText? {
    headers.first { $0.isNamed(name) }?.value
  }
}

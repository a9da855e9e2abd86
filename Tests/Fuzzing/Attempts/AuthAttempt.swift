@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts
@testable import APICallPlugins

/// Server texts in WWW-Authenticate and their answers; the same text as a netrc file.
enum AuthAttempt {
  static func run(_ bytes: [UInt8]) {
    let fields = bytes.split(separator: UInt8(ascii: "\n")).map {
      ResponseHead.Field("WWW-Authenticate", FieldText(bytes: Array($0)))
    }
    let head = ResponseHead(status: 401, headers: fields)
    let challenges = AuthChallenge.all(in: head)
    require(challenges.count <= 32, "\(challenges.count) challenges")
    for challenge in challenges {
      require(HeaderSyntax.isName(challenge.scheme), "the scheme \(challenge.scheme)")
      require(challenge.parameters.count <= 32, "\(challenge.parameters.count) parameters")
      require(challenge.parameters.isEmpty || challenge.token == nil, "\(challenge)")
    }
    var responder = DigestResponder(
      username: Array("ann \"\\é".utf8), password: Array("pw".utf8), in: world)
    guard responder.learn(head) else { return readNetrc(bytes) }
    let request = OutgoingRequest(
      method: "GET", url: RequestURL(origin: Origin(scheme: .https, host: "a"), path: "/x"))
    let value = try? responder.authorization(for: request)
    require(value.map { HeaderSyntax.isValue($0.revealedBytes) } ?? false, bytes.shown)
    let other = AuthChallenge.all(
      in: ResponseHead(
        status: 401,
        headers: [.init("WWW-Authenticate", FieldText(bytes: value?.revealedBytes ?? []))]))
    require(other.count == 1 && other[0]["response"]?.text.isEmpty == false, bytes.shown)
    // The same nonce again: the credentials are wrong, unless it was stale.
    let isAgain = responder.learn(head)
    require(!isAgain || bytes.contains { $0 | 0x20 == UInt8(ascii: "s") }, bytes.shown)
  }

  private static func readNetrc(_ bytes: [UInt8]) {
    let entries = NetrcReader.entries(of: bytes)
    require(entries.count <= bytes.count / "default".utf8.count, bytes.shown)
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    var last = 1
    for entry in entries {
      require((last...lines).contains(entry.line), "\(bytes.shown): line \(entry.line)")
      last = entry.line
    }
  }

  /// A world whose digests are lengths.
  private static let world = World(
    files: NoFiles(),
    digests: World.Digests(
      sha256: { [UInt8(truncatingIfNeeded: $0.count)] }, hmacSHA256: { _, _ in nil },
      digest: { _, message in [UInt8(truncatingIfNeeded: message.count), 0] }),
    now: { UTCTimestamp(seconds: 0) }, randomBytes: { [UInt8](repeating: 0, count: $0) })
}

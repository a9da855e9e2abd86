import APICallBase
import APICallContracts
import APICallHTTP
import APICallRequests
import APICallRun
import APICallSafety
import Synchronization
import TestWorlds
import Testing

@Suite("Answering challenges")
struct ChallengeAnsweringTests {
  private static let spec = """
    host: https://a.example
    auth: {type: digest, username: ann, password: <password>}
    inputs: {password: {secret: true}}
    """

  /// A server with scripted responses that keeps the requests.
  private final class Server: RequestSender {
    static let name = "server"
    static let summary = "Answers as it is told."

    private let answer: @Sendable (OutgoingRequest, Int) -> ResponseHead
    private let received = Mutex<[OutgoingRequest]>([])

    init(_ answer: @escaping @Sendable (OutgoingRequest, Int) -> ResponseHead) {
      self.answer = answer
    }

    var requests: [OutgoingRequest] { received.withLock { $0 } }

    func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
      async throws(ExchangeError)
    {
      let number = received.withLock { requests in
        requests.append(request)
        return requests.count
      }
      guard receiver.receive(answer(request, number)) == .more else { return }
      _ = receiver.receive(Array("body \(number)".utf8).span)
    }
  }

  private static func challenge(_ nonce: String, _ more: String = "") -> ResponseHead {
    let value = "Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\"\(more)"
    return ResponseHead(
      status: 401, headers: [.init("WWW-Authenticate", value), .init("Content-Type", "text/plain")])
  }

  private static let answered = ResponseHead(
    status: 200, headers: [.init("Content-Type", "text/plain")])

  private func exchange(
    _ spec: String = spec, _ answer: @escaping @Sendable (OutgoingRequest, Int) -> ResponseHead
  ) async throws -> (server: Server, exchange: Exchange) {
    let server = Server(answer)
    return (server, try await Exchange(server, spec, inputs: ["password=open sesame"]))
  }

  private func authorization(_ request: OutgoingRequest) -> String? {
    request.headers.first { $0.isNamed("Authorization") }?.value.revealed
  }

  @Test("The first request has no credentials, the second answers, and its response is printed")
  func once() async throws {
    let (server, exchange) = try await exchange { request, _ in
      request.headers.contains { $0.isNamed("Authorization") }
        ? Self.answered : Self.challenge("n")
    }
    #expect(exchange.text == "body 2")
    #expect(exchange.status == 0)
    #expect(server.requests.count == 2)
    #expect(authorization(server.requests[0]) == nil)
    #expect(authorization(server.requests[1])?.hasPrefix("Digest username=\"ann\"") == true)
  }

  @Test("A refusal is passed on without another attempt")
  func refused() async throws {
    let (server, exchange) = try await exchange { _, number in Self.challenge("n\(number)") }
    #expect(server.requests.count == 2)
    #expect(exchange.text == "body 2")
    #expect(
      exchange.failure?.report == """
        apicall: GET https://a.example/ answered 401 Unauthorized, not 2xx
          hint: it was sent with auth 'digest' (call.yaml:2)
        exit status 4

        """)
  }

  @Test("A nonce that is always stale is answered twice and no more")
  func stale() async throws {
    let (server, exchange) = try await exchange { _, number in
      Self.challenge("n\(number)", ", stale=true")
    }
    #expect(server.requests.count == 3)
    #expect(exchange.text == "body 3")
  }

  @Test("An unsupported scheme is not answered, and the message names it")
  func otherScheme() async throws {
    let (server, exchange) = try await exchange { _, _ in
      ResponseHead(
        status: 401,
        headers: [
          .init("WWW-Authenticate", "Basic realm=\"a\", Bearer"),
          .init("Proxy-Authenticate", "Digest realm=\"r\", nonce=\"n\""),
        ])
    }
    #expect(server.requests.count == 1)
    #expect(
      exchange.failure?.diagnostics.first?.hint
        == "auth 'digest' (call.yaml:2) was not used: the server offers Basic, Bearer")
  }

  @Test("A response from a server that does not know the password is refused")
  func forged() async throws {
    let (_, exchange) = try await exchange { request, _ in
      guard request.headers.contains(where: { $0.isNamed("Authorization") }) else {
        return Self.challenge("n")
      }
      var head = Self.answered
      head.headers.append(.init("Authentication-Info", "qop=auth, rspauth=\"00ff\""))
      return head
    }
    #expect(exchange.text.isEmpty)
    #expect(exchange.status == 76)
  }

  @Test(
    "Credentials are not sent to another origin or after a redirect back, and keep their nonce")
  func otherOrigin() async throws {
    let call = try SpecText.call(Self.spec, ["password=open sesame"])
    let links = MiddlewareChain.links(for: call, in: .fixed(SpecText.registry))
    let server = Server { request, _ in
      request.headers.contains { $0.isNamed("Authorization") }
        ? Self.answered : Self.challenge("n")
    }
    // The fourth is that of a page after the redirects, the fifth that of a retry.
    for text in [
      "a.example/", "b.example/", "a.example/back", "a.example/2", "a.example/", "a.example/3",
    ] {
      var request = call.request
      request.url.origin.host = String(text.prefix { $0 != "/" })
      request.url.path = ProtectedText(String(text.drop { $0 != "/" }))
      request.hasLeftOrigin = ["b.example/", "a.example/back"].contains(text)
      let gate = HeadGate(before: Sink()) { _ in false }
      try await NextSender(through: links[...], to: server).send(request, to: gate)
    }
    let sent = server.requests.map { request in
      "\(request.url.origin.host)\(request.url.path)"
        + (authorization(request) == nil ? "" : " with credentials")
    }
    #expect(
      sent == [
        "a.example/", "a.example/ with credentials", "b.example/", "a.example/back",
        "a.example/2 with credentials", "a.example/ with credentials",
        "a.example/3 with credentials",
      ])
  }

  private final class Sink: ExchangeReceiver {
    func receive(_ head: ResponseHead) -> Demand { .stop }
    func receive(_ bytes: Span<UInt8>) -> Demand { .stop }
  }
}

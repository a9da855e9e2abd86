import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import Synchronization
import TestWorlds
import Testing
import YAMLTree

@Suite("RequestSigning")
struct RequestSigningTests {
  /// Signs with the number of the request, and keeps the requests.
  private final class Counter: RequestSigner {
    let asked = Mutex<[String]>([])
    let answersChallenges: Bool

    init(answersChallenges: Bool) { self.answersChallenges = answersChallenges }

    func answers(_ refusal: ResponseHead) -> Bool {
      answersChallenges && !refusal.values(of: "WWW-Authenticate").isEmpty
    }

    func credentials(
      for request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
    ) async throws(ExchangeError) -> [AuthCredential] {
      let challenges = refusal?.head.values(of: "WWW-Authenticate") ?? []
      let number = asked.withLock { asked in
        asked.append("\(request.url.text.revealed) \(challenges.joined())")
        return asked.count
      }
      return [
        AuthCredential(ProtectedText("s\(number)", isSecret: true), at: .header("X-Sig")),
        AuthCredential(ProtectedText("\(number)", isSecret: true), at: .query("n")),
      ]
    }
  }

  /// An auth type that signs.
  private struct Signing: Authorizing {
    let signer: (any RequestSigner)?
  }

  /// Runs a signed call.
  private func run(
    _ spec: String, _ turns: [ScriptedRequester], answersChallenges: Bool = false
  ) async throws -> (status: Int32, sent: [String], asked: [String]) {
    let counter = Counter(answersChallenges: answersChallenges)
    let entry = AuthEntry("signing", summary: "Signs.", options: []) {
      (_, _) throws(AuthProblem) in Signing(signer: counter)
    }
    let requester = TurnsRequester(turns)
    let reader = EndpointReader(
      registry: Registry(authTypes: [entry]))
    let endpoint = try reader.read(
      Source(name: "call.yaml", text: "host: https://a.example\nauth: signing\n\(spec)"))
    let call = try CallBuilder(world: .fixed(), destination: Destination())
      .call(endpoint, with: [])
    var status: Int32 = 0
    do {
      let output = BufferSink()
      try await Pipeline.run(
        call, with: requester, in: .fixed(),
        rules: OutputRules(OutputRequest(), in: OutputContext(isTerminal: false)),
        streams: OutputStreams(output: output, error: output))
    } catch {
      status = error.status.rawValue
    }
    let sent = requester.requests.map { request in
      let field = request.headers.first { $0.isNamed("X-Sig") }
      return "\(request.url.text.revealed) \(field?.value.revealed ?? "none")"
    }
    return (status, sent, counter.asked.withLock { $0 })
  }

  private static let ok = ScriptedRequester("fine", type: "text/plain")
  private static let busy = ScriptedRequester(503, type: "text/plain", "busy")

  private static func refusal(_ challenge: String) -> ScriptedRequester {
    ScriptedRequester(
      401, type: "text/plain", headers: [ResponseHead.Field("WWW-Authenticate", challenge)], "no")
  }

  @Test("Each attempt and each hop is signed anew, but none at another origin")
  func anew() async throws {
    let run = try await run(
      "redirects: 5\nretry: 2\n",
      [
        Self.busy, RedirectFollowerTests.redirect(302, "/b"),
        RedirectFollowerTests.redirect(302, "https://b.example/c"),
        RedirectFollowerTests.redirect(302, "https://a.example/d"), Self.ok,
      ])
    #expect(run.status == 0)
    #expect(
      run.sent == [
        "https://a.example/?n=1 s1", "https://a.example/?n=2 s2", "https://a.example/b?n=3 s3",
        "https://b.example/c none", "https://a.example/d none",
      ])
  }

  @Test("Only a signer that answers challenges is called again")
  func challenges() async throws {
    let asked = try await run("", [Self.refusal("Odd a=1"), Self.ok], answersChallenges: true)
    #expect(asked.status == 0)
    #expect(asked.asked == ["https://a.example/ ", "https://a.example/ Odd a=1"])
    let again = try await run("", [Self.refusal("Odd a=1")], answersChallenges: true)
    #expect(again.status == 4 && again.sent.count == 2)
    let never = try await run("", [Self.refusal("Odd a=1"), Self.ok])
    #expect(never.status == 4 && never.sent.count == 1)
  }
}

import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallResponses
import APICallSafety
import APICallScripts
import APICallText
import Synchronization
import TestWorlds
import Testing
import YAMLTree

/// An auth type that gets a token for a client and its secret, and sends it as a bearer token.
///
/// It is a short form of RFC 6749, section 4.4.
private struct TrialAuth: AuthType {
  static let name = "trial"
  static let summary = "Gets a token, and sends it."
  static let options = [
    RoleOption("token-url", .text, "Where tokens are got."),
    RoleOption("key", .secret, "What tokens are got for."),
  ]

  let signer: (any RequestSigner)?

  init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    guard let key = values["key"], let place = values["token-url"]?.revealed,
      let address = try? HostAddress(place)
    else { throw AuthProblem("it has no key") }
    signer = Signer(
      origin: context.origin, key: key,
      request: OutgoingRequest(
        method: "POST", url: RequestURL(origin: address.origin, path: "/token"),
        headers: [HeaderField("X-Key", key)]), now: context.world.now)
  }

  private struct Signer: RequestSigner {
    let origin: Origin
    let key: ProtectedText
    let request: OutgoingRequest
    let now: @Sendable () -> UTCTimestamp

    func answers(_ refusal: ResponseHead) -> Bool { true }

    func credentials(
      for request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
    ) async throws(ExchangeError) -> [AuthCredential] {
      let refused = refusal?.credentials.map(\.value) ?? []
      let token = try await means.tokens.token(
        for: TokenKey("trial", for: origin, ["key": key]),
        unless: refusal == nil ? nil : { refused.contains(bearer($0)) }
      ) { (_) throws(ExchangeError) in
        let response = try await means.send(self.request)
        guard response.head.status == 200 else {
          throw .authorization(
            .noToken(TokenFailure(.noPermission, "no token: status \(response.head.status)")))
        }
        let text = String(decoding: response.body, as: UTF8.self)
        return Token(
          ProtectedText(bytes: Array(text.utf8), key.secrecy.asMasked),
          expires: now().advanced(by: .seconds(60)))
      }
      return [AuthCredential(bearer(token), at: .header("Authorization"))]
    }

    private func bearer(_ token: Token) -> ProtectedText {
      var value = ProtectedText("Bearer ")
      value.append(token.value)
      return value
    }
  }
}

/// Issues tokens, and responds to requests with a valid one.
private final class TokenServer: RequestSender {
  static let name = "tokens"
  static let summary = "Gives tokens."

  struct State {
    var log: [String] = []
    var issued = 0
    var good: String?
    var status = 200
    var isStubborn = false
  }
  let state = Mutex(State())

  var log: [String] { state.withLock { $0.log } }

  func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    // Other tasks run while the response is made.
    for _ in 0..<5 { await Task.yield() }
    let given = request.headers.first { $0.isNamed("Authorization") }?.value.revealed
    let (status, body) = state.withLock { state -> (Int, String) in
      state.log.append("\(request.url.text.revealed) \(given ?? "-")")
      if request.url.path.revealed == "/token" {
        guard state.status == 200 else { return (state.status, "no") }
        state.issued += 1
        state.good = "token-\(state.issued)"
        return (200, state.good ?? "")
      }
      let isGood = !state.isStubborn && given == "Bearer \(state.good ?? "none")"
      return (isGood ? 200 : 401, "you sent \(given ?? "nothing")")
    }
    try await ScriptedRequester(status, type: "text/plain", body).send(request, to: receiver)
  }
}

@Suite("An auth type that makes calls of its own")
struct TokenAuthTests {
  /// Programs that share a session, a server and a clock.
  private final class Trial: Sendable {
    let server = TokenServer()
    let session: MemorySession
    let now = Mutex(UTCTimestamp(seconds: 1_769_860_800))
    let tokenURL: String
    let store: SecretStore
    /// Reads the events; nil if calls run in parallel.
    let log: Log?

    init(
      tokenURL: String = "https://a.example", secrets: [any SecretProvider] = [], log: Log? = nil
    ) throws {
      self.log = log
      session = try MemorySession()
      self.tokenURL = tokenURL
      store = SecretStore(secrets)
    }

    func pass(_ time: Duration) { now.withLock { $0 = $0.advanced(by: time) } }

    private var world: World {
      var world = World.fixed()
      world.now = { self.now.withLock { $0 } }
      world.wait = { (_) throws(CancellationError) in await Task.yield() }
      return world
    }

    /// A new program.
    func program() -> OutputStore {
      let (session, world) = (session, world)
      return OutputStore { () throws(Failure) in Session(session, in: world) }
    }

    /// Makes a call.
    ///
    /// - Returns: its exit status, its output, its messages, and the shown parts of the response.
    func call(
      in program: OutputStore, key: String = "<key>", asked: OutputRequest = OutputRequest()
    ) async throws -> (status: Int32, output: String, error: String, shown: String) {
      let server = server
      let entry = RequesterEntry("curl", summary: "") { (_) throws(Failure) in server }
      var registry = Builtins.registry(adding: [entry])
      registry = Registry(
        requesters: registry.requesters, decoders: registry.decoders,
        formatters: registry.formatters, authTypes: [AuthEntry(TrialAuth.self)])
      let text = """
        host: https://a.example
        path: /api
        inputs: {key: {secret: true, default: s3cret-key}}
        auth: {type: trial, token-url: \(tokenURL), key: \(key)}
        """
      let endpoint = try EndpointReader(registry: registry)
        .read(Source(name: "call.yaml", text: text))
      var resources = CallResources(registry: registry, world: world, secrets: store)
      resources.lock = (try store.root(named: "key")).map {
        RunLock([RunLock.Key($0, .whole, in: nil)], naming: ["key"])
      }
      let (output, errors) = (BufferSink(), BufferSink())
      let context = RunContext(
        resources: resources, needs: NeedCaller(program), permits: PoolPermits(),
        printing: ScriptOutputPlan(
          format: nil, color: .never, context: OutputContext(isTerminal: false),
          output: output),
        errors: errors, observers: { _, _ in [self.log].compactMap { $0 } }, reporter: { _, _ in })
      let maker = try CallMaker(endpoint, with: resources)
      var failure: Failure?
      do throws(Failure) {
        try await CallRun.perform(
          maker, at: StepPlace(path: []), in: context, errors: errors,
          inputs: { () throws(Failure) in try maker.builder.inputs(of: endpoint, from: []) },
          opening: { (_) throws(Failure) in
            (
              OutputRules(asked, in: OutputContext(isTerminal: false)),
              OutputStreams(output: output, error: errors)
            )
          })
      } catch {
        failure = error
      }
      return (
        failure?.status.rawValue ?? 0, String(decoding: output.bytes, as: UTF8.self),
        failure?.diagnostics.first?.text ?? "", String(decoding: errors.bytes, as: UTF8.self)
      )
    }
  }

  /// The events of a call, as `--events` writes them.
  private final class Log: RunObserver, @unchecked Sendable {
    private let events = Mutex<[UInt8]>([])
    private lazy var log = EventLog(now: { UTCTimestamp(seconds: 0) }, elapsed: { .zero }) {
      [self] bytes in events.withLock { $0 += bytes }
    }

    var text: String { String(decoding: events.withLock { $0 }, as: UTF8.self) }

    func observe(_ event: RunEvent) {
      log.observe(event)
    }
  }

  @Test("It reports its own requests, without their secrets")
  func told() async throws {
    let log = Log()
    let trial = try Trial(log: log)
    #expect(try await trial.call(in: trial.program()).status == 0)
    let text = log.text
    let names = text.matches(of: /"event":"(\w+)"/).map { String($0.1) }
    #expect(
      names.filter { $0 != "progress" && $0 != "connection" } == [
        "start", "request", "next", "request", "response", "response", "end",
      ])
    #expect(text.contains(#""reason":"credentials""#))
    #expect(text.contains(#""method":"POST","url":"https://a.example/token""#))
    #expect(!text.contains("s3cret-key") && !text.contains("token-1"))
  }

  @Test("It gets one token for all parallel calls of a run")
  func together() async throws {
    let trial = try Trial()
    let program = trial.program()
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<20 { group.addTask { try await trial.call(in: program).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 0, count: 20))
    #expect(trial.server.log.filter { $0.contains("/token") } == ["https://a.example/token -"])
    #expect(trial.server.log.count == 21)
  }

  @Test("It gets one token for parallel programs and for later ones")
  func programs() async throws {
    let trial = try Trial()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5 {
        group.addTask {
          let status = try await trial.call(in: trial.program()).status
          #expect(status == 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await trial.call(in: trial.program()).output == "you sent Bearer token-1")
    #expect(trial.server.state.withLock { $0.issued } == 1)
    #expect(trial.session.held.isEmpty)
    #expect(!trial.session.texts.values.joined().contains("s3cret-key"))
  }

  @Test("It gets another token when the first one expires")
  func expired() async throws {
    let trial = try Trial()
    let program = trial.program()
    for (pause, issued) in [(0, 1), (59, 1), (1, 2), (60, 3)] {
      trial.pass(.seconds(pause))
      #expect(try await trial.call(in: program).status == 0)
      #expect(trial.server.state.withLock { $0.issued } == issued, "after \(pause) s")
    }
  }

  @Test("It replaces a refused token once, and the old one is not used again")
  func refused() async throws {
    let trial = try Trial()
    let program = trial.program()
    #expect(try await trial.call(in: program).status == 0)
    trial.server.state.withLock { $0.good = nil }
    #expect(try await trial.call(in: program).status == 0)
    #expect(try await trial.call(in: trial.program()).status == 0)
    let paths = trial.server.log.map { $0.replacing("https://a.example", with: "") }
    #expect(
      paths == [
        "/token -", "/api Bearer token-1", "/api Bearer token-1", "/token -",
        "/api Bearer token-2", "/api Bearer token-2",
      ])
    trial.server.state.withLock { $0.isStubborn = true }
    let stubborn = try await trial.call(in: program)
    #expect(stubborn.status == 4)
    #expect(trial.server.log.count == 9)
  }

  @Test("Its tokens are masked in responses")
  func masked() async throws {
    let trial = try Trial()
    let program = trial.program()
    trial.server.state.withLock { $0.isStubborn = true }
    let run = try await trial.call(in: program, asked: OutputRequest(content: .nothing))
    #expect(run.status == 4)
    #expect(run.output.isEmpty)
    #expect(run.shown == "you sent Bearer ***\n")
    #expect(!run.error.contains("token-"))
  }

  @Test("If no token is issued, it tries once, and every call reports why")
  func none() async throws {
    let trial = try Trial()
    trial.server.state.withLock { $0.status = 403 }
    let program = trial.program()
    for _ in 0..<3 {
      let run = try await trial.call(in: program)
      #expect(run.status == 77)
      #expect(run.error.contains("no token: status 403"), "\(run.error)")
    }
    #expect(trial.server.log == ["https://a.example/token -"])
    #expect(trial.session.texts.isEmpty)
  }

  @Test("It sends a stored secret only to the secret's origins")
  func confined() async throws {
    let secrets = FixedSecrets("fixed", [("key", "s3cret-stored", ["https://a.example"])])
    let abroad = try Trial(tokenURL: "https://b.example", secrets: [secrets])
    let refused = try await abroad.call(in: abroad.program(), key: "<secret.key>")
    #expect(refused.status == 77, "\(refused)")
    #expect(abroad.server.log.isEmpty)
    let home = try Trial(secrets: [secrets])
    #expect(try await home.call(in: home.program(), key: "<secret.key>").status == 0)
    // An entry from an earlier run is for the same origins.
    #expect(try await home.call(in: home.program(), key: "<secret.key>").status == 0)
    #expect(home.server.state.withLock { $0.issued } == 1)
  }
}

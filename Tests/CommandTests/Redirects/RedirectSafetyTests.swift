import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallRun
import APICallSystem
import Foundation
import SeededNumbers
import Synchronization
import TestServers
import Testing
import YAMLTree

@Suite("Credentials and redirects, with hundreds of chains over sockets", .serialized)
struct RedirectSafetyTests {
  /// Specs with credentials in every possible place.
  static let specs = [
    """
    method: GET
    """,
    """
    method: POST
    form: {user: eve, password: <hidden>}
    """,
    """
    method: PUT
    json: {note: public, list: [1, 2]}
    """,
    """
    method: POST
    text: 'written out: LITERAL'
    """,
    """
    method: HEAD
    """,
    """
    paginate: {link: next}
    """,
    """
    paginate: {link: next}
    retry: 1
    """,
  ]

  /// A call to the start of a chain; each credential is one of these, and is unique to the chain.
  struct Credentials {
    var secret: String
    var literal: String

    init(_ number: Int) {
      secret = "s7k\(number)+Zq/é"
      literal = "L1t\(number)xYz~v"
    }

    /// Spellings of a credential in a request, all of them in the bytes of one.
    var spellings: [String] {
      [secret, literal].flatMap { text in
        let bytes = Array(text.utf8)
        return [
          text, String(decoding: PercentEncoding.encode(bytes, for: .value), as: UTF8.self),
          String(decoding: PercentEncoding.encode(bytes, for: .form), as: UTF8.self),
          Data(bytes).base64EncodedString(), Data("user:\(text)".utf8).base64EncodedString(),
        ]
      } + ["key-\(literal)"]
    }

    func call(_ plan: RedirectPlan, ports: [Int], spec: String, rule: String) throws -> Call {
      let basic = Data("user:\(literal)".utf8).base64EncodedString()
      let target = plan.target(0).split(separator: "?")
      let host = "http://\(plan.start.host):\(ports[plan.start.server])"
      var text = """
        host: \(host)
        path: \(target[0])
        inputs: {hidden: {secret: true}, number: {}}
        query: {n: <number>, step: 0, api_key: <hidden>}
        headers:
          Authorization: Basic \(basic)
          Cookie: sid=\(literal)
          X-Api-Key: key-\(literal)
          X-Made: made of <hidden>
          User-Agent: agent <hidden>
          Accept-Language: \(literal)
          X-Request-Id: '<number>'
        timeout: 10m
        redirects: \(rule)
        \(spec.replacing("LITERAL", with: literal))
        """
      // In every other chain it is a stored secret.
      if plan.number % 2 == 1 { text = text.replacing("<hidden>", with: "<secret.hidden>") }
      let stored = [
        "APICALL_SECRET_HIDDEN": secret, "APICALL_SECRET_HIDDEN_ORIGINS": host,
      ]
      let endpoint = try EndpointReader(registry: Builtins.readingRegistry)
        .read(Source(name: "chain.yaml", text: text))
      var builder = CallBuilder(world: .system(), destination: Destination())
      builder.secrets = {
        SecretStore([EnvironmentSecrets(variable: { stored[$0] }, variables: { [] })])
      }
      return try builder.call(
        endpoint,
        with: [
          InputResolver.Assignment(name: "hidden", text: secret),
          InputResolver.Assignment(name: "number", text: String(plan.number)),
        ])
    }
  }

  /// The results of chains.
  struct Outcome {
    var chains = 0
    /// Redirects that led to a request, as the servers saw them.
    var hops = 0
    /// Links of pages that led to a request.
    var pages = 0
    /// Requests to other origins, and to the call's own origin after another one.
    var strangers = 0
    var returns = 0
    /// Requests to the call's own origin with all their credentials.
    var trusted = 0
    var refused = 0
    var leaks: [String] = []
  }

  /// Runs chains over sockets, one after the other.
  static func run(_ count: Int, seed: UInt64, by leaky: LeakyFollower? = nil) throws -> Outcome {
    let plans = Mutex<RedirectPlan?>.Ref(nil)
    let ports = Mutex<[Int]>.Ref([])
    let servers = try (0..<3).map { _ in
      try ScriptedServer.answering { request in
        let plan = plans.value.withLock { $0 }
        let ports = ports.value.withLock { $0 }
        guard let plan, let step = step(of: request) else {
          return "HTTP/1.1 500 Nothing\r\nContent-Length: 0\r\n\r\n"
        }
        let answer = plan.answer(step, ports: ports)
        return request.starts(with: "HEAD ".utf8)
          ? String(
            answer.prefix(upTo: answer.firstRange(of: "\r\n\r\n")?.upperBound ?? answer.endIndex))
          : answer
      }
    }
    ports.value.withLock { $0 = servers.map(\.port) }
    let loop = CurlLoop()
    let requester = CurlSender(loop: loop)
    var random = SeededGenerator(seed: seed)
    var outcome = Outcome()
    for number in 0..<count {
      let spec = random.pick(specs)
      let plan = RedirectPlan(
        number, servers: servers.count, hasPages: spec.contains("paginate"), &random)
      plans.value.withLock { $0 = plan }
      let credentials = Credentials(number)
      let rule =
        "{follow: 20, forward: [X-Request-Id, Accept-Language], method: "
        + (random.below(2) == 0 ? "keep}" : "rewrite}")
      let call = try credentials.call(
        plan, ports: servers.map(\.port), spec: spec, rule: rule)
      let links: [any ExchangeMiddleware] =
        leaky.map { [$0] }
        ?? MiddlewareChain.links(
          for: call,
          in: CallResources(
            registry: Builtins.registry(), world: .system(), secrets: SecretStore([])))
      let error: ExchangeError? = loop.run {
        do throws(ExchangeError) {
          try await NextSender(through: links[...], to: requester)
            .send(call.request, to: SilentReceiver())
          return nil
        } catch {
          return error
        }
      }
      if error != nil { outcome.refused += 1 }
      outcome.chains += 1
      for (server, recorder) in servers.enumerated() {
        for request in recorder.takeRequests() {
          judge(request, at: server, plan, credentials, "seed \(seed), chain \(number)", &outcome)
        }
      }
    }
    return outcome
  }

  /// Looks for credentials in the data that a server received.
  private static func judge(
    _ request: [UInt8], at server: Int, _ plan: RedirectPlan, _ credentials: Credentials,
    _ name: String, _ outcome: inout Outcome
  ) {
    guard let step = step(of: request) else {
      outcome.leaks.append("\(name): a request of no step")
      return
    }
    if step > 0, plan.steps[step - 1].status == 200 {
      outcome.pages += 1
    } else if step > 0 {
      outcome.hops += 1
    }
    let text = String(decoding: request, as: UTF8.self)
    let place = plan.place(of: step)
    if place.server != server { outcome.leaks.append("\(name), step \(step): went elsewhere") }
    let found = credentials.spellings.filter { text.contains($0) }
    if plan.isTrusted(step) {
      let all = [
        "Authorization: ", "Cookie: ", "X-Api-Key: key-", "X-Made: ", "User-Agent: agent ",
      ]
      let isComplete = all.allSatisfy { text.contains("\r\n\($0)") } && !found.isEmpty
      if isComplete { outcome.trusted += 1 }
      return
    }
    if place.origin == plan.start.origin { outcome.returns += 1 } else { outcome.strangers += 1 }
    for spelling in found { outcome.leaks.append("\(name), step \(step): '\(spelling)'") }
  }

  /// Returns the step of a request, from its request line.
  private static func step(of request: [UInt8]) -> Int? {
    let line = request.prefix { $0 != UInt8(ascii: "\r") }
    let text = String(decoding: line, as: UTF8.self)
    return text.firstMatch(of: /[?&]step=(\d+)/).flatMap { Int($0.output.1) }
  }

  private final class SilentReceiver: ExchangeReceiver {
    func receive(_ head: ResponseHead) -> Demand { .more }
    func receive(_ bytes: Span<UInt8>) -> Demand { .more }
  }

  @Test("No credential reaches an origin that it was not meant for")
  func chains() throws {
    let variable = ProcessInfo.processInfo.environment["APICALL_ROUNDS"]
    let count = variable.flatMap { Int($0) } ?? 200
    let seed: UInt64 = 81
    let outcome = try Self.run(count, seed: seed)
    #expect(outcome.leaks.isEmpty, "\(outcome.leaks.prefix(10).joined(separator: "\n"))")
    // The chains really ran, and covered everything they are about.
    #expect(outcome.chains == count)
    #expect(outcome.hops > count)
    #expect(outcome.pages > count / 20)
    #expect(outcome.strangers > count / 2)
    #expect(outcome.returns > count / 20)
    #expect(outcome.trusted > count)
    #expect(outcome.refused > count / 20 && outcome.refused < count * 3 / 4)
    if variable != nil { print("seed \(seed): \(outcome)") }
  }

  @Test("Every leak is found", arguments: LeakyFollower.Fault.allCases)
  func leaks(fault: LeakyFollower.Fault) throws {
    let outcome = try Self.run(60, seed: 82, by: LeakyFollower(fault: fault))
    #expect(!outcome.leaks.isEmpty)
    #expect(outcome.hops > 60)
  }
}

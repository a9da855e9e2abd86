import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallSafety
import Synchronization
import TestWorlds
import Testing
import YAMLTree

@Suite("A requester that fails on purpose")
struct FailureRequesterTests {
  static let spec = """
    host: https://a.example
    path: /users/<id>
    inputs: {id: {type: integer}}
    examples:
      one: {with: {id: 1}, response: {headers: {X-A: b}, json: {id: 1}}}
      down: {with: {id: 2}, response: {status: 503, text: later}}
      none: {with: {id: 3}, response: {status: 204}}
    """
  static let origin = Origin(scheme: .https, host: "a.example")

  /// The length of each wait.
  private final class Slept: Sendable {
    let waits = Mutex<[Duration]>([])
  }

  /// A requester and its request.
  private final class Stage: Sendable {
    let requester: any RequestSender
    let request: OutgoingRequest
    private let slept = Slept()

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - option: the failure.
    ///   - id: the input.
    ///   - limits: the limits of the request; the usual ones with 7 s to connect.
    ///   - method: the method of the request.
    ///   - body: the body of the request.
    ///   - patience: the number of waits before a signal.
    /// - Throws: an error if any of these is invalid.
    init(
      _ option: String, id: Int = 1, limits: TimeLimits = TimeLimits(connect: .seconds(7)),
      method: String = "GET", body: String? = nil, patience: Int = .max
    ) throws {
      let slept = slept
      let entry = FailureRequester.entry(try FailureMode(option: option))
      let registry = Builtins.registry(adding: [entry])
      let endpoint = try EndpointReader(registry: Builtins.readingRegistry)
        .read(Source(name: "user.yaml", text: FailureRequesterTests.spec))
      let director = ExternalDirector(try HostAddress("https://a.example"))
      var world = World.fixed()
      world.wait = {
        (duration) throws(CancellationError) in
        let count = slept.waits.withLock { slept in
          slept.append(duration)
          return slept.count
        }
        if count > patience { throw CancellationError() }
      }
      requester = try registry.requester(
        named: "failing",
        for: RequesterContext(endpoint: endpoint, director: director, world: world))
      let scope = try InputResolver(endpoint)
        .scope(from: [.init(name: "id", text: "\(id)")], in: world)
      var request = try director.request(for: endpoint, in: scope)
      request.limits = limits
      request.method = method
      request.body = body.map { .bytes(ProtectedText($0)) }
      self.request = request
    }

    var waits: [Duration] { slept.waits.withLock { $0 } }

    /// Sends the request once.
    func send(
      to receiver: KeepingReceiver = KeepingReceiver()
    ) async -> (answer: KeepingReceiver, error: ExchangeError?) {
      do {
        try await requester.send(request, to: receiver)
        return (receiver, nil)
      } catch {
        return (receiver, error)
      }
    }
  }

  private static func transport(
    _ kind: ConnectionFailure.Kind, _ reason: String
  ) -> ExchangeError {
    .transport(ConnectionFailure(kind, origin: origin, reason: reason))
  }

  @Test(
    "Each failure without a response is the error that libcurl's requester throws for it",
    arguments: [
      ("dns", transport(.hostNotFound, "no address for this name")),
      ("connect", transport(.cannotConnect, "connection refused")),
      ("tls", transport(.tls, "the certificate has expired")),
      ("timeout", .timedOut(.idle(after: .seconds(60)))),
      ("timeout=connect", .timedOut(.connecting(after: .seconds(7)))),
      ("reset", transport(.truncated, "connection reset by peer")),
      ("garbage", transport(.protocolViolation, "the response is not HTTP")),
    ])
  func errors(_ option: String, _ error: ExchangeError) async throws {
    let stage = try Stage(option)
    let outcome = await stage.send()
    #expect(outcome.error == error)
    #expect(outcome.answer.head == nil && stage.waits.isEmpty)
  }

  @Test(
    "The limit that expires first is reported",
    arguments: [
      ("timeout", 2, ExchangeTimeout.total(after: .seconds(2))),
      ("timeout", 90, .idle(after: .seconds(60))),
      ("timeout=connect", 2, .total(after: .seconds(2))),
      ("timeout=connect", 90, .connecting(after: .seconds(7))),
    ])
  func limits(_ option: String, _ total: Int, _ phase: ExchangeTimeout) async throws {
    let limits = TimeLimits(connect: .seconds(7), total: .seconds(total))
    #expect(try await Stage(option, limits: limits).send().error == .timedOut(phase))
  }

  @Test("A status has the body of the first example with that status")
  func statusOfExample() async throws {
    let (answer, error) = try await Stage("status=503").send()
    #expect(error == nil)
    #expect(answer.head?.status == 503 && answer.head?.reason == "Service Unavailable")
    #expect(answer.head?.header("Content-Type") == "text/plain")
    #expect(answer.text == "later")
  }

  @Test("A status without an example comes with a problem document")
  func statusMadeUp() async throws {
    let (answer, error) = try await Stage("status").send()
    #expect(error == nil && answer.head?.status == 500)
    #expect(answer.head?.header("Content-Type") == "application/problem+json")
    #expect(answer.text == #"{"title":"Internal Server Error","status":500}"#)
  }

  @Test("A response that cannot have a body, by its status or method, has none")
  func withoutBody() async throws {
    #expect(try await Stage("status=304").send().answer.body.isEmpty)
    #expect(try await Stage("status=503", method: "HEAD").send().answer.body.isEmpty)
  }

  @Test("A truncated response is half of the example's, and the error says how much is missing")
  func truncated() async throws {
    let (answer, error) = try await Stage("truncated").send()
    #expect(answer.head?.header("Content-Length") == "8" && answer.head?.header("X-A") == "b")
    #expect(answer.text == #"{"id"#)
    #expect(
      error == Self.transport(.truncated, "transfer closed with 4 bytes remaining to read"))
  }

  @Test("A truncated response without a body is cut in its head")
  func truncatedHead() async throws {
    let (answer, error) = try await Stage("truncated", method: "HEAD").send()
    #expect(answer.head == nil)
    #expect(error == Self.transport(.truncated, "the response header is cut short"))
  }

  @Test(
    "The bytes sent and received are reported, as far as they are known",
    arguments: [
      ("dns", nil), ("reset", ExchangeProgress(sent: 4, toSend: 4)),
      ("truncated", ExchangeProgress(sent: 4, toSend: 4, received: 4, toReceive: 8)),
      ("status=304", ExchangeProgress(sent: 4, toSend: 4)),
    ])
  func progress(_ option: String, _ progress: ExchangeProgress?) async throws {
    let stage = try Stage(option, body: "body")
    #expect(await stage.send().answer.progress == progress)
  }

  @Test("A redirect leads to the request's own URL")
  func redirect() async throws {
    let (answer, error) = try await Stage("redirect").send()
    #expect(error == nil && answer.head?.status == 302)
    #expect(answer.head?.header("Location") == "https://a.example/users/1")
  }

  @Test("A slow response is complete, and takes as long as requested")
  func slow() async throws {
    let stage = try Stage("slow=900ms")
    let (answer, error) = await stage.send()
    #expect(error == nil && answer.text == #"{"id":1}"#)
    #expect(stage.waits == Array(repeating: .milliseconds(100), count: 9))
    #expect(answer.pieces > 4)
  }

  @Test("A slow response ends at the time limit it exceeds")
  func slowTooLong() async throws {
    let total = try Stage(
      "slow=10s", limits: TimeLimits(connect: .seconds(7), total: .seconds(2)))
    #expect(await total.send().error == .timedOut(.total(after: .seconds(2))))
    #expect(total.waits.reduce(.zero, +) == .seconds(2))
    let idle = try Stage("slow=90s", limits: TimeLimits(idle: .seconds(1)))
    #expect(await idle.send().error == .timedOut(.idle(after: .seconds(1))))
    #expect(idle.waits == [.seconds(1)])
  }

  @Test("A slow response ends at a signal")
  func interrupted() async throws {
    let (answer, error) = try await Stage("slow=10s", patience: 2).send()
    #expect(error == .cancelled)
    #expect(!answer.text.isEmpty && answer.text != #"{"id":1}"#)
  }

  @Test(
    "A receiver that has seen enough ends it without an error", arguments: ["slow", "truncated"])
  func enough(_ option: String) async throws {
    let receiver = KeepingReceiver()
    receiver.demand = .stop
    #expect(try await Stage(option).send(to: receiver).error == nil)
    #expect(receiver.body.isEmpty)
  }

  @Test("After the given number of failures, the examples respond")
  func times() async throws {
    let stage = try Stage("reset,times=2")
    let reset = Self.transport(.truncated, "connection reset by peer")
    #expect(await stage.send().error == reset)
    #expect(await stage.send().error == reset)
    let (answer, error) = await stage.send()
    #expect(error == nil && answer.text == #"{"id":1}"#)
  }

  @Test("Without a failure to simulate, the requester is a usage error")
  func missingOption() throws {
    let registry = Builtins.registry()
    let endpoint = try EndpointReader(registry: registry)
      .read(Source(name: "user.yaml", text: Self.spec))
    let context = RequesterContext(
      endpoint: endpoint, director: ExternalDirector(try HostAddress("https://a.example")),
      world: .fixed())
    do {
      _ = try registry.requester(named: "failing", for: context)
      Issue.record("it was made")
    } catch {
      #expect(error.status == .usage)
      #expect(
        error.diagnostics.first?.message == "the requester 'failing' needs --fail")
      #expect(
        error.diagnostics.first?.hint
          == "write --fail HOW, where HOW is one of " + FailureMode.names.joined(separator: ", "))
    }
    #expect(!registry.isRemote("failing"))
  }
}

import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallSafety
import TestWorlds
import Testing
import YAMLTree

@Suite("Responses from the endpoint's own examples")
struct ExampleRequesterTests {
  static let spec = """
    host: https://a.example
    path: /users/<id>
    inputs: {id: {type: integer}}
    examples:
      one: {with: {id: 1}, response: {headers: {X-A: b}, json: {id: 1}}}
      none: {with: {id: 2}, response: {status: 204}}
    """

  private func send(
    _ id: Int, _ spec: String = ExampleRequesterTests.spec,
    to receiver: KeepingReceiver = KeepingReceiver()
  ) async throws -> KeepingReceiver {
    let registry = Builtins.registry()
    let endpoint = try EndpointReader(registry: registry)
      .read(Source(name: "user.yaml", text: spec))
    let director = ExternalDirector(try HostAddress("https://a.example"))
    let world = World.fixed()
    let requester = try registry.requester(
      named: "fixture",
      for: RequesterContext(endpoint: endpoint, director: director, world: world))
    let scope = try InputResolver(endpoint)
      .scope(from: [.init(name: "id", text: "\(id)")], in: world)
    try await requester.send(director.request(for: endpoint, in: scope), to: receiver)
    return receiver
  }

  @Test("The example whose inputs give the same request responds")
  func answers() async throws {
    let receiver = try await send(1)
    #expect(receiver.head?.status == 200 && receiver.head?.reason == "OK")
    #expect(receiver.head?.header("x-a") == "b")
    #expect(receiver.head?.header("Content-Type") == "application/json")
    #expect(String(decoding: receiver.body, as: UTF8.self) == "{\"id\":1}")
  }

  @Test("A response without a body has none")
  func withoutBody() async throws {
    let receiver = try await send(2)
    #expect(receiver.head?.status == 204 && receiver.body.isEmpty)
    #expect(receiver.head?.header("Content-Type") == nil)
  }

  @Test("A request without a matching example is an error")
  func noExample() async throws {
    let failure = ConnectionFailure(
      .noResponse, origin: Origin(scheme: .https, host: "a.example"),
      reason: "no example of user.yaml has these inputs")
    await #expect(throws: ExchangeError.transport(failure)) { try await send(3) }
  }

  @Test("An example without inputs is used if no other matches")
  func otherwise() async throws {
    let receiver = try await send(3, Self.spec + "\n  any: {response: {status: 404, text: no}}")
    #expect(receiver.head?.status == 404)
    #expect(String(decoding: receiver.body, as: UTF8.self) == "no")
  }

  @Test("A receiver that has seen enough gets no body")
  func stopped() async throws {
    let receiver = KeepingReceiver()
    receiver.demand = .stop
    #expect(try await send(1, to: receiver).body.isEmpty)
  }
}

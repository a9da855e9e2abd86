import APICallBase
import APICallCurl
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem

/// Makes calls, and keeps connections open between them.
///
/// ```swift
/// let client = Client(project: Project(at: "."))
/// let response = try await client.call("todos/list", ["user": 1])
/// ```
///
/// It may be used from any number of tasks. The first call starts a thread for the network, which
/// ends when the client is released. Proxies of the environment are not used.
public final class Client: Sendable {
  private let project: Project?
  private let loop: CurlLoop
  private let world: World
  private let registry: Registry
  private let needs = NeedCaller(OutputStore())

  /// Creates a client; nothing is started.
  ///
  /// - Parameter project: the project of the endpoints that calls name; nil without one.
  public init(project: Project? = nil) {
    self.project = project
    let loop = CurlLoop.withOwnThread()
    self.loop = loop
    var connection = ConnectionSettings()
    connection.proxy = .direct
    let requester = CurlRequester(
      loop: loop, trust: .system(environment: { _ in nil }), connection: connection)
    registry = Builtins.registry(adding: [
      RequesterEntry(CurlRequester.self) { (_) throws(Failure) in requester }
    ])
    var world = World.system()
    world.wait = { (time) throws(CancellationError) in try await loop.sleep(for: time) }
    self.world = world
  }

  deinit { loop.end() }

  /// Calls an endpoint of the project.
  ///
  /// - Parameters:
  ///   - name: the name of the endpoint, such as `todos/list`.
  ///   - inputs: the values of its inputs.
  /// - Returns: the response, which is as the file expects.
  /// - Throws: a ``RequestError``; ``RequestError/cancelled`` if the task is cancelled.
  public func call(
    _ name: String, _ inputs: Inputs = [:]
  ) async throws(RequestError) -> Response {
    guard let project else {
      throw .invalidEndpoint([
        Diagnostic(
          "the client has no project in which to find '\(name)'",
          hint: "create it with Client(project: Project(at: \"FOLDER\"))")
      ])
    }
    return try await call(project.endpoint(named: name), inputs)
  }

  /// Calls an endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - inputs: the values of its inputs.
  /// - Returns: the response, which is as the file expects.
  /// - Throws: a ``RequestError``; ``RequestError/cancelled`` if the task is cancelled.
  public func call(
    _ endpoint: Endpoint, _ inputs: Inputs = [:]
  ) async throws(RequestError) -> Response {
    var world = world
    world.caller = LibraryCaller(trust: endpoint.trust)
    let resources = CallResources(registry: registry, world: world, secrets: SecretStore([]))
    let job = ClientCall(endpoint.content, inputs, with: resources, needs: needs)
    let result = await loop.carry { await job.perform() }
    return try result.get()
  }
}

import APICallBase
import APICallCurl
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem
import Glibc
import Synchronization

/// What the calls of a client are made with.
final class ClientEngine: Sendable {
  let loop = CurlLoop.withOwnThread()
  let calls = CallsInProgress()
  let events: EventHub
  let shared = SharedCalls()
  let endpoints = PreparedEndpoints()
  private let world: World
  private let registry: Registry
  private let session = MemorySession()
  private let gate: CallGate
  private let middleware: [any Middleware]
  private let duplicates: DuplicatePolicy
  private let inFlight: InFlightRequests?
  private let isRemote: Bool
  private let mock: Origin?
  /// The process in which the client was created.
  private let process = getpid()

  /// Whether this is another process, forked from that one: it has none of its threads.
  var isForked: Bool { getpid() != process }

  init(_ configuration: ClientConfiguration, _ requester: any Requester) {
    let loop = loop
    events = EventHub(limit: configuration.eventLimit)
    gate = CallGate(configuration.maximumCalls)
    middleware = configuration.middleware
    isRemote = requester.isRemote && configuration.mock == nil
    mock = configuration.mock
    duplicates = configuration.duplicates
    hasProgramCode = !middleware.isEmpty || !(requester is any EngineRequester)
    inFlight = duplicates == .refuse ? InFlightRequests() : nil
    registry = Builtins.registry(adding: [requester.entry(on: loop)])
    var world = World.system()
    world.wait = { (time) throws(CancellationError) in try await loop.sleep(for: time) }
    world.waitForInput = { (descriptor) throws(CancellationError) in
      try await loop.waitForInput(descriptor)
    }
    self.world = world
  }

  /// Prepares an endpoint for its calls, once.
  ///
  /// - Parameter endpoint: the endpoint, with whether its file may use what belongs to the user.
  /// - Returns: the prepared endpoint.
  /// - Throws: a ``Failure`` if it cannot be called.
  func prepared(_ endpoint: Endpoint) throws(Failure) -> PreparedEndpoint {
    try endpoints.prepared(endpoint) { () throws(Failure) in
      var world = world
      world.caller = LibraryCaller(trust: endpoint.trust, isRemote: isRemote)
      var resources = CallResources(registry: registry, world: world, secrets: SecretStore([]))
      resources.requester = ProgramRequester.name
      resources.inFlight = inFlight
      resources.destination.mock = mock
      return try PreparedEndpoint(endpoint.content, with: resources)
    }
  }

  /// The outputs of the calls that one call needs, and of earlier ones as long as they are fresh.
  func needs(of prepared: PreparedEndpoint) -> NeedCaller {
    let session = session
    return NeedCaller(
      OutputStore { () throws(Failure) in Session(session, in: prepared.resources.world) })
  }

  /// Sees every exchange of a call; empty without middleware.
  func taps() -> [any ExchangeTap] {
    middleware.isEmpty ? [] : [ProgramTap(middleware, in: world, on: loop)]
  }

  /// Whether code of the program runs in the middle of calls.
  private let hasProgramCode: Bool

  /// Makes a call, on the client's loop.
  nonisolated(nonsending) func perform(
    _ found: Result<Endpoint, RequestError>, _ inputs: Inputs, as id: CallID,
    feeding feed: CallFeed?
  ) async -> Result<Response, RequestError> {
    let result: Result<Response, RequestError>
    switch found {
    case .failure(let error): result = .failure(error)
    case .success(let endpoint):
      let isNested = CallInProgress.current != nil
      // A call that another one waits for would wait for its place.
      guard await isNested ? true : gate.enter() else {
        result = .failure(.cancelled)
        break
      }
      defer { if !isNested { gate.leave() } }
      let call = ClientCall(
        endpoint, inputs, by: self, as: CallInProgress(id), feeding: feed,
        sharing: duplicates == .share && feed == nil ? shared : nil)
      result =
        hasProgramCode
        ? await CallInProgress.$current.withValue(call.progress) { await call.perform() }
        : await call.perform()
    }
    events.post(.ended(id, result.map(\.status)))
    feed?.end(result)
    return result
  }
}

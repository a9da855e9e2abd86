import APICallBase
import APICallCurl
import APICallExternal
import APICallModel
import APICallPlugins
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallScripts
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
  private let variables: @Sendable (String) -> String?
  private let secrets: [any SecretSource]
  /// The plugins of the folders that files were read with.
  private let plugins = Mutex<[PluginFolders: ExternalPlugins]>([:])
  private let hasOwnRequester: Bool
  /// Whether code of the program runs in the middle of calls.
  private let hasProgramCode: Bool
  private let permits = PoolPermits()
  private let cleanupTimeout: Duration
  /// The process in which the client was created.
  private let process = getpid()

  /// Whether code of the program runs in the middle of a call of this client.
  var isInOwnCall: Bool { CallInProgress.current?.client == ObjectIdentifier(self) }

  /// Whether this is another process, forked from that one: it has none of its threads.
  var isForked: Bool { getpid() != process }

  /// Creates the engine of a client.
  init(_ configuration: ClientConfiguration, _ own: (any Requester)?) {
    let loop = loop
    let requester = own ?? CurlRequester()
    events = EventHub(limit: configuration.maximumEvents)
    gate = CallGate(configuration.maximumCalls)
    middleware = configuration.middleware
    isRemote = requester.isRemote && configuration.mock == nil
    mock = configuration.mock
    variables = configuration.variables
    duplicates = configuration.duplicates
    hasProgramCode =
      !middleware.isEmpty || !(requester is any EngineRequester) || !configuration.secrets.isEmpty
    inFlight = duplicates == .refuse ? InFlightRequests() : nil
    hasOwnRequester = own != nil
    secrets = configuration.secrets
    cleanupTimeout = configuration.cleanupTimeout
    let name = own == nil ? CallResources.usualRequester : ProgramRequester.name
    registry = Builtins.registry(adding: [requester.entry(on: loop, named: name)])
    world = World.system().waiting(on: loop)
  }

  /// Does work with the stored secrets that its files name, and keeps those that it stores.
  ///
  /// Returns the result of the work. Throws the ``RequestError`` of the work, or of a source.
  nonisolated(nonsending) func withSecrets<Value: Sendable>(
    named names: [String: Bool],
    _ work: nonisolated(nonsending) (FetchedSecrets?) async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    guard !names.isEmpty, isRemote else { return try await work(nil) }
    let fetched = try await FetchedSecrets(names, from: secrets, on: loop)
    let result: Result<Value, RequestError>
    do throws(RequestError) { result = .success(try await work(fetched)) } catch {
      result = .failure(error)
    }
    // What an earlier call of it has stored counts, even if a later one failed.
    try await fetched.flush()
    return try result.get()
  }

  /// The plugins that a file may name; nil for none.
  private func plugins(in folders: PluginFolders) -> ExternalPlugins? {
    guard folders != .none else { return nil }
    return plugins.withLock { known in
      let plugins = known[folders] ?? folders.plugins(on: loop)
      known[folders] = plugins
      return plugins
    }
  }

  /// Prepares an endpoint for its calls, once.
  ///
  /// Returns the prepared endpoint. Throws a ``Failure`` if it cannot be called.
  func prepared(
    _ endpoint: Endpoint, _ secrets: FetchedSecrets?
  ) throws(Failure) -> PreparedEndpoint {
    func prepare() throws(Failure) -> PreparedEndpoint {
      try PreparedEndpoint(endpoint.content, with: resources(endpoint.permissions, secrets))
    }
    return try secrets == nil ? endpoints.prepared(endpoint, prepare) : prepare()
  }

  /// The resources of calls.
  func resources(_ permissions: Permissions, _ secrets: FetchedSecrets?) -> SharedResources {
    var world = world
    world.caller = LibraryCaller(
      trust: permissions.trust, isRemote: isRemote, variables: variables)
    var registry = registry
    registry.supply = plugins(in: permissions.plugins)
    var resources = CallResources(
      registry: registry, world: world, secrets: secrets?.store ?? SecretStore([]))
    if hasOwnRequester { resources.requester = ProgramRequester.name }
    resources.inFlight = inFlight
    resources.destination.mock = mock
    resources.destination.isOffline = !isRemote
    return SharedResources(resources)
  }

  /// The context of a call or of a script.
  func context(
    _ shared: SharedResources, printing output: any ByteSink, errors: any ByteSink,
    reporter: @escaping ([APICallBase.Diagnostic]) -> Void = { _ in },
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) -> RunContext {
    let context = RunContext(
      resources: shared.resources, needs: needs(of: shared), permits: permits,
      printing: ScriptOutputPlan(
        format: nil, color: .never, context: OutputContext(isTerminal: false), output: output),
      errors: errors, observers: observers,
      reporter: { found, _ in reporter(found) })
    context.use(loop, saving: world.files)
    context.taps = taps()
    context.limitAfterSignal = cleanupTimeout
    return context
  }

  /// The outputs of the calls that one call needs, and of earlier ones as long as they are fresh.
  private func needs(of shared: SharedResources) -> NeedCaller {
    let session = session
    return NeedCaller(
      OutputStore { () throws(Failure) in Session(session, in: shared.resources.world) })
  }

  /// Sees every exchange of a call; empty without middleware.
  private func taps() -> [any ExchangeTap] {
    middleware.isEmpty ? [] : [ProgramTap(middleware, in: world, on: loop)]
  }

  /// Makes a call, on the client's loop.
  nonisolated(nonsending) func perform(
    _ found: Result<Endpoint, RequestError>, _ inputs: Inputs, as id: CallID,
    feeding feed: CallFeed?
  ) async -> Result<Response, RequestError> {
    // A call within one with the same request would wait for itself.
    let isNested = isInOwnCall
    let result = await inTurn(found, as: id) { [duplicates, shared] endpoint, progress in
      let call = ClientCall(
        endpoint, inputs, by: self, as: progress, feeding: feed,
        sharing: duplicates == .share && feed == nil && !isNested ? shared : nil)
      return await call.perform()
    }
    events.post(.ended(id, result.map(\.status).mapError(\.withShortBody)))
    return result
  }

  /// Runs a script, on the client's loop.
  nonisolated(nonsending) func perform(
    _ found: Result<Script, RequestError>, _ inputs: Inputs, as id: CallID,
    reportingTo steps: AsyncStream<ScriptStep>.Continuation
  ) async -> Result<ScriptOutputs, RequestError> {
    await inTurn(found, as: id) { script, progress in
      await ScriptCall(script, inputs, by: self, as: progress, reportingTo: steps).perform()
    }
  }

  /// Does work when it is its turn.
  nonisolated(nonsending) private func inTurn<Source: Sendable, Value: Sendable>(
    _ found: Result<Source, RequestError>, as id: CallID,
    _ work: nonisolated(nonsending) (Source, CallInProgress) async -> Result<Value, RequestError>
  ) async -> Result<Value, RequestError> {
    let source: Source
    switch found {
    case .failure(let error): return .failure(error)
    case .success(let value): source = value
    }
    let isNested = isInOwnCall
    // A call that another one waits for would wait for its place.
    guard await isNested ? true : gate.enter() else { return .failure(.cancelled) }
    defer { if !isNested { gate.leave() } }
    let progress = CallInProgress(id, of: ObjectIdentifier(self))
    guard hasProgramCode else { return await work(source, progress) }
    return await CallInProgress.$current.withValue(progress) { await work(source, progress) }
  }
}

import APICallBase
import APICallCurl
import APICallExternal
import APICallModel
import APICallPlugins
import APICallRequests
import APICallResponses
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
  private let configuration: ClientConfiguration
  private let inFlight: InFlightRequests?
  private let isRemote: Bool
  private let plugins = Mutex<[PluginFolders: ExternalPlugins]>([:])
  private let hasOwnRequester: Bool
  private let hasProgramCode: Bool
  private let permits = PoolPermits()
  private let process = getpid()

  /// Whether code of the program runs in the middle of a call of this client.
  var isInOwnCall: Bool { CallInProgress.current?.client == ObjectIdentifier(self) }

  /// Whether this is another process, forked from that one: it has none of its threads.
  var isForked: Bool { getpid() != process }

  init(_ configuration: ClientConfiguration, _ own: (any Requester)?) {
    let loop = loop
    let requester = own ?? CurlRequester()
    events = EventHub(limit: configuration.maximumEvents)
    gate = CallGate(configuration.maximumCalls)
    self.configuration = configuration
    isRemote = requester.leavesMachine && configuration.mock == nil
    hasProgramCode =
      !configuration.middleware.isEmpty || !(requester is any EngineRequester)
      || !configuration.secrets.isEmpty
    inFlight = configuration.duplicates == .refuse ? InFlightRequests() : nil
    hasOwnRequester = own != nil
    let name = own == nil ? CallResources.usualRequester : ProgramRequester.name
    registry = Builtins.registry(adding: [requester.entry(on: loop, named: name)])
    world = World.system().waiting(on: loop)
  }

  /// Does work with the stored secrets that its files name, and keeps those that it stores.
  nonisolated(nonsending) func withSecrets<Value: Sendable>(
    named names: [String: Bool],
    _ work: nonisolated(nonsending) (FetchedSecrets?) async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    guard !names.isEmpty, isRemote else { return try await work(nil) }
    let fetched = try await FetchedSecrets(names, from: configuration.secrets, on: loop)
    let result = await Result.of { () throws(RequestError) in try await work(fetched) }
    // What an earlier call of it has stored counts, even if a later one failed.
    try await fetched.flush()
    return try result.get()
  }

  private func plugins(in folders: PluginFolders) -> ExternalPlugins? {
    guard folders != .none else { return nil }
    return plugins.withLock { known in
      let plugins = known[folders] ?? folders.plugins(on: loop)
      known[folders] = plugins
      return plugins
    }
  }

  func prepared(
    _ endpoint: Endpoint, _ secrets: FetchedSecrets?
  ) throws(Failure) -> PreparedEndpoint {
    func prepare() throws(Failure) -> PreparedEndpoint {
      try PreparedEndpoint(endpoint.content, with: resources(endpoint.permissions, secrets))
    }
    return try secrets == nil ? endpoints.prepared(endpoint, prepare) : prepare()
  }

  func resources(_ permissions: Permissions, _ secrets: FetchedSecrets?) -> Shared<CallResources> {
    var world = world
    world.caller = LibraryCaller(
      trust: permissions.trust, isRemote: isRemote, variables: configuration.variables)
    var registry = registry
    registry.supply = plugins(in: permissions.plugins)
    var resources = CallResources(
      registry: registry, world: world, secrets: secrets?.store ?? SecretStore([]))
    if hasOwnRequester { resources.requester = ProgramRequester.name }
    resources.inFlight = inFlight
    resources.destination.mock = configuration.mock
    resources.destination.isOffline = !isRemote
    return Shared(resources)
  }

  func context(
    _ shared: Shared<CallResources>, printing output: any ByteSink, errors: any ByteSink,
    reporter: @escaping ([Message]) -> Void = { _ in },
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) -> RunContext {
    // The outputs that calls need are those of earlier ones, as long as they are fresh.
    let outputs = OutputStore { [session] () throws(Failure) in
      Session(session, in: shared.value.world)
    }
    var context = RunContext(
      resources: shared.value, needs: NeedCaller(outputs), permits: permits,
      printing: ScriptOutputPlan(
        format: nil, color: .never, context: OutputContext(isTerminal: false), output: output),
      errors: errors, observers: observers,
      reporter: { found, _ in reporter(found) })
    context.use(loop, saving: world.files)
    let middleware = configuration.middleware
    if !middleware.isEmpty {
      context.taps = [ProgramTap(middleware: middleware, world: world, loop: loop)]
    }
    context.limitAfterSignal = configuration.cleanupTimeout
    return context
  }

  nonisolated(nonsending) func perform(
    _ found: Result<Endpoint, RequestError>, _ inputs: Inputs, as id: CallID,
    feeding feed: CallFeed?
  ) async -> Result<Response, RequestError> {
    // A call within one with the same request would wait for itself.
    let isNested = isInOwnCall
    let result = await inTurn(found, as: id) {
      [configuration, shared] (endpoint, progress) throws(RequestError) in
      try await ClientCall(
        endpoint: endpoint, inputs: inputs, engine: self, progress: progress, feed: feed,
        shared: configuration.duplicates == .share && feed == nil && !isNested ? shared : nil
      ).perform()
    }
    events.post(.ended(id, result.map(\.status).mapError(\.withShortBody)))
    return result
  }

  nonisolated(nonsending) func perform(
    _ found: Result<Script, RequestError>, _ inputs: Inputs, as id: CallID,
    reportingTo steps: AsyncStream<ScriptStep>.Continuation
  ) async -> Result<ScriptOutputs, RequestError> {
    await inTurn(found, as: id) { (script, progress) throws(RequestError) in
      try await ScriptCall(
        script: script, inputs: inputs, engine: self, progress: progress, steps: steps
      ).perform()
    }
  }

  nonisolated(nonsending) private func inTurn<Source: Sendable, Value: Sendable>(
    _ found: Result<Source, RequestError>, as id: CallID,
    _ work:
      nonisolated(nonsending) (Source, CallInProgress) async throws(RequestError) -> Value
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
    guard hasProgramCode else {
      return await Result.of { () throws(RequestError) in try await work(source, progress) }
    }
    return await CallInProgress.$current.withValue(progress) {
      await Result.of { () throws(RequestError) in try await work(source, progress) }
    }
  }
}

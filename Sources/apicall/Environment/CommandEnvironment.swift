import APICallBase
import APICallContracts
import APICallCurl
import APICallExternal
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallSafety
import APICallScripts
import APICallSystem
import APICallTesting
import Synchronization
import YAMLTree

/// The environment of the commands: the file system, and the registry of everything that can be
/// chosen by name.
final class CommandEnvironment: Sendable {
  let world: World
  /// Waits in real time, also in a replay, where the pauses of calls take none.
  let pause: @Sendable (Duration) async throws(CancellationError) -> Void
  let registry: Registry
  let library: EndpointLibrary
  /// The sources of stored secrets.
  let secrets: SecretStore
  /// Makes the calls that other calls need.
  let needs: NeedCaller
  /// The limit on files and iterations in progress at a time.
  let permits = PoolPermits()
  /// The loop that sends calls and runs tasks; nil for commands that send nothing.
  let loop: CurlLoop?
  /// The requests in progress; nil if duplicates are allowed.
  let inFlight: InFlightRequests?
  /// Records the run, or responds with a recording; nil for neither.
  let recording: RecordedRun?
  private let lock = Mutex<RunLock?>(nil)

  /// Creates an environment.
  init(
    loop: CurlLoop? = nil, connection: ConnectionSettings? = nil, fileRoots: [String] = [],
    failureMode: FailureMode? = nil, refusesDuplicates: Bool = false,
    assignments: [OptionAssignment] = [], allowances: [SecretAllowance] = [],
    reportsPlugins: Bool = false, recording: RecordedRun? = nil,
    session: (setting: SessionSetting, file: String?)? = nil, memory: MemoryBudget? = nil
  ) {
    self.loop = loop
    self.recording = recording
    inFlight = refusesDuplicates ? InFlightRequests() : nil
    @Sendable func requester() throws(Failure) -> CurlRequester {
      guard let loop else { throw Failure(.bug, "this command sends nothing") }
      return CurlRequester(loop: loop, connection: connection)
    }
    var world = World.system().waiting(on: loop)
    pause = world.wait
    if let recording { world = recording.world(world) }
    world.memory = memory
    self.world = world
    let curl =
      connection?.isInsecure == true
      ? RequesterEntry(InsecureRequester.self) { (_) throws(Failure) in
        InsecureRequester(requester: try requester())
      }
      : RequesterEntry(CurlRequester.self) { (_) throws(Failure) in try requester() }
    var requesters = [curl]
    if let failureMode { requesters.append(FailingRequester.entry(failureMode)) }
    if let replay = recording?.replay { requesters.append(replay.entry) }
    let plugins = ExternalPlugins(
      PluginCatalog(files: world.files, variable: Program.environment),
      variable: { Program.environment($0) }, waiting: loop?.waiting,
      reporter: reportsPlugins ? Self.reportPlugin : nil)
    var registry = Builtins.registry(adding: requesters)
    registry.supply = plugins
    registry.assignments = assignments
    self.registry = registry
    secrets = SecretStore(
      Builtins.secretSources(
        variable: { Program.environment($0) }, variables: { Program.variableNames },
        file: SecretsFile.storage),
      allowing: allowances
    ) { () throws(SecretProblem) in plugins.secretSources() }
    library = EndpointLibrary(
      files: world.files, reader: EndpointReader(registry: registry), fileRoots: fileRoots)
    let (found, surrounding) = (library, world)
    let outputs = OutputStore { () throws(Failure) in
      guard let session, session.setting != .none else { return nil }
      var name: String?
      if case .named(let text) = session.setting { name = text }
      let path = try session.file.map { (name) throws(Failure) in try found.path(of: name) }
      let folder = path.map { FilePath.folder(of: $0) } ?? "."
      return Session(
        try SessionFiles(named: name, above: folder, in: surrounding), in: surrounding)
    }
    needs = NeedCaller(outputs)
  }

  /// Shows a line that a plugin wrote on standard error.
  @Sendable private static func reportPlugin(_ plugin: String, _ line: String) {
    StandardStreams.report("apicall: plugin \(plugin): \(line)\n")
  }

  /// Reads a file, an endpoint or a script.
  ///
  /// Returns the endpoint or script. Throws a ``Failure`` if it cannot be found or read, or has
  /// errors.
  func runnable(_ name: String, for settings: RunSettings) throws(Failure) -> Runnable {
    let profile = settings.destination.profile
    if let given = settings.given, given.source.name == name {
      return try library.runnable(
        from: given.source, inProject: given.readsProject, profile: profile,
        overrides: settings.overrides)
    }
    return try library.runnable(
      at: library.path(of: name), profile: profile, overrides: settings.overrides)
  }

  /// Decides what the run may do, before its first request.
  ///
  /// Throws a ``Failure`` with exit status 77 if its files use secrets that they may not use.
  func close(over files: [Runnable], for settings: RunSettings) throws(Failure) {
    let closed = try RunLock.close(over: files, with: resources(for: settings))
    lock.withLock { $0 = closed }
  }

  /// Creates the resources of calls.
  ///
  /// Returns the resources of a run.
  func resources(for settings: RunSettings) -> CallResources {
    var resources = CallResources(registry: registry, world: world, secrets: secrets)
    resources.destination = settings.destination
    resources.sources = settings.sources
    resources.requester = settings.requester
    resources.inFlight = inFlight
    resources.grants = settings.grants
    resources.lock = lock.withLock { $0 }
    if recording?.replay != nil {
      resources.requester = Replay.name
      resources.destination.isOffline = true
    }
    return resources
  }
}

import APICallResponses
import APICallRun
import Glibc
import APICallBase
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
  let settings: RunSettings
  let world: World
  /// Waits in real time, also in a replay, where the pauses of calls take none.
  let pause: @Sendable (Duration) async throws(CancellationError) -> Void
  let registry: Registry
  let plugins: ExternalPlugins
  let library: EndpointLibrary
  let secrets: SecretStore
  let needs: NeedCaller
  private let cookies: CookieStores
  /// Finds where the state of files is kept; nil to keep none.
  let findState: @Sendable () throws(Failure) -> Session?
  /// The limit on files and iterations in progress at a time.
  let permits = PoolPermits()
  /// The loop that sends calls and runs tasks; nil for commands that send nothing.
  let loop: CurlLoop?
  /// The requests in progress; nil if duplicates are allowed.
  let inFlight: InFlightRequests?
  /// Records the run, or responds with a recording; nil for neither.
  let recording: RecordedRun?
  private let lock = Mutex<RunLock?>(nil)

  convenience init(fileRoots: [String]) {
    var settings = RunSettings()
    settings.fileRoots = fileRoots
    self.init(settings)
  }

  init(
    _ settings: RunSettings = RunSettings(), loop: CurlLoop? = nil, recording: RecordedRun? = nil
  ) {
    self.settings = settings
    self.loop = loop
    self.recording = recording
    let connection = settings.connection
    inFlight = settings.series.refusesDuplicates ? InFlightRequests() : nil
    @Sendable func requester() throws(Failure) -> CurlSender {
      guard let loop else { throw Failure(.bug, "this command sends nothing") }
      return CurlSender(loop: loop, connection: connection)
    }
    var world = World.system().waiting(on: loop)
    pause = world.wait
    if let recording { world = recording.world(world) }
    if settings.isParallel { world.memory = MemoryBudget(settings.memory) }
    self.world = world
    let curl =
      connection?.isInsecure == true
      ? RequesterEntry(InsecureRequester.self) { (_) throws(Failure) in
        InsecureRequester(requester: try requester())
      }
      : RequesterEntry(CurlSender.self) { (_) throws(Failure) in try requester() }
    var requesters = [curl]
    if let failureMode = settings.failureMode {
      requesters.append(FailureRequester.entry(failureMode))
    }
    if let replay = recording?.replay { requesters.append(replay.entry) }
    plugins = ExternalPlugins(
      PluginCatalog(files: world.files, variable: Program.environment),
      variable: { Program.environment($0) }, waiting: loop?.waiting,
      reporter: settings.reports.isVerbose ? Self.reportPlugin : nil)
    var registry = Builtins.registry(adding: requesters)
    registry.supply = plugins
    registry.assignments = settings.assignments
    self.registry = registry
    secrets = SecretStore(
      Builtins.secretSources(
        variable: { Program.environment($0) }, variables: { Program.variableNames },
        file: SecretsFile.storage), allowing: settings.allowances
    ) { [plugins] () throws(SecretProblem) in plugins.secretSources() }
    library = EndpointLibrary(
      files: world.files, reader: EndpointReader(registry: registry), fileRoots: settings.fileRoots)
    let (found, surrounding) = (library, world)
    let isReplay = recording?.replay != nil
    let findSession = { @Sendable () throws(Failure) -> Session? in
      guard settings.session != .none, let endpoint = settings.endpoints.first
      else { return nil }
      var name: String?
      if case .named(let text) = settings.session { name = text }
      let path = try settings.given == nil ? found.path(of: endpoint) : nil
      let folder = path.map { FilePath.folder(of: $0) } ?? "."
      return Session(
        try SessionFiles(named: name, above: folder, in: surrounding), in: surrounding)
    }
    let outputs = OutputStore(session: findSession)
    cookies = CookieStores(file: isReplay ? nil : settings.cookieFile.map { CookieFile(at: $0) }) {
      (name, distrust, resources) throws(Failure) in
      guard !isReplay, let session = try findSession() else { return nil }
      return KeptCookies(named: name, in: session, untrusted: distrust, with: resources)
    }
    let tokens = OutputStore { () throws(Failure) in
      // Without a folder for it, a token is for this run, and so is one of a server that was not
      // checked.
      guard !isReplay, !settings.network.isInsecure, BaseFolder.state.location != nil,
        let endpoint = settings.endpoints.first
      else { return nil }
      let path = try settings.given == nil ? found.path(of: endpoint) : nil
      return Session(
        try SessionFiles(
          named: nil, above: path.map { FilePath.folder(of: $0) } ?? ".", in: surrounding,
          of: .logins), in: surrounding)
    }
    needs = NeedCaller(outputs, tokens: tokens)
    findState = { () throws(Failure) in
      guard !isReplay else { return nil }
      if let path = settings.stateFile {
        return Session(StateFiles(at: path, digests: surrounding.digests), in: surrounding)
      }
      guard let endpoint = settings.endpoints.first, settings.given == nil else { return nil }
      let folder = FilePath.folder(of: try found.path(of: endpoint))
      return Session(
        try SessionFiles(named: nil, above: folder, in: surrounding, of: .state), in: surrounding)
    }
  }

  @Sendable private static func reportPlugin(_ plugin: String, _ line: String) {
    StandardStreams.report("apicall: plugin \(plugin): \(line)\n")
  }

  func runnable(_ name: String) throws(Failure) -> Runnable {
    let profile = settings.destination.profile
    let file =
      if let given = settings.given, given.source.name == name {
        try library.runnable(
          from: given.source, inProject: given.readsProject, profile: profile,
          overrides: settings.overrides)
      } else {
        try library.runnable(
          at: library.path(of: name), profile: profile, overrides: settings.overrides)
      }
    return try settings.first.map { (count) throws(Failure) in try file.first(count) } ?? file
  }

  /// Decides what the run may do, before its first request.
  func close(over files: [Runnable]) throws(Failure) {
    let closed = try RunLock.close(over: files, with: resources())
    lock.withLock { $0 = closed }
  }

  /// Warns of the first option about connections, if requesters that have none of ours are used.
  func warnOfUnusedConnection(by files: [Runnable]) {
    guard let option = settings.connectionOptions.first else { return }
    let resources = resources()
    var others: Set<String> = []
    for file in files {
      file.visitFiles { endpoint, isCall in
        if isCall { others.insert(resources.requesterName(for: endpoint)) }
      }
    }
    for name in others.sorted() where name != CallResources.usualRequester {
      StandardStreams.report(
        "apicall: warning: \(option) has no effect on the requester '\(name)'\n")
    }
  }

  func resources() -> CallResources {
    var resources = CallResources(registry: registry, world: world, secrets: secrets)
    resources.destination = settings.destination
    resources.sources = settings.sources
    resources.requester = settings.requester
    resources.inFlight = inFlight
    resources.cookies = cookies
    resources.grants = settings.grants
    resources.lock = lock.withLock { $0 }
    if recording?.replay != nil {
      resources.requester = Replay.name
      resources.destination.isOffline = true
    }
    return resources
  }
}

extension CommandEnvironment {
  /// The context of the calls of files and scripts: signals, and buffers for parallel output.
  func context(
    printing: ScriptOutputPlan, errors: any ByteSink,
    editing edit: @escaping (Message) -> Message = { $0 },
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) -> RunContext {
    var context = RunContext(
      resources: resources(), needs: needs, permits: permits, printing: printing, errors: errors,
      observers: observers,
      reporter: { [settings] in
        StandardStreams.report($0.map(edit), color: settings.output.color, to: $1)
      })
    context.use(loop, saving: world.files)
    context.taps = recording?.taps ?? []
    context.showsEveryFailure = settings.reports.isVerbose
    context.signal = { Signals.first }
    context.resume = { Signals.resume() }
    return context
  }

  func envelopePrinter(
    to output: any ByteSink = DescriptorSink(STDOUT_FILENO)
  ) throws(Failure) -> EnvelopePrinter {
    try EnvelopePrinter(
      OutputRules(settings.output.envelope, in: .here), registry: registry, output: output)
  }
}

import APICallBase
import APICallCurl
import APICallExternal
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem

/// What the commands work with, put together in one place: the files of the machine, and everything
/// that can be chosen by name.
final class CommandEnvironment: Sendable {
  let world: World
  let registry: Registry
  let library: EndpointLibrary
  /// Where stored secrets come from.
  let secrets: SecretStore
  /// Makes the calls that others need.
  let needs: NeedCaller
  /// How many files and iterations may be under way in all.
  let permits = PoolPermits()
  /// What calls are sent on, and tasks run by; nil for commands that send nothing.
  let loop: CurlLoop?
  /// The requests of the run that are under way; nil where they may be under way twice.
  let inFlight: InFlightRequests?

  /// Creates a environment.
  ///
  /// - Parameters:
  ///   - loop: what the curl requester sends on; nil for commands that send nothing.
  ///   - connection: how its connections are made; nil for the usual way.
  ///   - fileRoots: folders whose files specs may name, besides those of their project.
  ///   - mishap: how calls are to fail; nil for those that are not made to.
  ///   - refusesDuplicates: whether a request is refused while the same one is under way.
  ///   - assignments: what the command line sets of options.
  ///   - allowances: the origins that stored secrets may go to besides their own.
  ///   - reportsPlugins: whether what plugins write on standard error is shown as it comes.
  ///   - session: where outputs are kept that other calls need, and the file that is run; nil for
  ///     nowhere.
  init(
    loop: CurlLoop? = nil, connection: ConnectionSettings? = nil, fileRoots: [String] = [],
    mishap: FailureMode? = nil, refusesDuplicates: Bool = false,
    assignments: [OptionAssignment] = [], allowances: [SecretAllowance] = [],
    reportsPlugins: Bool = false,
    session: (setting: SessionSetting, file: String)? = nil
  ) {
    self.loop = loop
    inFlight = refusesDuplicates ? InFlightRequests() : nil
    @Sendable func requester() throws(Failure) -> CurlRequester {
      guard let loop else { throw Failure(.bug, "this command sends nothing") }
      return CurlRequester(loop: loop, connection: connection)
    }
    var world = World.system()
    if let loop {
      world.wait = { (time) throws(CancellationError) in try await loop.sleep(for: time) }
      world.waitForInput = { (descriptor) throws(CancellationError) in
        try await loop.waitForInput(descriptor)
      }
    }
    self.world = world
    let curl =
      connection?.isInsecure == true
      ? RequesterEntry(InsecureRequester.self) { (_) throws(Failure) in
        InsecureRequester(requester: try requester())
      }
      : RequesterEntry(CurlRequester.self) { (_) throws(Failure) in try requester() }
    var requesters = [curl]
    if let mishap { requesters.append(FailingRequester.entry(mishap)) }
    let plugins = ExternalPlugins(
      PluginCatalog(files: world.files, variable: Program.environment),
      in: Self.surroundings(loop, reportsPlugins: reportsPlugins),
      exclusively: { (work) throws(SecretProblem) in try SecretsFile.exclusively(work) })
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
      let folder = FilePath.folder(of: try found.path(of: session.file))
      return Session(
        try SessionChoice(world: surrounding).files(named: name, in: folder), in: surrounding)
    }
    needs = NeedCaller(outputs)
  }

  /// What plugins are run in.
  private static func surroundings(_ loop: CurlLoop?, reportsPlugins: Bool) -> PluginContext {
    var surroundings = PluginContext(variable: { Program.environment($0) })
    if reportsPlugins {
      surroundings.reporter = { StandardStreams.report("apicall: plugin \($0): \($1)\n") }
    }
    if let loop {
      surroundings.waiter = DescriptorWaiter { (descriptors, time) throws(CancellationError) in
        try await loop.wait(for: descriptors, within: time)
      }
    }
    return surroundings
  }

  /// Reads a file, an endpoint or a script.
  ///
  /// - Parameters:
  ///   - name: its path, or its name.
  ///   - settings: the command line.
  /// - Returns: what it describes.
  /// - Throws: a ``Failure`` where it cannot be found or read, or is wrong.
  func runnable(_ name: String, for settings: RunSettings) throws(Failure) -> Runnable {
    try library.runnable(
      at: library.path(of: name), profile: settings.destination.profile,
      overrides: settings.overrides)
  }

  /// What calls are made with.
  ///
  /// - Parameter settings: the command line.
  /// - Returns: the resources of a run.
  func resources(for settings: RunSettings) -> CallResources {
    var resources = CallResources(registry: registry, world: world, secrets: secrets)
    resources.destination = settings.destination
    resources.sources = settings.sources
    resources.requester = settings.requester
    resources.inFlight = inFlight
    return resources
  }
}

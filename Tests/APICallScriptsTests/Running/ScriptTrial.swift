import APICallBase
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallScripts
import TestWorlds

/// One run of a script, and its result.
struct ScriptTrial {
  /// How long each call may take after a signal.
  private static let limitAfterSignal = Duration.seconds(10)

  /// The requests: methods, paths and bodies.
  var requests: [String] = []
  /// The length of each wait.
  var pauses: [Duration] = []
  /// Whether calls were made after a signal.
  var hasResumed = false
  var output = ""
  var error = ""
  var failure: Failure?

  /// Runs a script that is a single file.
  init(_ text: String) async throws {
    var files = MemoryFiles()
    files.add(SpecText.name, text)
    try await self.init(files)
  }

  /// Runs the script `call.yaml`; an unscripted path responds with an empty map, and a silent path
  /// with nothing at all.
  init(
    _ files: MemoryFiles, answers: [String: [ScriptedRequester]] = [:],
    silentAt silence: String? = nil, inputs: [InputResolver.Assignment] = []
  ) async throws {
    let requester = AnsweringRequester(answers, silentAt: silence)
    let waits = Waits()
    let output = BufferSink()
    let errors = BufferSink()
    var resumed = false
    do throws(Failure) {
      let resources = Self.resources(files, requester, waits)
      let library = EndpointLibrary(
        files: files, reader: EndpointReader(registry: resources.registry))
      guard case .script(let script) = try library.runnable(at: SpecText.name) else {
        throw Failure(.bug, "it is no script")
      }
      var context = RunContext(
        resources: resources, needs: NeedCaller(OutputStore()), permits: PoolPermits(),
        printing: ScriptOutputPlan(
          format: nil, color: .never, context: OutputContext(isTerminal: false),
          output: output),
        errors: errors,
        reporter: { for diagnostic in $0.unshown { try? $1.write(diagnostic.text) } })
      context.announce = { [context] in context.report($0.diagnostics) }
      context.signal = { requester.hasInterrupted ? 2 : nil }
      context.resume = { resumed = true }
      context.save = { (path) throws(Failure) in
        KeptFile {
          try? errors.write("saved as \(path.text): \(String(decoding: $0, as: UTF8.self))\n")
        }
      }
      let scope = try script.scope(from: inputs, with: resources)
      _ = try await ScriptExecution(script, in: scope, context).perform()
    } catch {
      failure = error
    }
    requests = requester.requests
    pauses = waits.all
    hasResumed = resumed
    self.output = String(decoding: output.bytes, as: UTF8.self)
    error = String(decoding: errors.bytes, as: UTF8.self)
  }

  private static func resources(
    _ files: MemoryFiles, _ requester: AnsweringRequester, _ waits: Waits
  ) -> CallResources {
    var world = waits.world
    // Pauses of retries are as long as the file says.
    world.randomBytes = { [UInt8](repeating: 0, count: $0) }
    world.files = files
    world.caller = FixedCaller(trusting: ["/"])
    // No time limit passes, unless a path is silent.
    world.waitForLimit = { (_) throws(CancellationError) in
      while !Task.isCancelled, !requester.isWaitedFor { await Task.yield() }
      if Task.isCancelled { throw CancellationError() }
    }
    let wait = world.wait
    world.wait = { (time) throws(CancellationError) in
      guard time == Self.limitAfterSignal else { return try await wait(time) }
      // Every response comes before that time is over.
      while !Task.isCancelled, !requester.isWaitedFor { await Task.yield() }
      if Task.isCancelled { throw CancellationError() }
    }
    return CallResources(
      registry: Builtins.registry(adding: [requester.entry]), world: world,
      secrets: SecretStore([]))
  }
}

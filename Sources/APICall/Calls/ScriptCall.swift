import APICallBase
import APICallHTTP
import APICallRun
import APICallScripts
import APICallSpec
import Glibc
import Synchronization

/// One run of a script of a client, on the client's loop.
struct ScriptCall {
  private let script: Script
  private let inputs: Inputs
  private let engine: ClientEngine
  private let progress: CallInProgress
  private let steps: AsyncStream<ScriptStep>.Continuation

  init(
    _ script: Script, _ inputs: Inputs, by engine: ClientEngine, as progress: CallInProgress,
    telling steps: AsyncStream<ScriptStep>.Continuation
  ) {
    self.script = script
    self.inputs = inputs
    self.engine = engine
    self.progress = progress
    self.steps = steps
  }

  /// Runs the script.
  nonisolated(nonsending) func perform() async -> Result<ScriptOutputs, RequestError> {
    do throws(RequestError) {
      if Task.isCancelled { throw .cancelled }
      let secrets = try await engine.secrets(named: script.secretNames)
      let outputs: Result<ScriptOutputs, RequestError>
      do throws(RequestError) { outputs = .success(try await run(secrets)) } catch {
        outputs = .failure(error)
      }
      // What the steps have stored counts, even if a later one failed.
      try await secrets?.flush()
      return outputs
    } catch {
      return .failure(error)
    }
  }

  nonisolated(nonsending) private func run(
    _ secrets: FetchedSecrets?
  ) async throws(RequestError) -> ScriptOutputs {
    let content = script.content
    let shared = engine.resources(script.permissions, secrets)
    let resources = shared.resources
    let printed = BufferSink()
    let causes = FailureCauses()
    let context = engine.context(shared, printing: printed, errors: DroppingSink()) { _, _ in
      let id = CallID.next()
      let watch = CallWatch(feed: nil, on: engine.loop, with: shared)
      return [watch, CallEnd(watch, causes, as: id, telling: engine.events)]
        + (engine.events.observer(of: id).map { [$0] } ?? [])
    }
    context.signal = { Task.isCancelled ? SIGTERM : nil }
    context.announce = { _ in causes.close() }
    let steps = steps
    context.tell = { event, place in
      if case .step(let start) = event { steps.yield(ScriptStep(start, at: place)) }
    }
    let scope: Scope
    let run: APICallScripts.ScriptRun
    do throws(Failure) {
      scope = try content.scope(from: inputs.assignments, with: resources)
    } catch {
      throw .invalidInputs(error.diagnostics.map(Diagnostic.init))
    }
    do throws(Failure) {
      try content.checkFolders(scope, in: resources.world.files)
      run = try APICallScripts.ScriptRun(content, in: scope, context)
    } catch {
      throw RequestError(error, nil)
    }
    do throws(Failure) {
      return ScriptOutputs(try await run.perform(), printed: printed.bytes)
    } catch {
      if Task.isCancelled, error.status == .interrupted { throw .cancelled }
      let cause = causes.cause(of: error)
      if let thrown = progress.thrown.withLock({ $0 }), cause?.watch.cause?.isOfProgram == true {
        throw thrown
      }
      throw RequestError(error, cause?.response, cause: cause?.watch.cause)
    }
  }
}

/// The calls of a script that failed, one of which may be why the script failed.
private final class FailureCauses {
  typealias Cause = (watch: CallWatch, status: ExitStatus, response: Response?)

  private var last: Cause?
  /// Whether the script has failed: the calls that follow are not why.
  private var isClosed = false

  func add(_ cause: Cause) {
    // The calls that are cancelled because another one failed end after that one.
    guard !isClosed, last == nil || cause.status != .interrupted else { return }
    last = cause
  }

  func close() { isClosed = true }

  /// The call because of which the script failed; nil if no call failed in that way.
  func cause(of failure: Failure) -> Cause? {
    last?.status == failure.status ? last : nil
  }
}

/// Keeps the beginning of the body of a call of a script, and notes how the call ends.
private final class CallEnd: RunObserver {
  /// The most bytes that are kept: 1 MiB.
  private static let limit = 1 << 20

  private let watch: CallWatch
  private let causes: FailureCauses
  private let id: CallID
  private let hub: EventHub
  private var body: [UInt8] = []

  init(_ watch: CallWatch, _ causes: FailureCauses, as id: CallID, telling hub: EventHub) {
    self.watch = watch
    self.causes = causes
    self.id = id
    self.hub = hub
  }

  var wantsBody: Bool { true }

  func observe(_ bytes: Span<UInt8>) {
    bytes.extracting(first: Self.limit - body.count).withUnsafeBufferPointer {
      body.append(contentsOf: $0)
    }
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .answered: body = []
    case .finished(let end):
      guard let failure = end.failure else {
        if let head = watch.head { hub.post(.ended(id, .success(HTTPResponse(head).status))) }
        return
      }
      let response = watch.response(with: body)
      causes.add((watch, failure.status, response))
      hub.post(.ended(id, .failure(RequestError(failure, response, cause: watch.cause))))
    default: break
    }
  }
}

/// Drops what the command line would show: errors have it.
private final class DroppingSink: ByteSink {
  func write(_ bytes: Span<UInt8>) {}
  func flush() {}
}

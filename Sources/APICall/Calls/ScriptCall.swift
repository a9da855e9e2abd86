import APICallBase
import APICallLanguage
import APICallRequests
import APICallResponses
import APICallScripts
import Glibc
import Synchronization

/// One run of a script of a client, on the client's loop.
struct ScriptCall {
  let script: Script
  let inputs: Inputs
  let engine: ClientEngine
  let progress: CallInProgress
  let steps: AsyncStream<ScriptStep>.Continuation

  nonisolated(nonsending) func perform() async throws(RequestError) -> ScriptOutputs {
    if Task.isCancelled { throw .cancelled }
    return try await engine.withSecrets(named: script.secretNames) {
      (secrets) throws(RequestError) in
      try await run(secrets)
    }
  }

  nonisolated(nonsending) private func run(
    _ secrets: FetchedSecrets?
  ) async throws(RequestError) -> ScriptOutputs {
    let content = script.content
    let shared = engine.resources(script.permissions, secrets)
    var resources = shared.value
    resources.world.memory = MemoryBudget()
    let printed = BufferSink()
    let causes = FailureCauses()
    var context = engine.context(
      shared, printing: printed, errors: DroppingSink(), reporter: { _ in causes.forgive() }
    ) { _, _ in
      let id = CallID.next()
      let watch = CallWatch(feed: nil, on: engine.loop, with: shared)
      return [watch, CallEnd(watch, causes, as: id, postingTo: engine.events)]
        + (engine.events.observer(of: id).map { [$0] } ?? [])
    }
    context.resources = resources
    context.signal = { Task.isCancelled ? SIGTERM : nil }
    context.announce = { _ in causes.close() }
    let steps = steps
    context.tell = { event, place in
      if case .step(let start) = event { steps.yield(ScriptStep(start, at: place)) }
    }
    let scope: Scope
    let run: ScriptExecution
    scope = try rethrowing(content.scope(from: inputs.assignments, with: resources)) {
      (error: Failure) in RequestError.invalidInputs(error.diagnostics.map(Diagnostic.init))
    }
    do throws(Failure) {
      try content.checkFolders(scope, in: resources.world)
      run = try ScriptExecution(content, in: scope, context)
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

/// A script that runs, and whose steps can be followed.
///
/// ```swift
/// let run = client.run("release", ["tag": "1.2"])
/// for await step in run.steps { print(step.name) }
/// print(try await run.outputs["id"] ?? "")
/// ```
///
/// The script runs to its end even if the program drops this value or does not read its steps.
public final class ScriptRun: Sendable {
  /// The steps, each as it begins; for one reader, which gets at most the latest 256 that it has not
  /// read.
  public let steps: AsyncStream<ScriptStep>
  private let task: CallTask<ScriptOutputs>

  init(_ task: CallTask<ScriptOutputs>, steps: AsyncStream<ScriptStep>) {
    self.task = task
    self.steps = steps
  }

  /// Cancels the script, unless it has ended; it may be called any number of times, on any thread.
  ///
  /// The call in progress is cancelled. The calls of `cleanup` and `finally` are still made, each
  /// within ``ClientConfiguration/cleanupTimeout``.
  public func cancel() { task.cancel() }

  /// The result, once the script has ended.
  ///
  /// Cancelling the task that waits for it does not cancel the script.
  public var result: Result<ScriptOutputs, RequestError> {
    get async { await task.value }
  }

  /// The outputs, once the script has ended.
  ///
  /// Cancelling the task that waits for them does not cancel the script.
  ///
  /// - Throws: the ``RequestError`` with which the script ended.
  public var outputs: ScriptOutputs {
    get async throws(RequestError) { try await task.value.get() }
  }
}

extension Client {
  /// Runs a script.
  ///
  /// Each of its calls has events of its own (``events``). The script takes one of the
  /// ``ClientConfiguration/maximumCalls`` places, however many of its calls are in progress.
  ///
  /// - Parameters:
  ///   - script: a ``Script``, or the name of one in the client's project.
  ///   - inputs: the values of its inputs.
  /// - Returns: the run.
  @discardableResult
  public func run(_ script: some ScriptSource, _ inputs: Inputs = [:]) -> ScriptRun {
    let found = Result { () throws(RequestError) in try script.script(in: project) }
    let (steps, continuation) = AsyncStream.makeStream(
      of: ScriptStep.self, bufferingPolicy: .bufferingNewest(256))
    let task = begin { id in
      await self.engine.perform(found, inputs, as: id, reportingTo: continuation)
    } ending: { _ in
      continuation.finish()
    }.task
    return ScriptRun(task, steps: steps)
  }
}

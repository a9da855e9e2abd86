import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallText
import YAMLTree

/// A time limit on the steps of a script: its `timeout`, or the time of its polling.
///
/// It cancels what is in progress, calls and pauses, as if a signal had arrived.
final class ScriptLimit {
  let length: Duration
  /// Whether the time has passed.
  fileprivate(set) var isOver = false
  /// The failure of what was cancelled.
  let failure: Failure

  init(_ length: Duration, failure: Failure) {
    self.length = length
    self.failure = failure
  }

  convenience init?(of script: ScriptSpec) {
    guard let (limit, mark) = script.timeout else { return nil }
    let failure = Failure(
      .timeout, "the steps took longer than \(limit.written)", at: mark,
      hint: "'timeout' limits all calls, retries and pauses of the steps together")
    self.init(limit, failure: failure.caused(by: FailedExchange(kind: "timeout")))
  }
}

extension RunContext {
  /// Runs a function, and cancels it together with its caller or after a time limit.
  func limited<Result>(
    by limit: ScriptLimit?, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let limit else { return try await work() }
    var outcome: Swift.Result<Result, Failure>?
    let task = Task.isolated(on: executor) {
      do throws(Failure) {
        outcome = .success(try await work())
      } catch {
        outcome = .failure(error)
      }
    }
    let wait = resources.world.waitForLimit ?? resources.world.wait
    let timer = Task.isolated(on: executor) {
      do throws(CancellationError) {
        try await wait(limit.length)
        limit.isOver = true
        task.cancel()
      } catch {}
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    timer.cancel()
    await timer.value
    guard let outcome else { throw Failure(.bug, "a script ended without a result") }
    return try outcome.get()
  }

  /// The failure of cancelled work: unless a signal came, that of the outermost time limit that has
  /// passed.
  func explaining(
    _ failure: Failure, in step: Step?, by own: ScriptLimit? = nil
  ) -> Failure {
    guard failure.status == .interrupted, signal() == nil,
      let passed = (limits + [own].compactMap { $0 }).first(where: \.isOver)
    else { return failure }
    return step.map { passed.failure.noting($0) } ?? passed.failure
  }

  func pause(_ length: Duration) async throws(Failure) {
    do throws(CancellationError) {
      try await resources.world.wait(length)
    } catch {
      throw Failure(.interrupted, [])
    }
  }
}

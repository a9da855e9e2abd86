import Synchronization
package import YAMLTree

/// Limits the time that expressions take together, in commands that send nothing.
///
/// Only the time within expressions counts: a command may read any number of files.
package final class EvaluationWatch: Sendable {
  /// The watch of the current task; nil if nothing limits the time.
  @TaskLocal package static var current: EvaluationWatch?

  private let limit: Duration
  private let words: String
  private let hint: String
  private let time: @Sendable () -> Duration
  private let state = Mutex((spent: Duration.zero, problem: Message?.none))

  package init(
    _ limit: Duration, _ words: String, hint: String, by time: @escaping @Sendable () -> Duration
  ) {
    self.limit = limit
    self.words = words
    self.hint = hint
    self.time = time
  }

  /// The time now, for ``note(since:of:at:)``.
  package var now: Duration { time() }

  /// Throws the diagnostic of the first expression at which the limit was passed.
  package func note(
    since start: inout Duration, of text: String, at mark: Mark
  ) throws(Message) {
    let now = time()
    let past = now - start
    start = now
    let problem = state.withLock { state in
      state.spent += past
      if state.spent > limit, state.problem == nil {
        state.problem = Message(
          "with \(text), expressions take longer than \(words)", at: mark, hint: hint)
      }
      return state.problem
    }
    if let problem { throw problem }
  }

  /// The problem of the first expression at which the limit was passed; nil before that.
  ///
  /// Code that can do without a value may have ignored it.
  package var problem: Message? { state.withLock(\.problem) }

  /// Throws what it throws.
  ///
  /// If the limit was passed, a ``Failure`` with this problem, and with the other problems found
  /// before.
  package func watching<Result>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = Self.$current.withValue(self) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
    }
    guard let problem else { return try result.get() }
    guard case .failure(let failure) = result,
      let first = failure.diagnostics.firstIndex(where: { $0.message == problem.message })
    else { throw Failure(.badInput, [problem]) }
    // Every later expression has the same problem.
    let others = failure.diagnostics[(first + 1)...].filter { $0.message != problem.message }
    throw Failure(failure.status, failure.diagnostics[...first] + others)
  }
}

import APICallBase

/// The states that the calls of a step have moved on, which go back if its output is left out.
///
/// A step may fail after its calls have succeeded, or be made again: what they have printed is then
/// dropped, and the next call must read it again.
final class StateAttempt: @unchecked Sendable {
  /// That of the step whose calls are being made; nil outside of steps.
  @TaskLocal static var current: StateAttempt?

  private let outer = StateAttempt.current
  private var undoing: [() -> Void] = []

  /// Notes how a state goes back, also if the steps around this one fail.
  func note(_ undo: @escaping () -> Void) {
    undoing.append(undo)
    outer?.note(undo)
  }

  func undo() {
    for undo in undoing.reversed() { undo() }
    undoing = []
  }

  /// Makes the calls of a step; the states go back if they fail.
  func make<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await Self.$current.withValue(self) {
      _ = isolation
      do throws(Failure) {
        return Result<Value, Failure>.success(try await work())
      } catch {
        return .failure(error)
      }
    }
    if case .failure = result { undo() }
    return try result.get()
  }
}

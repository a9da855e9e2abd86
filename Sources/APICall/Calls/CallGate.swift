import Synchronization

/// Lets a number of calls through at a time, the others in the order in which they came.
final class CallGate: Sendable {
  private struct State {
    var free: Int
    /// The calls that wait, and the place of the first one that still does.
    var waiting: [Waiter] = []
    var first = 0

    mutating func take() -> Bool {
      guard free > 0 else { return false }
      free -= 1
      return true
    }

    /// The next call that waits; without one, a place becomes free.
    mutating func next() -> Waiter? {
      guard first < waiting.count else {
        waiting = []
        first = 0
        free += 1
        return nil
      }
      defer {
        first += 1
        // What has gone is removed now and then, so that each call costs the same.
        if first > 1024, first * 2 > waiting.count {
          waiting.removeFirst(first)
          first = 0
        }
      }
      return waiting[first]
    }
  }

  private final class Waiter: Sendable {
    private let continuation: CheckedContinuation<Bool, Never>
    private let isDone = Atomic(false)

    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }

    /// Ends the waiting; false if it has ended already.
    func resume(_ isLetIn: Bool) -> Bool {
      guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return false }
      continuation.resume(returning: isLetIn)
      return true
    }
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: max(count, 1))) }

  /// Waits for its turn.
  ///
  /// Returns whether it is its turn; false if the task was cancelled before. After true, the caller
  /// has to ``leave()``.
  nonisolated(nonsending) func enter() async -> Bool {
    if state.withLock({ $0.take() }) { return true }
    let own = Mutex<(isCancelled: Bool, waiter: Waiter?)>((false, nil))
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(continuation)
        let isCancelled = own.withLock { own in
          own.waiter = waiter
          return own.isCancelled
        }
        if isCancelled {
          _ = waiter.resume(false)
          return
        }
        let isLetIn = state.withLock { state in
          if state.take() { return true }
          state.waiting.append(waiter)
          return false
        }
        if isLetIn, !waiter.resume(true) { leave() }
      }
    } onCancel: {
      let waiter = own.withLock { own in
        own.isCancelled = true
        return own.waiter
      }
      _ = waiter?.resume(false)
    }
  }

  func leave() {
    while true {
      let next = state.withLock { $0.next() }
      guard let next else { return }
      // One that was cancelled meanwhile gives way to the one after it.
      if next.resume(true) { return }
    }
  }
}

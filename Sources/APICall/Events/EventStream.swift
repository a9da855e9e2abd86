import Synchronization

/// The events of a client for one observer.
///
/// ```swift
/// for await event in client.events { logger.debug("\(event)") }
/// ```
///
/// It keeps a number of events for its reader (``ClientConfiguration/maximumEvents``). If the reader
/// is slower, the oldest are dropped and counted in ``Event/dropped(_:)``. It ends with the client.
public struct EventStream: AsyncSequence, Sendable {
  /// It never fails.
  public typealias Failure = Never
  private let subscription: EventSubscription

  init(_ subscription: EventSubscription) { self.subscription = subscription }

  /// Returns the events.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// The events for one observer.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: EventSubscription

    /// Waits for the next event.
    ///
    /// - Returns: the event; nil after the end, or if the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Event? {
      await subscription.next()
    }
  }
}

/// The events that one observer has not read yet.
final class EventSubscription: Sendable {
  private struct State {
    var events: [Event] = []
    var dropped = 0
    var reader: CheckedContinuation<Event?, Never>?
    var hasEnded = false
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = max(limit, 1) }

  func post(_ event: Event) {
    let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
      if state.hasEnded { return nil }
      if let reader = state.reader.take() { return reader }
      if state.events.count >= limit {
        state.events.removeFirst()
        state.dropped += 1
      }
      state.events.append(event)
      return nil
    }
    reader?.resume(returning: event)
  }

  func end() {
    let reader = state.withLock { state in
      state.hasEnded = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  nonisolated(nonsending) func next() async -> Event? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (event, waits, other) = state.withLock {
          state -> (Event?, Bool, CheckedContinuation<Event?, Never>?) in
          if state.dropped > 0 {
            defer { state.dropped = 0 }
            return (.dropped(state.dropped), false, nil)
          }
          if !state.events.isEmpty { return (state.events.removeFirst(), false, nil) }
          if state.hasEnded || Task.isCancelled { return (nil, false, nil) }
          // A second reader of the same subscription takes the place of the first.
          let other = state.reader
          state.reader = continuation
          return (nil, true, other)
        }
        other?.resume(returning: nil)
        if !waits { continuation.resume(returning: event) }
      }
    } onCancel: {
      state.withLock { $0.reader.take() }?.resume(returning: nil)
    }
  }
}

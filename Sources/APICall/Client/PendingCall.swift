import Synchronization

/// A call that has begun, and whose result can be awaited, handled and cancelled.
///
/// ```swift
/// client.start("auth/login", ["email": email])
///   .onSuccess { @MainActor response in self.show(response) }
///   .onFailure { @MainActor error in self.complain(error) }
///   .finally { @MainActor in self.isBusy = false }
///   .store(in: bag)
/// ```
///
/// The call continues if the program drops this value. Each handler runs exactly once, also if it is added
/// after the end, where it is isolated to: a closure without isolation runs on Swift's shared
/// threads. Handlers run in the order in which they were added, one after the other.
public final class PendingCall: Sendable {
  /// The number of the call, which events name.
  public let id: CallID
  private let task: CallTask<Response>
  /// Passes everything on to the delegate of the call.
  private let delivery: Task<Void, Never>?
  /// Ends when the last handler so far has run.
  private let handlers = Mutex<Task<Void, Never>?>(nil)

  init(_ id: CallID, _ task: CallTask<Response>, after delivery: Task<Void, Never>? = nil) {
    self.id = id
    self.task = task
    self.delivery = delivery
  }

  /// Cancels the call, unless it has ended; it may be called any number of times, on any thread.
  ///
  /// The connection is closed, and the result is ``RequestError/cancelled``.
  public func cancel() { task.cancel() }

  /// The result, once the call has ended, and its delegate has been called for the last time.
  ///
  /// Handlers may run before or after that. Within the methods of its delegate, the result does not
  /// wait for the delegate.
  ///
  /// Cancelling the task that waits for it does not cancel the call.
  public var result: Result<Response, RequestError> {
    get async {
      if DelegateReader.current != id { await delivery?.value }
      return await task.value
    }
  }

  /// The response, once the call has ended.
  ///
  /// Cancelling the task that waits for it does not cancel the call.
  ///
  /// - Throws: the ``RequestError`` with which the call ended.
  public var response: Response {
    get async throws(RequestError) { try await result.get() }
  }

  /// Adds a handler for the response.
  ///
  /// - Parameter handler: called once, if the call succeeds.
  /// - Returns: this call.
  @discardableResult
  public func onSuccess(
    _ handler: sending @escaping @isolated(any) (Response) async -> Void
  ) -> PendingCall {
    let handler = Handler(handler)
    return handle { if case .success(let response) = $0 { await handler.call(response) } }
  }

  /// Adds a handler for the error, also that of a cancelled call.
  ///
  /// - Parameter handler: called once, if the call fails.
  /// - Returns: this call.
  @discardableResult
  public func onFailure(
    _ handler: sending @escaping @isolated(any) (RequestError) async -> Void
  ) -> PendingCall {
    let handler = Handler(handler)
    return handle { if case .failure(let error) = $0 { await handler.call(error) } }
  }

  /// Adds a handler for the end.
  ///
  /// - Parameter handler: called once, however the call ends.
  /// - Returns: this call.
  @discardableResult
  public func finally(
    _ handler: sending @escaping @isolated(any) () async -> Void
  ) -> PendingCall {
    let handler = Handler<Void> { await handler() }
    return handle { _ in await handler.call(()) }
  }

  func onResult(
    _ handler: sending @escaping @isolated(any) (Result<Response, RequestError>) async -> Void
  ) {
    let handler = Handler(handler)
    handle { await handler.call($0) }
  }

  /// Lets a bag cancel the call.
  ///
  /// - Parameter bag: the bag.
  public func store(in bag: CallBag) { bag.insert(self) }

  @discardableResult
  private func handle(
    _ handler: @escaping @Sendable (Result<Response, RequestError>) async -> Void
  ) -> PendingCall {
    handlers.withLock { last in
      last = Task { [task, last] in
        await last?.value
        await handler(task.value)
      }
    }
    return self
  }
}

/// A handler, which is called at most once, where it is isolated to.
private struct Handler<Value: Sendable>: @unchecked Sendable {
  private let handler: @isolated(any) (Value) async -> Void

  init(_ handler: sending @escaping @isolated(any) (Value) async -> Void) {
    self.handler = handler
  }

  func call(_ value: Value) async { await handler(value) }
}

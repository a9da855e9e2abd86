import APICallCurl
import Glibc
import Synchronization

/// Makes calls, and keeps connections open between them.
///
/// ```swift
/// let client = Client(project: Project(at: "."))
/// let response = try await client.call("todos/list", ["user": 1])
/// ```
///
/// It may be used from any number of tasks. The first call starts a thread for the network. The
/// thread ends when the client is released and its last call has ended, or with ``shutdown()``.
/// Handlers, delegates, requesters and middleware of the program never run on that thread.
public final class Client: Sendable {
  let project: Project?
  let engine: ClientEngine

  /// Creates a client; nothing is started.
  ///
  /// - Parameters:
  ///   - project: the project of the endpoints that calls name.
  ///   - configuration: the settings of all calls.
  ///   - requester: sends all requests, whatever files name; nil for ``CurlRequester`` where they
  ///     name no other one.
  public init(
    project: Project? = nil, configuration: ClientConfiguration = ClientConfiguration(),
    requester: (any Requester)? = nil
  ) {
    self.project = project
    engine = ClientEngine(configuration, requester)
  }

  deinit { engine.loop.end() }

  /// Makes a call, and waits for its whole response.
  ///
  /// - Parameters:
  ///   - endpoint: an ``Endpoint``, or the name of one in the client's project, such as
  ///     `todos/list`.
  ///   - inputs: the values of its inputs.
  /// - Returns: the response, which is as the endpoint expects.
  /// - Throws: a ``RequestError``; ``RequestError/cancelled`` if the task is cancelled.
  nonisolated(nonsending) public func call(
    _ endpoint: some EndpointSource, _ inputs: Inputs = [:]
  ) async throws(RequestError) -> Response {
    // Otherwise the response could come before the cancellation of what has begun.
    if Task.isCancelled { throw .cancelled }
    let task = begin(endpoint, inputs).task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  /// Cancels all calls in progress, and those that wait for their turn; later calls are made.
  public func cancelAll() { engine.calls.cancelAll() }

  /// Ends the client: cancels all calls in progress, closes all connections and waits for the
  /// client's thread to end.
  ///
  /// Later calls fail with ``RequestError/cancelled``. It need not be called: a client that is
  /// released ends by itself. It may be called any number of times. Called by a requester, middleware or
  /// secret source in the middle of a call of the client, it does not wait.
  public func shutdown() async {
    engine.calls.refuse()
    engine.events.end()
    engine.calls.cancelAll()
    let engine = engine
    let ending = Task {
      await engine.calls.allEnded()
      engine.loop.end()
      await engine.loop.ended()
    }
    // The call in whose middle this is called could not end while it waits.
    if !engine.isInOwnCall { await ending.value }
  }

  func begin(
    _ endpoint: some EndpointSource, _ inputs: Inputs, feeding feed: CallFeed? = nil
  ) -> (id: CallID, task: CallTask<Response>) {
    let found = Result { () throws(RequestError) in try endpoint.endpoint(in: project) }
    return begin { id in
      await self.engine.perform(found, inputs, as: id, feeding: feed)
    } ending: {
      feed?.end($0)
    }
  }

  func begin<Value>(
    _ work:
      nonisolated(nonsending) @escaping @Sendable (CallID) async -> Result<Value, RequestError>,
    ending end: @escaping @Sendable (Result<Value, RequestError>) -> Void
  ) -> (id: CallID, task: CallTask<Value>) {
    let id = CallID.next()
    guard !engine.isForked else {
      let problem = Diagnostic("the process was forked after the client was created")
      let result = Result<Value, RequestError>.failure(.transport(.other, [problem]))
      end(result)
      return (id, Task { result })
    }
    let task = engine.calls.begin(id) {
      // With a list of captures, the closure would leave the loop's isolation.
      await work(id)
    } ending: {
      end($0)
    } on: {
      engine.loop.start($0)
    }
    return (id, task)
  }
}

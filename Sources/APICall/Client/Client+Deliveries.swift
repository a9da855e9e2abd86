extension Client {
  /// Begins a call, whose result is then awaited or handled.
  ///
  /// - Parameters:
  ///   - endpoint: an ``Endpoint``, or the name of one in the client's project.
  ///   - inputs: the values of its inputs.
  /// - Returns: the call.
  @discardableResult
  public func start(_ endpoint: some EndpointSource, _ inputs: Inputs = [:]) -> PendingCall {
    let (id, task) = begin(endpoint, inputs)
    return PendingCall(id, task)
  }

  /// Makes a call, and hands its result to a closure.
  ///
  /// ```swift
  /// let call = client.call("todos/list", ["user": 1]) { @MainActor result in
  ///   switch result {
  ///   case .success(let response): self.show(response)
  ///   case .failure(let error): self.complain(error)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: an ``Endpoint``, or the name of one in the client's project.
  ///   - inputs: the values of its inputs.
  ///   - completion: called exactly once, where it is isolated to: a closure without isolation runs
  ///     on Swift's shared threads.
  /// - Returns: the call, which can be cancelled.
  @discardableResult
  public func call(
    _ endpoint: some EndpointSource, _ inputs: Inputs = [:],
    completion: sending @escaping @isolated(any) (Result<Response, RequestError>) async -> Void
  ) -> PendingCall {
    let call = start(endpoint, inputs)
    call.onResult(completion)
    return call
  }

  /// Begins a call whose delegate hears of its head, body, progress and end.
  ///
  /// - Parameters:
  ///   - endpoint: an ``Endpoint``, or the name of one in the client's project.
  ///   - inputs: the values of its inputs.
  ///   - delegate: the delegate of this call, which is not kept alive.
  /// - Returns: the call.
  @discardableResult
  public func start(
    _ endpoint: some EndpointSource, _ inputs: Inputs = [:], delegate: some CallDelegate
  ) -> PendingCall {
    let feed = CallFeed(on: engine.loop, wantsProgress: true)
    let (id, task) = begin(endpoint, inputs, feeding: feed)
    let reader = DelegateReader(id, for: delegate)
    return PendingCall(id, task, after: Task { await reader.read(feed) })
  }

  /// Makes a call whose body is read in pieces while it arrives.
  ///
  /// It takes one of the ``ClientConfiguration/maximumCalls`` places until its body has been read.
  ///
  /// - Parameters:
  ///   - endpoint: an ``Endpoint``, or the name of one in the client's project.
  ///   - inputs: the values of its inputs.
  /// - Returns: the body; the call begins when it is first read.
  public func stream(_ endpoint: some EndpointSource, _ inputs: Inputs = [:]) -> ResponseStream {
    ResponseStream(
      reading: StreamReading { format in
        let feed = CallFeed(on: self.engine.loop, format: format)
        return (feed, self.begin(endpoint, inputs, feeding: feed).task)
      })
  }

  /// The events of all calls from now on, also of calls already in progress, for any number of
  /// observers.
  ///
  /// Each use makes a subscription of its own.
  public var events: EventStream { engine.events.subscribe() }
}

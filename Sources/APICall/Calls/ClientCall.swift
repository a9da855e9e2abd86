import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallScripts
import Synchronization

/// One call of a client, which runs on the client's loop.
struct ClientCall {
  let endpoint: Endpoint
  let inputs: Inputs
  let engine: ClientEngine
  let progress: CallInProgress
  let feed: CallFeed?
  /// The calls whose response it may wait for; nil if it is sent in any case.
  let shared: SharedCalls?

  nonisolated(nonsending) func perform() async throws(RequestError) -> Response {
    if Task.isCancelled { throw .cancelled }
    return try await engine.withSecrets(named: endpoint.secretNames) {
      (secrets) throws(RequestError) in
      try await response(with: secrets)
    }
  }

  nonisolated(nonsending) private func response(
    with secrets: FetchedSecrets?
  ) async throws(RequestError) -> Response {
    let content = endpoint.content
    let prepared: PreparedEndpoint
    let scope: Scope
    var call: Call?
    do throws(Failure) { prepared = try engine.prepared(endpoint, secrets) } catch {
      if error.status == .noPermission { throw RequestError(error, nil) }
      throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
    let maker = prepared.maker
    scope = try rethrowing(
      maker.builder.inputs(of: content, from: inputs.following(endpoint.given).assignments)
    ) { (error: Failure) in RequestError.invalidInputs(error.diagnostics.map(Diagnostic.init)) }
    do throws(Failure) {
      if content.needs.isEmpty, content.state == nil { call = try maker.call(in: scope) }
    } catch {
      guard error.status != .noPermission, maker.origin(in: scope) == nil else {
        throw RequestError(error, nil)
      }
      throw .invalidURL(error.diagnostics.map(Diagnostic.init))
    }
    guard let shared, let call, OutgoingRequest.isSafe(call.request.method) else {
      return try await send(call, by: prepared, scope)
    }
    let own = self
    return try await shared.response(to: call, given: scope, on: engine.loop) {
      await Result.of { () throws(RequestError) in try await own.send(call, by: prepared, scope) }
    }
  }

  nonisolated(nonsending) private func send(
    _ call: Call?, by prepared: PreparedEndpoint, _ inputs: Scope
  ) async throws(RequestError) -> Response {
    let content = endpoint.content
    let watch = CallWatch(feed: feed, on: engine.loop, with: prepared.shared)
    let body = CallBody(watch, limit: content.heldLimit)
    let errors = BufferSink()
    let observer = engine.events.observer(of: progress.id)
    let context = engine.context(prepared.shared, printing: body, errors: errors) { place, _ in
      place.path.isEmpty ? [watch] + (observer.map { [$0] } ?? []) : []
    }
    func response() -> Response? {
      watch.response(with: body.held)
    }
    do throws(Failure) {
      try await CallRun.perform(
        prepared.maker, sending: call, at: StepPlace(path: []), in: context, errors: errors,
        inputs: { () throws(Failure) in inputs },
        opening: { (_) throws(Failure) in
          (
            OutputRules(
              OutputRequest(format: feed?.format ?? StandardFormat.raw),
              in: OutputContext(isTerminal: false)),
            OutputStreams(output: body, error: errors)
          )
        })
    } catch {
      if let thrown = progress.thrown.withLock({ $0 }), watch.cause?.isOfProgram == true {
        throw thrown
      }
      throw RequestError(error, response(), cause: watch.cause)
    }
    guard let response = response() else {
      throw .other([Diagnostic("there was no response")])
    }
    return response
  }
}

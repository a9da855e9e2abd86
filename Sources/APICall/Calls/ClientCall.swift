import APICallBase
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallScripts
import APICallSpec

/// One call of a client, which runs on the client's loop.
struct ClientCall: Sendable {
  private let endpoint: APICallSpec.Endpoint
  private let inputs: Inputs
  private let resources: CallResources
  private let needs: NeedCaller

  init(
    _ endpoint: APICallSpec.Endpoint, _ inputs: Inputs, with resources: CallResources,
    needs: NeedCaller
  ) {
    self.endpoint = endpoint
    self.inputs = inputs
    self.resources = resources
    self.needs = needs
  }

  /// Makes the call.
  func perform() async -> Result<Response, RequestError> {
    do throws(RequestError) {
      return .success(try await response())
    } catch {
      return .failure(error)
    }
  }

  private func response() async throws(RequestError) -> Response {
    if Task.isCancelled { throw .cancelled }
    let maker: CallMaker
    let scope: Scope
    var call: Call?
    do throws(Failure) { maker = try CallMaker(endpoint, with: resources) } catch {
      throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
    do throws(Failure) {
      scope = try maker.builder.inputs(of: endpoint, from: inputs.assignments)
    } catch {
      throw .invalidInputs(error.diagnostics.map(Diagnostic.init))
    }
    do throws(Failure) {
      if endpoint.needs.isEmpty { call = try maker.call(in: scope) }
    } catch {
      guard error.status != .noPermission, maker.origin(in: scope) == nil else {
        throw RequestError(error, nil)
      }
      throw .invalidURL(error.diagnostics.map(Diagnostic.init))
    }
    return try await send(call, by: maker, scope)
  }

  private func send(
    _ call: Call?, by maker: CallMaker, _ inputs: Scope
  ) async throws(RequestError) -> Response {
    let body = BufferSink(limit: endpoint.heldLimit)
    let errors = BufferSink()
    let watch = ResponseWatch()
    let context = RunContext(
      resources: resources, needs: needs, permits: PoolPermits(),
      printing: ScriptOutputPlan(
        format: nil, color: .never, context: OutputContext(isTerminal: false), output: body),
      errors: errors,
      observers: { place, _ in place.path.isEmpty ? [watch] : [] }, reporter: { _, _ in })
    let run = CallRun(
      maker, at: StepPlace(path: []), in: context, errors: errors,
      opening: { (_) throws(Failure) in
        (
          OutputRules(
            OutputRequest(format: StandardFormat.raw), in: OutputContext(isTerminal: false)),
          OutputStreams(output: body, error: errors)
        )
      }, notingUnshown: { _ in })
    func response() -> Response? {
      guard let call = watch.call, let head = watch.head else { return nil }
      return Response(head, body: body.bytes, of: call, registry: resources.registry)
    }
    do throws(Failure) {
      try await run.perform(call) { () throws(Failure) in inputs }
    } catch {
      throw RequestError(error, response())
    }
    guard let response = response() else {
      throw .other([Diagnostic("there was no response")])
    }
    return response
  }
}

/// Keeps the call that was sent, and the head of its last response.
private final class ResponseWatch: RunObserver {
  private(set) var call: Call?
  private(set) var head: ResponseHead?

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call): self.call = call
    case .answered(let head): self.head = head
    default: break
    }
  }
}

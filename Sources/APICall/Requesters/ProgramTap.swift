import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun

/// The middleware of a program, as a tap of the engine.
struct ProgramTap: ExchangeTap {
  let middleware: [any Middleware]
  let world: World
  let loop: CurlLoop

  func middleware(
    for call: Call, at place: StepPlace, usingHeaders: Bool
  ) -> any ExchangeMiddleware {
    let director = CallBuilder(world: world, destination: Destination())
      .director(for: call.endpoint)
    let context = RequesterContext(endpoint: call.endpoint, director: director, world: world)
    return ProgramMiddleware(stages: middleware[...], context: context, loop: loop)
  }
}

/// The middleware of a program, for the engine: the first stage, and the others after it.
private struct ProgramMiddleware: ExchangeMiddleware {
  let stages: ArraySlice<any Middleware>
  let context: RequesterContext
  let loop: CurlLoop

  nonisolated(nonsending) func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver,
    by next: NextSender
  ) async throws(ExchangeError) {
    guard let first = stages.first else { return try await next.send(request, to: receiver) }
    let rest = ProgramMiddleware(stages: stages.dropFirst(), context: context, loop: loop)
    let way = Next(sender: next.after(rest), loop: loop)
    let request = Request(request, of: context)
    try await ProgramCode.run(for: request, to: receiver, on: loop) {
      (receiver) throws(RequestError) in
      try await first.send(request, to: receiver, by: way)
    }
  }
}

import APICallBase
import APICallContracts
import APICallCurl
import APICallModel
import APICallPlugins
import APICallRequests

/// Responds with the examples of the endpoint's own file, without a network.
///
/// A request that has no example fails with ``TransportFailure/noResponse``. Secrets need not be
/// given.
public struct FixtureRequester: EngineRequester {
  let isRemote = false

  /// Creates a requester.
  public init() {}

  func requester(
    for context: RequesterContext, on loop: CurlLoop
  ) throws(APICallBase.Failure) -> any RequestSender {
    ExampleRequester(
      try ExampleIndex(context.endpoint, director: context.director, world: context.world))
  }
}

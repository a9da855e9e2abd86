extension Script {
  /// All endpoints that it calls, those of the scripts that it calls among them, in the order in which
  /// they are written.
  package var endpoints: [Endpoint] { (steps + onFailure + finally).flatMap(\.endpoints) }

  /// The names of the formats, decoders, requesters and ways to authorise that its files choose.
  package var extensionNames: [String] {
    endpoints.flatMap { endpoint in
      [endpoint.format, endpoint.decode, endpoint.requester, endpoint.auth?.type].compactMap {
        $0?.text
      }
    }
  }
}

extension Step {
  /// The endpoints that it calls.
  fileprivate var endpoints: [Endpoint] {
    let own =
      switch callee {
      case .endpoint(let endpoint), .inline(let endpoint): [endpoint]
      case .script(let script): script.endpoints
      }
    return own + (cleanup?.step.endpoints ?? [])
  }
}

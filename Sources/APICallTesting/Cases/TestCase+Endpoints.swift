import APICallModel

extension TestCase {
  /// The endpoints that it calls, and those that they need; of a script also what it shares with an
  /// endpoint.
  var endpoints: [Endpoint] {
    switch content {
    case .example(let endpoint, _): endpoint.withNeeded
    case .script(let script): script.withNeeded
    }
  }
}

extension Endpoint {
  fileprivate var withNeeded: [Endpoint] {
    [self]
      + needs.flatMap { (need) -> [Endpoint] in
        switch need.callee {
        case .endpoint(let endpoint), .inline(let endpoint): endpoint.withNeeded
        case .script(let script): script.withNeeded
        case .computed: []
        }
      }
  }
}

extension Script {
  fileprivate var withNeeded: [Endpoint] { [head] + endpoints.flatMap(\.withNeeded) }
}

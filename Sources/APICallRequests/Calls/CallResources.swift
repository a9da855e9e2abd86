package import APICallBase
package import APICallLanguage
package import APICallModel
package import APICallSafety

/// What calls are made with; a run has one.
package struct CallResources: Sendable {
  /// The plugins that can be chosen by name.
  package var registry: Registry
  package var world: World
  package var secrets: SecretStore
  /// Where the user wants calls to go, in place of what files contain.
  package var destination = Destination()
  package var sources = InputSources()
  /// The requester that the user named; nil to use the one that each file names.
  package var requester: String?
  /// The requests in progress; nil if the same request may be sent twice at a time.
  package var inFlight: InFlightRequests?
  /// The pace of the requests of a loop; nil outside a loop.
  package var pace: RequestPace?
  /// What untrusted files may do with stored secrets in this run, by the names of the secrets, in
  /// addition to what the user granted for all runs.
  package var grants: [SecretGrants.Entry] = []
  /// What the run may do; nil without a limit.
  package var lock: RunLock?
  /// The cookies of its calls.
  package var cookies = CookieStores()
  /// Whether outputs with `store` are stored as secrets; a test stores nothing.
  package var storesOutputs = true

  /// The name of the requester of an endpoint: the user's choice, that of the file, otherwise curl.
  package func requesterName(for endpoint: EndpointSpec) -> String {
    requester ?? endpoint.requester?.text ?? Self.usualRequester
  }

  /// The requester of files that name none.
  package static let usualRequester = "curl"

  /// The names of the secrets that values of earlier runs may be made from; nil for all.
  ///
  /// Files that no longer name a secret may not use what an earlier run made with it, because
  /// nothing limits where a run goes that names none.
  package func namesOfKept(untrusted distrust: Distrust?) -> [String]? {
    distrust == nil || !RequestRule.lock.holds ? nil : lock?.names ?? []
  }

  /// The source of stored secrets for the placeholders of one call or of a script.
  ///
  /// If a mock server gets all requests, each secret is a dummy.
  package func secretsOfCall() -> CallSecrets {
    CallSecrets(from: destination.secrets { secrets }, under: lock)
  }

  package init(registry: Registry, world: World, secrets: SecretStore) {
    self.registry = registry
    self.world = world
    self.secrets = secrets
  }
}

package import APICallBase
package import APICallSpec

/// What calls are made with: one of it serves a whole run.
package struct CallResources: Sendable {
  /// What can be chosen by name.
  package var registry: Registry
  package var world: World
  /// Where stored secrets come from.
  package var secrets: SecretShelf
  /// Where the user wants calls to go, over what files say.
  package var destination = Destination()
  /// Where the values of inputs may come from, besides what is given.
  package var sources = InputSources()
  /// The requester that the user named; nil for the one that each file names.
  package var requester: String?
  /// The requests that are under way; nil where they may be under way twice.
  package var inFlight: InFlightRequests?

  /// The name of what sends the calls of an endpoint: the user's choice, that of the file, else curl.
  package func requesterName(for endpoint: Endpoint) -> String {
    requester ?? endpoint.requester?.text ?? "curl"
  }

  /// What placeholders of one call, or of a script, get stored secrets from: a dummy for each where a
  /// mock server gets all requests.
  package func secretsOfCall() -> CallSecrets {
    CallSecrets(from: destination.secrets { secrets })
  }

  package init(registry: Registry, world: World, secrets: SecretShelf) {
    self.registry = registry
    self.world = world
    self.secrets = secrets
  }
}

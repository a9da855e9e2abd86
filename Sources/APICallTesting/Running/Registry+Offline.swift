import APICallContracts
import APICallModel

extension Registry {
  /// The registry with one requester only: no other one can be made.
  func responding(with entry: RequesterEntry) -> Registry {
    var registry = self
    registry.requesters = [entry]
    registry.pluginsSend = false
    return registry
  }
}

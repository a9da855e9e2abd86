import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel

extension Registry {
  /// The registry with one requester only: no other one can be made.
  func responding(with entry: RequesterEntry) -> Registry {
    var registry = self
    registry.requesters = [entry]
    registry.supply = supply.map { SupplyWithoutRequesters(supply: $0) }
    return registry
  }
}

/// Installed plugins without those that send requests.
private struct SupplyWithoutRequesters: PluginSupply {
  let supply: any PluginSupply

  func requester(named name: String) throws(Failure) -> RequesterEntry? { nil }

  func decoder(named name: String) throws(Failure) -> DecoderEntry? {
    try supply.decoder(named: name)
  }

  func decoder(for mediaType: MediaType) -> DecoderEntry? { supply.decoder(for: mediaType) }

  func formatter(named name: String) throws(Failure) -> FormatterEntry? {
    try supply.formatter(named: name)
  }

  func authType(named name: String) throws(Failure) -> AuthEntry? {
    try supply.authType(named: name)
  }

  func advice(on name: String, as role: Role) -> String? { supply.advice(on: name, as: role) }

  func names(of role: Role) -> [String] { supply.names(of: role) }
}

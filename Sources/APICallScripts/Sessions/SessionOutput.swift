import APICallBase
import APICallHTTP
package import APICallSafety
package import APICallText
import JSONText

/// An output in a session; it never prints a secret value.
package struct SessionOutput: Sendable, Hashable {
  /// Its name, an ``Identifier``.
  package let name: String
  /// Its value as JSON, in the bytes as received.
  package let json: ProtectedText
  package let isSecret: Bool
  /// The stored secrets that it was made with, by name; where it may go is decided when it is used.
  let secrets: [SessionSecret]
  let servers: [Origin]
  /// The URL of the response that it comes from; nil if that is not known, or contains a secret.
  let base: RequestURL?
}

extension SessionOutput {
  init(_ name: String, _ value: Value, from provenance: Provenance) {
    self.init(name, json: value.jsonText, from: provenance)
  }

  init(_ name: String, json: [UInt8], from provenance: Provenance) {
    let isSecret = provenance.secrecy.isMasked
    self.init(
      name: name, json: ProtectedText(bytes: json, isSecret: isSecret), isSecret: isSecret,
      secrets: provenance.secrecy.confinement?.roots.map { SessionSecret($0) } ?? [],
      servers: provenance.servers, base: provenance.base?.openURL)
  }

  package init(_ name: String, json: [UInt8], isSecret: Bool) {
    self.init(
      name: name, json: ProtectedText(bytes: json, isSecret: isSecret), isSecret: isSecret,
      secrets: [], servers: [], base: nil)
  }

  init?(_ value: JSONNode) {
    guard let name = value["name"]?.string, Identifier.isValid(name), let json = value["value"],
      let isSecret = value["secret"]?.boolean,
      let secrets = value["secrets"]?.list(of: SessionSecret.init),
      let servers = value["servers"]?.list(of: Origin.init)
    else { return nil }
    self.init(
      name: name, json: ProtectedText(bytes: Array(json.bytes), isSecret: isSecret),
      isSecret: isSecret, secrets: secrets, servers: servers,
      base: value["base"]?.string.flatMap { try? URLReference($0).resolved(against: nil) })
  }

  var built: BuiltJSON {
    let members: [(key: String, value: BuiltJSON)] = [
      ("name", .text(name)), ("value", .line(json.revealedBytes)), ("secret", .boolean(isSecret)),
      ("secrets", .list(secrets.map(\.built))), ("servers", .texts(servers.map(\.description))),
    ]
    return .map(members + (base.map { [("base", .text($0.text.revealed))] } ?? []))
  }

  package var value: Value {
    let document = try? JSONDocument(json.revealedBytes, maxDepth: SessionEntry.depth)
    return document.map { Value($0.root) } ?? .text(json.revealed)
  }

  func provenance(with store: SecretStore, untrusted distrust: Distrust?) -> Provenance {
    Provenance(
      .response,
      Secrecy(
        isMasked: isSecret,
        confinement: .of(secrets.compactMap { $0.root(from: store, untrusted: distrust) })),
      servers: servers, base: base.map { ReferenceBase(.url($0)) })
  }
}

extension ReferenceBase {
  /// The URL of the one response, if it may be kept: it contains no secret.
  fileprivate var openURL: RequestURL? {
    guard case .url(let url) = place, url.text.secrecy.isOpen else { return nil }
    return url
  }
}

/// A stored secret that an output was made with; a session keeps only its name.
struct SessionSecret: Sendable, Hashable {
  let name: String
  /// The origins that the file allows the output in addition to those of the secret.
  let origins: [Origin]
  /// Whether it limits the output only because the folder of the file is not trusted.
  let isForTrust: Bool
}

extension SessionSecret {
  init(_ root: SecretRoot) {
    self.init(name: root.name, origins: root.widening, isForTrust: root.distrust != nil)
  }

  init?(_ value: JSONNode) {
    guard let name = value["name"]?.string, !name.isEmpty,
      let origins = value["origins"]?.list(of: Origin.init),
      let isForTrust = value["untrusted"]?.boolean
    else { return nil }
    self.init(name: name, origins: origins, isForTrust: isForTrust)
  }

  var built: BuiltJSON {
    .map([
      ("name", .text(name)), ("origins", .texts(origins.map(\.description))),
      ("untrusted", .boolean(isForTrust)),
    ])
  }

  /// Returns the secret; nil if it no longer exists, or its source fails.
  func root(from store: SecretStore, untrusted distrust: Distrust?) -> SecretRoot? {
    guard let found = try? store.root(named: name) else { return nil }
    return found.inResponse(for: origins, untrusted: isForTrust ? distrust : nil)
  }
}

extension Origin {
  fileprivate init?(_ value: JSONNode) {
    guard let address = value.string.flatMap({ try? HostAddress($0) }) else { return nil }
    self = address.origin
  }
}

package import APICallBase
import JSONText

/// The outputs of a call that was made, and when.
package struct SessionEntry: Sendable, Hashable {
  /// The most outputs of one call.
  package static let mostOutputs = 256
  /// The most octets of the values of one call: 4 MiB.
  package static let longest = 4 << 20

  /// The outputs, each name once.
  package let outputs: [SessionOutput]
  /// When they were taken.
  package let taken: Timestamp
  /// From when on they are of no use; nil where that is not known.
  package let expires: Timestamp?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - outputs: the outputs, each name once.
  ///   - taken: when they were taken.
  ///   - expires: from when on they are of no use; nil where that is not known.
  package init(_ outputs: [SessionOutput], taken: Timestamp, expires: Timestamp? = nil) {
    self.outputs = outputs
    self.taken = taken
    self.expires = expires
  }

  /// The output of a name; nil where there is none.
  package func output(named name: String) -> SessionOutput? {
    outputs.first { $0.name == name }
  }
}

/// An output as a session keeps it; it prints no value that is secret.
package struct SessionOutput: Sendable, Hashable {
  /// Its name, an ``Identifier``.
  package let name: String
  /// Its value as JSON, in the very octets it came in.
  package let json: ProtectedText
  /// Whether the value is secret.
  package let isSecret: Bool
  /// The stored secrets that it was made with, each by its name: where it may go is asked when it is
  /// used.
  package let secrets: [SessionSecret]
  /// The origins of the servers that it comes from.
  let servers: [Origin]

  /// Creates an output of a call.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - value: its value, text or JSON.
  ///   - provenance: where it comes from.
  init(_ name: String, _ value: Value, from provenance: Provenance) {
    self.init(
      name, json: value.jsonText, isSecret: provenance.secrecy.isMasked,
      secrets: provenance.secrecy.confinement?.roots.map { SessionSecret($0) } ?? [],
      servers: provenance.servers)
  }

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - json: its value as JSON.
  ///   - isSecret: whether the value is secret.
  ///   - secrets: the stored secrets that it was made with.
  ///   - servers: the origins of the servers that it comes from.
  package init(
    _ name: String, json: [UInt8], isSecret: Bool, secrets: [SessionSecret] = [],
    servers: [Origin] = []
  ) {
    self.name = name
    self.json = ProtectedText(octets: json, isSecret: isSecret)
    self.isSecret = isSecret
    self.secrets = secrets
    self.servers = servers
  }

  /// The value, as it was stored.
  package var value: Value {
    let document = try? JSONDocument(json.revealedOctets, maxDepth: SessionBook.depth)
    return document.map { Value($0.root) } ?? .text(json.revealed)
  }
}

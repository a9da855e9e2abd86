package import YAMLTree

/// A stored secret that a value is derived from, with the origins that the value may go to.
///
/// It never prints the secret.
package final class SecretRoot: Sendable {
  /// The name, as in `<secret.NAME>`.
  package let name: String
  /// The secret, with the origins that it is stored for.
  package let secret: StoredSecret
  /// The source that stores it.
  package let source: any SecretKeeper
  /// The origins that the user allows for this run.
  let allowed: [Origin]
  /// The origins that an output names for its own value, in addition to those of the secret.
  package let widening: [Origin]
  /// Why the file is not trusted, if the value is a part of a response that is confined only for
  /// that reason; nil otherwise.
  package let distrust: Distrust?
  /// The output that the value is, or is derived from; nil for other parts of a response.
  package let output: Output?
  /// Whether the value is the secret itself, in any encoding, rather than a part of a response.
  package let isDirect: Bool

  /// An output of a call whose request contained a stored secret.
  package struct Output: Sendable {
    package let mark: Mark
    /// The origins that the output names for its own value.
    package let origins: [Origin]
    /// Why those origins do not count; nil if the user trusts the files.
    package let distrust: Distrust?

    package init(mark: Mark, origins: [Origin], distrust: Distrust?) {
      self.mark = mark
      self.origins = origins
      self.distrust = distrust
    }
  }

  package init(
    _ name: String, _ secret: StoredSecret, from source: any SecretKeeper,
    allowing allowed: [Origin] = [], widening: [Origin] = [], distrust: Distrust? = nil,
    output: Output? = nil,
    isDirect: Bool = true
  ) {
    self.name = name
    self.secret = secret
    self.source = source
    self.allowed = allowed
    self.widening = widening
    self.distrust = distrust
    self.output = output
    self.isDirect = isDirect
  }

  /// Whether the value may go to an origin, ignoring a trailing dot in the name.
  package func allows(_ origin: Origin) -> Bool {
    if secret.isFor(origin) { return true }
    guard !allowed.isEmpty || !widening.isEmpty else { return false }
    let plain = origin.withoutRootDot
    return (allowed + widening).contains { $0.withoutRootDot == plain }
  }

  /// Whether the value may go to an origin in later runs as well, not only because the user allows
  /// it for this one.
  package func allowsAlways(_ origin: Origin) -> Bool {
    let plain = origin.withoutRootDot
    return secret.isFor(origin) || widening.contains { $0.withoutRootDot == plain }
  }

  /// All origins that the value may go to.
  package var origins: [Origin] { secret.origins + allowed + widening }

  /// Returns the same secret for a part of the response to a request that contained it.
  ///
  /// Returns the secret with these origins.
  package func inResponse(
    for origins: [Origin] = [], untrusted distrust: Distrust? = nil, as output: Output? = nil
  ) -> SecretRoot {
    SecretRoot(
      name, secret, from: source, allowing: allowed, widening: widening + origins,
      distrust: distrust, output: self.output ?? output, isDirect: false)
  }
}

extension SecretRoot: Hashable {
  package static func == (left: SecretRoot, right: SecretRoot) -> Bool {
    left === right
      || (left.name == right.name && left.widening == right.widening
        && left.distrust == right.distrust && left.isDirect == right.isDirect
        && left.secret == right.secret)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SecretRoot: CustomStringConvertible, CustomReflectable {
  /// The name and the origins of the secret.
  package var description: String { "\(name) for \(secret.originTexts)" }
  /// A mirror without the secret, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// The store of a secret, for hints about changing the origins of the secret.
package protocol SecretKeeper: Sendable {
  /// Its name for `--source`, in kebab-case.
  var name: String { get }
  /// Whether apicall can change its contents.
  var isWritable: Bool { get }

  /// Describes how the user can store a secret here, for a hint.
  ///
  /// Returns a command in quotes, or a variable to set.
  func advice(toStore name: String, for origins: [String]) -> String

  /// The hint for a secret that no source has.
  func hint(toStore name: String, for origins: [String]) -> String
}

extension SecretKeeper {
  /// Says what stores it.
  package func hint(toStore name: String, for origins: [String]) -> String {
    "\(advice(toStore: name, for: origins)) stores one"
  }
}

/// A stored secret: its value, and the origins that it may go to.
///
/// It never prints its value.
package struct StoredSecret: Sendable, Hashable {
  /// The maximum length of a value in bytes: with escapes, it has to fit into one frame of a
  /// plugin.
  package static let longestValue = 32 << 10
  /// The maximum number of origins of one secret.
  package static let mostOrigins = 32

  /// The value: a text that is not empty and is secret as a whole.
  package let value: ProtectedText
  /// The origins that it may go to; never empty.
  package let origins: [Origin]

  /// Creates a secret from checked values.
  package init(checked value: String, for origins: [Origin]) {
    self.value = ProtectedText(value, isSecret: true)
    self.origins = origins
  }

  /// Whether it may go to an origin, ignoring a trailing dot in the name.
  package func isFor(_ origin: Origin) -> Bool {
    let origin = origin.withoutRootDot
    return origins.contains { $0.withoutRootDot == origin }
  }

  /// The origins as messages and lists show them.
  package var originTexts: [String] { origins.map(\.description) }
}

package import YAMLTree

/// A stored secret that a value is made of, with the origins that the value may go to.
///
/// It never prints the secret.
package final class SecretRoot: Sendable {
  /// The name, as in `<secret.NAME>`.
  package let name: String
  /// The secret, with the origins that it was stored for.
  package let secret: StoredSecret
  /// The source that keeps it.
  package let source: any SecretKeeper
  /// The origins that the user allows for this run.
  let allowed: [Origin]
  /// The origins that an output names for its own value, beside those of the secret.
  package let widening: [Origin]
  /// Why the file is not trusted, where the value is a part of a response and is confined only for that;
  /// nil where it is confined anyway.
  package let distrust: Distrust?
  /// The output of the response that the value was, or is made of; nil for other parts.
  package let output: Output?
  /// Whether the value is the secret itself, in whatever form, and not a part of a response.
  package let isDirect: Bool

  /// An output of a call that a stored secret was sent with.
  package struct Output: Sendable {
    package let mark: Mark
    /// The origins that it names for its own value.
    package let origins: [Origin]
    /// Why these do not count; nil where the user trusts the files.
    package let distrust: Distrust?

    package init(mark: Mark, origins: [Origin], distrust: Distrust?) {
      self.mark = mark
      self.origins = origins
      self.distrust = distrust
    }
  }

  init(
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

  /// Whether the value may go to an origin, with or without the dot that may end its name.
  package func allows(_ origin: Origin) -> Bool {
    if secret.isFor(origin) { return true }
    guard !allowed.isEmpty || !widening.isEmpty else { return false }
    let plain = origin.withoutRootDot
    return (allowed + widening).contains { $0.withoutRootDot == plain }
  }

  /// Whether the value may go to an origin in later runs, too: not since the user allows it for this one.
  package func allowsAlways(_ origin: Origin) -> Bool {
    let plain = origin.withoutRootDot
    return secret.isFor(origin) || widening.contains { $0.withoutRootDot == plain }
  }

  /// All origins that the value may go to.
  package var origins: [Origin] { secret.origins + allowed + widening }

  /// The same secret, for a part of the response to a request that it was sent with.
  ///
  /// - Parameters:
  ///   - origins: where that part may go, too.
  ///   - distrust: why the file is not trusted, where the part is confined only for that.
  ///   - output: the output that the part is; nil where it is not one.
  /// - Returns: the secret, as it limits that part.
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

/// Who keeps a secret, as far as a hint says how to change where the secret may go.
package protocol SecretKeeper: Sendable {
  /// What `--source` calls it, in kebab-case.
  var name: String { get }
  /// Whether apicall can change what it keeps.
  var isWritable: Bool { get }

  /// What somebody does to keep a secret here, in words for a hint.
  ///
  /// - Parameters:
  ///   - name: a valid name of a secret.
  ///   - origins: what it is to be for; never empty.
  /// - Returns: a command in quotes, or a variable that is to be set.
  func advice(toStore name: String, for origins: [String]) -> String
}

/// A secret as a source keeps it: its value, and the origins that may get it.
///
/// It never prints its value.
package struct StoredSecret: Sendable, Hashable {
  /// The most octets of a value: with its escapes it has to fit into one frame of a plugin.
  package static let longestValue = 32 << 10
  /// The most origins of one secret.
  package static let mostOrigins = 32

  /// The value: text that is not empty, secret as a whole.
  package let value: ProtectedText
  /// The origins that may get it; never empty.
  package let origins: [Origin]

  /// Creates a secret of what was checked.
  ///
  /// - Parameters:
  ///   - value: text of 1 to ``longestValue`` bytes.
  ///   - origins: 1 to ``mostOrigins`` origins, each of them once.
  init(checked value: String, for origins: [Origin]) {
    self.value = ProtectedText(value, isSecret: true)
    self.origins = origins
  }

  /// Whether an origin may get it: one that was stored, with or without the dot that may end a name.
  package func isFor(_ origin: Origin) -> Bool {
    let origin = origin.withoutRootDot
    return origins.contains { $0.withoutRootDot == origin }
  }

  /// The origins as messages and lists show them.
  package var originTexts: [String] { origins.map(\.description) }
}

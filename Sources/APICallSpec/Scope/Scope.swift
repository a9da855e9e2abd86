package import APICallBase
package import YAMLTree

/// The names that placeholders may use, with their values.
package struct Scope: Sendable {
  /// A name's value, and where it comes from.
  package struct Binding: Sendable {
    /// The value; nil for an optional input that was not given.
    package var value: Value?
    /// Where it comes from, and what may be done with it.
    package var provenance: Provenance
    /// What of a value has a secrecy of its own.
    package var parts: [SecretPart] = []
    /// Finds the secrets that a server has sent back in a part of the value; nil if none was sent.
    package var echoes: EchoSearch?
    /// The optional input for want of which there is no value.
    var absentInput: String?

    package init(_ value: Value?, from provenance: Provenance) {
      self.value = value
      self.provenance = provenance
    }

    /// Creates a binding of a value that the file itself wrote.
    package init(_ value: Value?, isSecret: Bool = false) {
      self.init(value, from: Provenance(.file, isSecret ? .masked : .open))
    }

    /// Whether the value is masked wherever it is shown.
    package var isSecret: Bool { provenance.secrecy.isMasked }

    /// A part of a value, with a secrecy of its own.
    package struct SecretPart: Sendable {
      package var value: Value
      package var secrecy: Secrecy

      package init(value: Value, secrecy: Secrecy) {
        self.value = value
        self.secrecy = secrecy
      }
    }
  }

  /// Where digests and randomness come from; nil if no function is to be called.
  package var world: World? { held?.world }
  private var held: HeldWorld?
  /// What `now()` is: the same throughout a call.
  private(set) var now: Timestamp
  /// What the values may amount to.
  private(set) var allowance: RenderAllowance
  /// The stored secrets of the call; where nil, a dummy stands in for each.
  package var secrets: CallSecrets?
  private var bindings = ScopeRecord()
  /// What calls before this one have left, by the name of each.
  package private(set) var records: [(name: String, record: ScopeRecord)] = []

  /// Creates a scope without names, and without functions.
  package init() {
    held = nil
    now = Timestamp(seconds: 0)
    allowance = RenderAllowance()
  }

  /// Creates a scope without names.
  ///
  /// - Parameters:
  ///   - world: what functions and digests draw from; its clock is read here.
  ///   - allowance: what its values may amount to; several scopes may share one.
  package init(_ world: World, allowance: RenderAllowance = RenderAllowance()) {
    self.allowance = allowance
    held = HeldWorld(world)
    now = world.now()
  }

  /// Creates a scope without names, for a call of its own in the world of another one.
  package init(besides other: Scope) {
    held = other.held
    now = held?.world.now() ?? other.now
    allowance = RenderAllowance()
  }

  /// The same names for another call: it has a time of its own, and may amount to as much.
  package func atPresent() -> Scope {
    var scope = self
    if let held { scope.now = held.world.now() }
    scope.allowance = RenderAllowance()
    return scope
  }

  /// The same names in another world.
  package func inWorld(_ world: World) -> Scope {
    var scope = self
    scope.held = HeldWorld(world)
    scope.allowance = RenderAllowance()
    return scope
  }

  package subscript(name: String) -> Binding? {
    get { bindings[name] }
    set { bindings[name] = newValue }
  }

  /// The names of the script that makes the call, for what that has written.
  package var outer: OuterScope?

  /// Finds what a call before this one has left.
  package func record(named name: String) -> ScopeRecord? {
    records.first { $0.name == name }?.record
  }

  /// Adds what a call has left, in place of what the name stood for.
  package mutating func add(_ record: ScopeRecord, named name: String) {
    records.removeAll { $0.name == name }
    records.append((name, record))
  }
}

/// A world that all copies of a scope share: it has a dozen references to count.
private final class HeldWorld: Sendable {
  let world: World

  init(_ world: World) { self.world = world }
}

extension Scope {
  /// The values that are secret, in the order in which they were bound, and the stored secrets that
  /// the call uses.
  package var secretValues: [Value] {
    var own = bindings.members.compactMap { $0.binding.isSecret ? $0.binding.value : nil }
    for (_, record) in records { own += record.secretValues }
    own += outer?.scope.secretValues ?? []
    guard let secrets, !secrets.isEmpty else { return own }
    return own + secrets.values.map { .text($0.value.revealed) }
  }
}

extension Scope.Binding: CustomStringConvertible, CustomReflectable {
  /// The value, a secret one masked.
  package var description: String {
    guard let value else { return "nothing" }
    return isSecret ? ProtectedText.mask : String(decoding: value.jsonText, as: UTF8.self)
  }

  /// A mirror without the value, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["shown": description]) }
}

/// What a call has left for those behind it: named values, such as its outputs and its status.
package struct ScopeRecord: Sendable {
  // A list: a call has a few names, and the first dictionary costs Swift's runtime more than them.
  /// The values, each with its name.
  package private(set) var members: [(name: String, binding: Scope.Binding)] = []

  package init() {}

  /// A value by its name; nil if there is none of that name.
  package subscript(name: String) -> Scope.Binding? {
    get { members.first { $0.name == name }?.binding }
    set {
      members.removeAll { $0.name == name }
      if let newValue { members.append((name, newValue)) }
    }
  }

  /// The values that are secret.
  var secretValues: [Value] {
    members.flatMap { member in
      member.binding.isSecret
        ? member.binding.value.map { [$0] } ?? []
        : member.binding.parts.filter(\.secrecy.isMasked).map(\.value)
    }
  }
}

/// The names of a script, as the calls that it makes see them.
///
/// A placeholder knows the names of the file that wrote it: what a step says over the fields of a file
/// uses those of the script, all else those of the file.
package final class OuterScope: Sendable {
  /// The script's file.
  package let source: Source
  /// Its names, with their values.
  package let scope: Scope

  package init(_ scope: Scope, of source: Source) {
    self.scope = scope
    self.source = source
  }
}

/// A part of the response that the steps behind a call may use, beside its outputs.
package enum AnswerPart: String, Sendable, CaseIterable {
  case status, headers, body, url
}

import APICallBase
import APICallLanguage
import APICallRequests
import APICallSafety
package import APICallText

/// The outputs of a call, and the time when it was made.
package struct SessionEntry: Sendable, Hashable {
  package static let mostOutputs = 256
  package static let longest = 4 << 20
  /// The nesting limit of arrays and objects: that of a response, plus the levels of the file.
  package static let depth = 512 + 8

  /// The outputs, each name once.
  package let outputs: [SessionOutput]
  package let taken: UTCTimestamp
  package let expires: UTCTimestamp?
  /// The names of the secrets of the run that made it: also a value that no secret was put into can
  /// tell something of them.
  let secrets: [String]

  package init(
    _ outputs: [SessionOutput], taken: UTCTimestamp, expires: UTCTimestamp? = nil,
    secrets: [String] = []
  ) {
    self.outputs = outputs
    self.taken = taken
    self.expires = expires
    self.secrets = secrets
  }

  init(
    _ record: ScopeRecord, taken: UTCTimestamp, expires: UTCTimestamp?, in resources: CallResources
  ) {
    self.init(
      record.members.compactMap { name, binding in
        binding.value.map { SessionOutput(name, $0, from: binding.provenanceOfWhole) }
      }, taken: taken, expires: expires, secrets: resources.lock?.names ?? [])
  }

  package func output(named name: String) -> SessionOutput? {
    outputs.first { $0.name == name }
  }

  /// Whether all secrets that its outputs were made with are still stored, and whether the run may
  /// use these and all others of the run that made it.
  func isUsable(with store: SecretStore, only names: [String]?) -> Bool {
    firstSecret(besides: names) == nil
      && outputs.allSatisfy { output in
        output.secrets.allSatisfy { $0.root(from: store, untrusted: nil) != nil }
      }
  }

  /// The first secret of the run that made it that a run may not use; nil for none.
  func firstSecret(besides names: [String]?) -> String? {
    guard let names else { return nil }
    return (secrets + outputs.flatMap { $0.secrets.map(\.name) }).first { !names.contains($0) }
  }
}

/// The requirements on outputs that are used again.
struct SessionFreshness: Sendable, Hashable {
  /// The earliest time when they may have been taken; nil if their age does not matter.
  var earliest: UTCTimestamp?
  /// The names of the required outputs.
  var names: [String] = []
  /// Whether their expiry has to be known.
  var isLasting = false

  func isMet(by entry: SessionEntry, at now: UTCTimestamp) -> Bool {
    isMet(taken: entry.taken, expires: entry.expires, at: now)
      && names.allSatisfy { entry.output(named: $0) != nil }
  }

  /// Whether complete outputs meet the requirements on their age.
  func isMet(taken: UTCTimestamp, expires: UTCTimestamp?, at now: UTCTimestamp) -> Bool {
    if let earliest, taken.isBefore(earliest) { return false }
    if let expires {
      guard now.isBefore(expires) else { return false }
    } else if isLasting {
      return false
    }
    return !now.isBefore(taken)
  }
}

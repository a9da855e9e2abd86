import APICallModel
import JSONText
import YAMLTree

/// A need while it is being read, before the called file is known.
struct NeedDraft: Sendable {
  var name: String
  var mark: Mark
  var call: Node.Entry?
  /// The value of `with`.
  var inputs: Node.Entry?
  var freshness: Need.Freshness?
  var renewal = Need.usualRenewal
}

/// The fields of a need.
enum NeedFields {
  static let all: [Field<NeedDraft>] = [
    Field(
      "call", "a path or a name", .text,
      "The file or endpoint to call."
    ) { need, entry, _ in need.call = entry },
    Field(
      "with", "a map of values", .map(of: .anything, named: "NAME"),
      "The inputs of the needed call."
    ) { need, entry, _ in need.inputs = entry },
    Field(
      "fresh", "a duration, or a map", .either([.duration, .table(freshness)]),
      "How long the outputs remain valid; the session keeps them for that time."
    ) { $0.freshness = $2.freshness($1) },
    Field(
      "renew", "a map", .table(renewal),
      "When to renew outputs that the session keeps."
    ) { $2.read($1.value, as: renewal, into: &$0.renewal, named: "'renew'") },
  ]

  /// The fields of `renew`.
  static let renewal: [Field<StatusExpectation>] = [
    Field(
      "on", "a status or a list of them",
      .either([.status, .list(of: .status, isNeeded: true)]),
      "The statuses with which the server refuses outputs that are no longer valid."
    ) { $2.statusExpectation($1, into: &$0) }
  ]

  /// The fields of `fresh` if the lifetime is in the response.
  static let freshness: [Field<(path: JSONPath?, minus: Duration)>] = [
    Field(
      "from", "a JSONPath", .textMatching(SchemaPattern.jsonPath),
      "Where to find the lifetime of the outputs, in seconds, in the response."
    ) { $0.path = $2.jsonPath($1) },
    Field("minus", "a duration", .duration, "The time to subtract from that lifetime.") {
      if let minus = $2.duration($1) { $0.minus = minus }
    },
  ]
}

extension SpecReading {
  private static let needLimit = 16

  /// Reads needs as far as possible without knowing the called files.
  mutating func needs(_ entry: Node.Entry) -> [NeedDraft] {
    if entry.value.entries == nil { knowsInputs = false }
    let calls = entries(
      entry, takes: "a map of calls", hint: "as in 'needs: {login: {call: login.yaml}}'",
      most: Self.needLimit)
    return (calls ?? []).map { entry in
      checkName(entry, reserved: Self.reservedNames, kind: "a need")
      var need = NeedDraft(name: entry.key, mark: entry.keyMark)
      read(entry.value, as: NeedFields.all, into: &need, named: "the need '\(entry.key)'")
      if let renew = entry.value.entry("renew"), renew.value.entries != nil,
        entry.value.entry("fresh") == nil
      {
        report(
          "'renew' has no effect without 'fresh'", at: renew.keyMark,
          hint: "only 'fresh' keeps outputs; add it, or remove the line")
      }
      return need
    }
  }

  fileprivate mutating func freshness(_ entry: Node.Entry) -> Need.Freshness? {
    guard entry.value.entries != nil else { return duration(entry).map { .lasting($0) } }
    var draft: (path: JSONPath?, minus: Duration) = (nil, .zero)
    read(entry.value, as: NeedFields.freshness, into: &draft, named: "'fresh'")
    guard let path = draft.path else {
      if entry.value.entry("from") == nil {
        report(
          "'fresh' has no 'from'", at: entry.keyMark,
          hint: "write 'fresh: 1h', or 'fresh: {from: $.expires_in}'")
      }
      return nil
    }
    guard path.isSingular else {
      return reject(
        "'from' takes a path to one number, but \(path) can select several", at: entry.value.mark)
    }
    return .fromResponse(path, minus: draft.minus)
  }
}

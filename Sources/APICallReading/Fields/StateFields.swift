import APICallBase
import APICallLanguage
import APICallModel
import YAMLTree

/// The fields of a value of `state`, in the order of apicall-file(5).
enum StateFields {
  static let all: [Field<KeptValue>] = [
    Field(
      "from", "any value", .anything,
      "What a successful run leaves to the next one; null leaves the value as it is."
    ) { $0.from = $2.payload($1, isMade: true) },
    Field("first", "any value", .anything, "The value as long as none is kept; default null.") {
      $0.first = $2.payload($1, isMade: true)
    },
    Field(
      "lasts", "run", .words(["run"]), "Begin each run with the first value again."
    ) {
      guard $1.value.scalar?.text == "run" else { return $2.refuse($1, takes: "run") }
      $0.isOfRun = true
    },
  ]

  /// The field of a file or a script.
  static func field<Target>(
    _ set: @escaping @Sendable (inout Target, StateDeclaration?) -> Void
  ) -> Field<Target> {
    Field(
      "state", "a map of kept values, and per",
      .map(
        of: .either([.table(all), .text, .list(of: .text)]), named: "NAME",
        keys: .inputs),
      "Values that are kept from one run to the next, each as kept.NAME; per names the inputs whose"
        + " values have a state each."
    ) { set(&$0, $2.state($1)) }
  }
}

extension SpecReading {
  mutating func state(_ entry: Node.Entry) -> StateDeclaration? {
    let hint = "as in 'state: {last: {from: <list.next>, first: 0}}'"
    guard
      let entries = entries(entry, takes: "a map of values", hint: hint, most: Self.nameLimit)
    else {
      knowsInputs = false
      return nil
    }
    var state = StateDeclaration(mark: entry.keyMark)
    for entry in entries {
      guard entry.key != StateDeclaration.per else {
        state.per = stateInputs(entry)
        continue
      }
      checkName(entry, reserved: Self.reservedNames, kind: "a kept value")
      var value = KeptValue(name: entry.key, mark: entry.keyMark)
      read(entry.value, as: StateFields.all, into: &value, named: "the kept value '\(entry.key)'")
      if entry.value.entries != nil, entry.value.entry("from") == nil {
        report(
          "the kept value '\(entry.key)' has no 'from'", at: entry.keyMark,
          hint: "write where a run gets it, as in 'from: <list.next>'")
      }
      state.values.append(value)
    }
    if state.values.isEmpty { report("'state' keeps no value", at: entry.keyMark, hint: hint) }
    return state
  }
}

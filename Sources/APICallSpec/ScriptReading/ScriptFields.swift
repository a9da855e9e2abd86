import YAMLTree

/// The fields of a script, in the order in which apicall-spec(5) describes them.
package enum ScriptFields {
  static let all: [Field<ScriptDraft>] = [
    Field("summary", "text", .text, "One line that says what the script is for.") {
      $0.head.summary = $2.text($1)
    },
    Field(
      "inputs", "a map of inputs",
      .map(of: .either([.table(InputFields.all), .nothing]), named: "NAME", keys: .inputs),
      "What the caller gives, checked before anything is sent."
    ) { $0.head.inputs = $2.inputs($1) },
    Field(
      "let", "a map of values", .map(of: .anything, named: "NAME", keys: .inputs),
      "Values that are computed once, in order."
    ) { $0.head.lets = $2.lets($1) },
    Field(
      "steps", "a map of steps", .map(of: .table(StepFields.all), named: "NAME", keys: .inputs),
      "The calls, by name, in the order in which they are made."
    ) { $0.steps = $2.steps($1) },
    Field(
      "on_failure", "a map of steps",
      .map(of: .table(StepFields.single), named: "NAME", keys: .inputs),
      "The calls that are made where a step failed, in order."
    ) { $0.onFailure = $2.steps($1, as: StepFields.single) },
    Field(
      "finally", "a map of steps",
      .map(of: .table(StepFields.single), named: "NAME", keys: .inputs),
      "The calls that are made in the end, whatever happened, in order."
    ) { $0.finally = $2.steps($1, as: StepFields.single) },
    Field(
      "outputs", "a map of values", .map(of: .anything, named: "NAME", keys: .outputs),
      "The values that the script leaves, by name."
    ) { $0.script.outputs = $2.scriptOutputs($1) },
    Field(
      "print", "the name of a step, or any value", .anything,
      "What is printed; the answer of the last step without it."
    ) { script, entry, _ in script.printing = entry },
    Field(
      "format", "a name, or a map with it", .formatter, "The formatter that prints it."
    ) { $0.script.format = $2.choice($1) },
  ]

  /// Every field of a script; those of its parts are in their shapes.
  package static var descriptions: [FieldDescription] { all.map(\.about) }
}

extension SpecReading {
  /// Reads the outputs of a script: values made of what its steps left.
  fileprivate mutating func scriptOutputs(_ entry: Node.Entry) -> [WrittenValue] {
    let hint = "as in 'outputs: {token: <login.token>}'"
    return (entries(entry, takes: "a map of values", hint: hint) ?? []).map {
      writtenValue($0, reserved: Self.reservedOutputNames, kind: "an output")
    }
  }
}

/// A script while it is being read: its own fields are known, what it calls is not.
struct ScriptDraft: Sendable {
  var script: Script
  /// What it has in common with an endpoint.
  var head: Endpoint.Parts
  /// The steps of each part, in the order of the file.
  var steps: [StepDraft] = []
  var onFailure: [StepDraft] = []
  var finally: [StepDraft] = []
  /// The value of `print`, which may be the name of a step.
  var printing: Node.Entry?

  init(source: Source) {
    script = Script(source: source)
    head = Endpoint.Parts(source: source)
  }
}

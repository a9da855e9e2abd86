import APICallModel
import YAMLTree

/// The fields of a script, in the order of apicall-script(5).
package enum ScriptFields {
  static let all: [Field<ScriptDraft>] = [
    Field("summary", "text", .text, "A one-line description of the script.") {
      $0.head.summary = $2.text($1)
    },
    Field(
      "inputs", "a map of inputs",
      .map(of: .either([.table(InputFields.all), .nothing]), named: "NAME", keys: .inputs),
      "The inputs of the script."
    ) { $0.head.inputs = $2.inputs($1) },
    Field(
      "let", "a map of values", .map(of: .anything, named: "NAME", keys: .inputs),
      "Values that are computed once, before the first step."
    ) { $0.head.lets = $2.lets($1) },
    StateFields.field { $0.head.state = $1 },
    Field(
      "steps", "a map of steps", .map(of: .table(StepFields.all), named: "NAME", keys: .inputs),
      "The steps, run in the order of the file."
    ) { $0.steps = $2.steps($1) },
    Field(
      "defaults", "a map of an endpoint's fields", .inlineEndpoint,
      "Fields of all calls that are written in the script."
    ) { script, entry, reading in
      let before = reading.problems.count
      var draft = EndpointDraft(endpoint: EndpointSpec.Parts(source: entry.keyMark.source))
      reading.read(entry.value, as: ScriptFields.defaults, into: &draft, named: "'defaults'")
      if reading.problems.count == before { script.defaults = entry }
    },
    Field("timeout", "a duration", .duration, "The time limit for all steps together.") {
      let mark = $1.value.mark
      $0.script.timeout = $2.duration($1).map { ($0, mark) }
    },
    Field(
      "on_failure", "a map of steps",
      .map(of: .table(StepFields.single), named: "NAME", keys: .inputs),
      "Calls to make, in order, after a step has failed."
    ) { $0.onFailure = $2.steps($1, as: StepFields.single) },
    Field(
      "finally", "a map of steps",
      .map(of: .table(StepFields.single), named: "NAME", keys: .inputs),
      "Calls to make, in order, at the end of the script, whatever happened."
    ) { $0.finally = $2.steps($1, as: StepFields.single) },
    Field(
      "outputs", "a map of values", .map(of: .anything, named: "NAME", keys: .outputs),
      "Values for a script that calls this one, made from the results of the steps."
    ) { $0.script.outputs = $2.scriptOutputs($1) },
    Field(
      "print", "the name of a step, or any value", .anything,
      "What the script prints; default the response of the last step."
    ) { script, entry, _ in script.printing = entry },
    Field(
      "format", "a name, or a map with it", .choice(.formatter),
      "The formatter, if --format is not given."
    ) { $0.script.format = $2.choice($1) },
    Field(
      "test", "a map", .table(TestFields.all), "How apicall test runs and judges this script."
    ) { $0.head.test = $2.testDeclaration($1) },
  ]

  /// The fields that all calls of a script may have in common.
  private static let defaults = EndpointFields.all.filter {
    ["host", "headers", "query", "auth", "cookies", "timeout", "redirects", "requester"]
      .contains($0.name)
  }

  package static var descriptions: [FieldDescription] { all.map(\.about) }
}

extension SpecReading {
  fileprivate mutating func scriptOutputs(_ entry: Node.Entry) -> [WrittenValue] {
    let hint = "as in 'outputs: {token: <login.token>}'"
    return (entries(entry, takes: "a map of values", hint: hint) ?? []).map {
      writtenValue($0, reserved: Self.reservedOutputNames, kind: "an output")
    }
  }
}

/// A script while it is being read: its own fields are known, the called files are not.
struct ScriptDraft: Sendable {
  var script: ScriptSpec
  var head: EndpointSpec.Parts
  var steps: [StepDraft] = []
  var onFailure: [StepDraft] = []
  var finally: [StepDraft] = []
  var defaults: Node.Entry?
  /// The value of `print`, which may be the name of a step.
  var printing: Node.Entry?

  init(source: Source) {
    script = ScriptSpec(source: source)
    head = EndpointSpec.Parts(source: source)
  }
}

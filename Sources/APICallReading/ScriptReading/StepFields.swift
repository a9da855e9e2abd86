import APICallModel
import YAMLTree

/// The fields of a step, in the order of apicall-script(5).
enum StepFields {
  static let all = calling + LoopFields.all + rows + flow + overrides + others

  private static let calling: [Field<StepDraft>] = [
    Field(
      "call", "a path, a name, an endpoint or a script", .either([.text, .inlineFile]),
      "The call that the step makes: a file, an endpoint by name, or one written here."
    ) { step, entry, _ in step.call = entry },
    Field(
      "with", "a map of values", .map(of: .anything, named: "NAME"),
      "Values for the inputs of the called file."
    ) { step, entry, _ in step.inputs = entry },
    Field(
      "of", "any value", .anything,
      "A value to compute, in place of a call; later steps use it as STEP.value."
    ) { step, entry, _ in step.of = entry },
  ]

  /// The fields that make rows: of the response, or of the value of `of`.
  private static let rows = RowFields.all(\RowStages.self).map { field in
    Field<StepDraft>(
      field.name, field.about.takes, field.about.shape, field.about.summary
    ) { step, entry, _ in step.rows.append(entry) }
  }

  private static let flow: [Field<StepDraft>] = [
    Field(
      "if", "a placeholder or a map", .condition,
      "Make the call only if a condition holds; in a loop, check it for each iteration."
    ) { $0.condition = $2.condition($1) },
    Field("pause", "a duration", .duration, "Wait before the call.") {
      $0.pause = $1
      $0.pauseLength = $2.duration($1)
    },
    Field(
      "poll", "a map", .table(PollFields.all),
      "Repeat the call until its response meets a condition."
    ) { $0.poll = $2.pollRule($1) },
    Field(
      "fail", "a map", .table(FailFields.all),
      "Fail after the call, or in place of one, under a condition."
    ) { $0.fail = $2.failRule($1) },
  ]

  /// The fields of an endpoint that replace or extend those of the called file.
  private static let overrides = ["expect", "retry", "timeout", "auth"].compactMap { name in
    EndpointFields.all.first { $0.name == name }.map { field in
      Field<StepDraft>(
        name, field.about.takes,
        name == "expect" ? .either([field.about.shape, .bodyExpectation]) : field.about.shape,
        "The \(name) field for this call; takes precedence over the called file."
      ) { step, entry, _ in step.overrides.append(entry) }
    }
  }

  private static let others: [Field<StepDraft>] = [
    Field(
      "allow_failure", "true or false", .boolean,
      "Continue the script even if the step fails; default false."
    ) { if let isAllowed = $2.boolean($1) { $0.allowsFailure = isAllowed } },
    Field("save", "a path", .path, "Save the response in a file.") { step, entry, _ in
      step.save = entry
    },
    Field(
      "cleanup", "a map", .table(single),
      "A call that reverses what the step did, made when the script ends."
    ) { step, entry, _ in step.cleanup = entry },
  ]

  /// The fields of a call that is made at most once and is not followed by steps.
  static let single = all.filter { names.contains($0.name) }
  private static let names = [
    "call", "with", "if", "pause", "expect", "retry", "timeout", "auth", "allow_failure",
  ]
}

extension SpecReading {
  static let stepLimit = 256

  /// Reads steps as far as possible without knowing the called files.
  mutating func steps(
    _ entry: Node.Entry, as fields: [Field<StepDraft>] = StepFields.all
  ) -> [StepDraft] {
    let hint = "each step has a name: '\(entry.key): {login: {call: login.yaml}}'"
    guard let entries = entries(entry, takes: "a map of steps", hint: hint) else {
      knowsInputs = false
      return []
    }
    if entries.isEmpty {
      report("'\(entry.key)' has no steps", at: entry.value.mark)
    }
    if let call = entries.first(where: { $0.key == "call" }), call.value.scalar != nil {
      report(
        "'\(entry.key)' takes a map of steps, but 'call' would be the name of one",
        at: call.keyMark, hint: "each step has a name: '\(entry.key): {first: {call: …}}'")
      return []
    }
    guard isShort(entries.count, entry, most: Self.stepLimit) else { return [] }
    return entries.map { entry in
      checkName(entry, reserved: Self.reservedNames, kind: "a step")
      if Self.reservedNames.contains(entry.key) { knowsInputs = false }
      var step = StepDraft(name: entry.key, mark: entry.keyMark)
      step.isMap = entry.value.entries != nil
      read(entry.value, as: fields, into: &step, named: step.title)
      return step
    }
  }

  /// Reads the cleanup of a step, as far as possible without knowing the called file.
  mutating func cleanup(_ entry: Node.Entry, of step: StepDraft) -> StepDraft {
    var cleanup = StepDraft(
      name: entry.key, mark: entry.keyMark, title: "the cleanup of '\(step.name)'")
    cleanup.isMap = entry.value.entries != nil
    read(entry.value, as: StepFields.single, into: &cleanup, named: cleanup.title)
    return cleanup
  }
}

/// A step while it is being read.
struct StepDraft: Sendable {
  var name: String
  var mark: Mark
  var title: String
  /// Whether it is a map; another value was reported already.
  var isMap = true
  var call: Node.Entry?
  var of: Node.Entry?
  var rows: [Node.Entry] = []
  /// The value of `with`.
  var inputs: Node.Entry?
  /// The value of `each`; nil if the step runs once.
  var each: Node.Entry?
  /// The loop, without its source.
  var loop: Loop
  /// The fields that have no effect without `each`.
  var loopFields: [Node.Entry] = []
  var overrides: [Node.Entry] = []
  var allowsFailure = false
  var condition: Condition?
  var pause: Node.Entry?
  var pauseLength: Duration?
  var poll: PollRule?
  var fail: FailRule?
  var save: Node.Entry?
  var cleanup: Node.Entry?

  /// Whether it has only `fail`.
  var isCheck: Bool { call == nil && of == nil && fail != nil }

  init(name: String, mark: Mark, title: String? = nil) {
    self.name = name
    self.mark = mark
    self.title = title ?? "the step '\(name)'"
    loop = Loop(mark: mark)
  }
}

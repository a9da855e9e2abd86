import YAMLTree

/// A script while it is being read: its own fields are known, what it calls is not.
struct ScriptDraft: Sendable {
  var script: Script
  /// The steps of each part, in the order of the file.
  var steps: [StepDraft] = []
  var onFailure: [StepDraft] = []
  var finally: [StepDraft] = []
  /// The value of `print`, which may be the name of a step.
  var printing: Node.Entry?

  init(source: Source) { script = Script(source: source) }
}

/// A step while it is being read.
struct StepDraft: Sendable {
  var name: String
  /// The place of the name.
  var mark: Mark
  /// What it is called in messages.
  var title: String
  /// Whether it is a map; what is none has been told of.
  var isMap = true
  /// The value of `call`.
  var call: Node.Entry?
  /// The value of `with`.
  var inputs: Node.Entry?
  /// What it says of its rounds.
  var loop = LoopDraft()
  /// The fields that it says over those of what it calls.
  var overrides: [Node.Entry] = []
  var allowsFailure = false
  var condition: Condition?
  var poll: PollRule?
  /// The value of `save`.
  var save: Node.Entry?
  /// What takes back what it did.
  var cleanup: Node.Entry?

  init(name: String, mark: Mark, title: String? = nil) {
    self.name = name
    self.mark = mark
    self.title = title ?? "the step '\(name)'"
  }
}

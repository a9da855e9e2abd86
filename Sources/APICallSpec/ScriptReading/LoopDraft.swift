import YAMLTree

/// What a step says of its rounds while it is being read.
struct LoopDraft: Sendable {
  /// The value of `each`; nil where the step is run once.
  var each: Node.Entry?
  var parallel = 1
  var rate: Loop.Rate?
  var continuesOnError = false
  /// The fields that are of no use without `each`.
  var fields: [Node.Entry] = []
}

/// The fields of `each` where it is a map.
struct LoopSourceDraft: Sendable {
  /// What says what is gone through; one field may.
  var source: Node.Entry?
  /// The value of `types`.
  var types: Node.Entry?
  var columns: [Loop.Column] = []
}

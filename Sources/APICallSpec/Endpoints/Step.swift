package import YAMLTree

/// A step of a script: a call, and when, how often and with what it is made.
package struct Step: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  /// What it is called in messages.
  package var title: String
  /// What is called.
  package var callee: Callee
  /// What is given to its inputs, in the order of the file.
  package var inputs: [StepInput] = []
  /// What has to hold for the step to be run at all; in a loop, for a round of it.
  package var condition: Condition?
  /// What it is run for, once each; nil where it is run once.
  package var loop: Loop?
  /// When it is called again, and until when; nil where one answer is all.
  package var poll: PollRule?
  /// Whether the script goes on where the step failed.
  package var allowsFailure = false
  /// Where its answers are saved; nil where they are not.
  package var save: Template?
  /// What takes back what the step did, once the script is over; nil where nothing has to be.
  package var cleanup: Cleanup?

  package init(name: String, mark: Mark, callee: Callee) {
    self.name = name
    self.mark = mark
    self.callee = callee
    title = "the step '\(name)'"
  }
}

/// What a step calls.
package enum Callee: Sendable {
  /// An endpoint of a file of its own, which sees its inputs alone.
  case endpoint(Endpoint)
  /// An endpoint that the script itself writes, and that sees the script's names.
  case inline(Endpoint)
  /// Another script, which sees its inputs alone.
  indirect case script(Script)

  /// Its declarations: its inputs, its outputs, its file.
  package var head: Endpoint {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): endpoint
    case .script(let script): script.head
    }
  }

  /// The names of the outputs that it leaves, and which of them are declared secret.
  package var outputs: [(name: String, isSecret: Bool)] {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint):
      endpoint.outputs.map { ($0.name, $0.isSecret) }
    case .script(let script): script.outputs.map { ($0.name, false) }
    }
  }

  /// The names of all values that it leaves: its outputs, and of an endpoint the parts of its answer.
  package var members: [String] {
    switch self {
    case .endpoint, .inline: outputs.map(\.name) + AnswerPart.allCases.map(\.rawValue)
    case .script: outputs.map(\.name)
    }
  }
}

/// A value for an input of what a step calls.
package struct StepInput: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var value: Payload
}

/// A call that takes back what a step did: `cleanup:`.
package final class Cleanup: Sendable {
  package let step: Step

  package init(_ step: Step) { self.step = step }
}

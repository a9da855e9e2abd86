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
  package var inputs: [WrittenValue] = []
  /// What has to hold for the step to be run at all; in a loop, for an iteration of it.
  package var condition: Condition?
  /// What it is run for, once each; nil if it is run once.
  package var loop: Loop?
  /// When it is called again, and until when; nil if one response is all.
  package var poll: PollRule?
  /// Whether the script goes on where the step failed.
  package var allowsFailure = false
  /// Where its responses are saved; nil if they are not.
  package var save: Template?
  /// What takes back what the step did, once the script is over; nil if nothing has to be.
  package var cleanup: Cleanup?

  package init(name: String, mark: Mark, callee: Callee) {
    self.name = name
    self.mark = mark
    self.callee = callee
    title = "the step '\(name)'"
  }
}

extension Step {
  /// Visits the names of its script that it uses.
  ///
  /// - Parameters:
  ///   - source: the script; what other files have written knows other names.
  ///   - visit: gets each name, with what is taken of its value.
  package func visitNames(of source: Source, _ visit: (Reference) -> Void) {
    allTemplates.visitNames(of: source, visit)
  }

  /// All templates of it, and of what it calls: what a field may name of the script is used by that.
  ///
  /// A new field with placeholders goes in here, or nothing of what it names is kept for it.
  private var allTemplates: [Template] {
    var all = inputs.flatMap(\.value.templates)
    switch callee {
    case .inline(let endpoint), .endpoint(let endpoint):
      endpoint.visitTemplates { template, _ in all.append(template) }
    case .script: break
    }
    all += condition?.templates ?? []
    all += loop?.templates ?? []
    all += poll?.templates ?? []
    if let save { all.append(save) }
    all += cleanup?.step.allTemplates ?? []
    return all
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

  /// The names of all values that it leaves: its outputs, and of an endpoint the parts of its
  /// response.
  package var members: [String] {
    switch self {
    case .endpoint, .inline: outputs.map(\.name) + AnswerPart.allCases.map(\.rawValue)
    case .script: outputs.map(\.name)
    }
  }
}

/// A call that takes back what a step did: `cleanup:`.
package final class Cleanup: Sendable {
  package let step: Step

  package init(_ step: Step) { self.step = step }
}

/// What has to hold for a step to be run: `if:`.
package indirect enum Condition: Sendable {
  /// A value is true, or passes all of some matchers.
  case holds(Payload, [Matcher<Payload>], Mark)
  /// One of several holds.
  case any([Condition])
  /// All of several hold.
  case all([Condition])
  /// It does not hold.
  case not(Condition)
}

/// When a step is called again: `poll:`.
package struct PollRule: Sendable {
  /// The longest pause that backing off leads to.
  package static let longestPause = Duration.seconds(300)
  /// The shortest time between two calls.
  package static let shortestPause = Duration.milliseconds(10)
  /// The longest that polling may take.
  package static let longestLimit = Duration.seconds(24 * 3600)
  /// The greatest factor by which a pause grows.
  package static let mostBackoff = 10.0

  /// The place of `poll`.
  package var mark: Mark
  /// What the response is like that ends the polling well.
  package var until = Expectation()
  /// What a response is like that will never become that one; nil if nothing says so.
  package var fail: Expectation?
  /// How long to wait before the second call.
  package var every: Duration = .seconds(1)
  /// By what each pause is longer than the one before; 1 keeps them alike.
  package var backoff: Double = 1
  /// How long the polling may take.
  package var limit: Duration = .seconds(300)

  package init(at mark: Mark) { self.mark = mark }

  /// Whether responses of any status are looked at: where none is named, an unexpected one is a
  /// failure.
  package var namesStatus: Bool { until.status.mark != nil || fail?.status.mark != nil }

  /// How long to wait the next time.
  ///
  /// - Parameter pause: how long was waited for the last time.
  /// - Returns: the pause, longer by `backoff`, up to 5 minutes or `every`, whichever is longer.
  package func pause(after pause: Duration) -> Duration {
    min(pause * backoff, max(every, Self.longestPause))
  }
}

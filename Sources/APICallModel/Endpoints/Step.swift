package import APICallLanguage
package import YAMLTree

/// A step of a script: a call with its inputs, and when and how often it is made.
package struct Step: Sendable {
  package var name: String
  package var mark: Mark
  package var title: String
  package var callee: Callee
  package var inputs: [WrittenValue] = []
  /// The condition for running the step; in a loop, for each iteration.
  package var condition: Condition?
  package var loop: Loop?
  /// How long to wait before the call.
  package var pause: Duration?
  package var poll: PollRule?
  /// When a script that it calls is run again; nil for a call, which has its own rule.
  package var retry: RetryRule?
  /// The expectations for its value, or for the outputs of the script that it calls.
  package var expectations: [BodyExpectation<Payload>] = []
  package var fail: FailRule?
  /// Whether it has neither a call nor a value, but only ``fail``.
  package var isCheck = false
  package var allowsFailure = false
  package var save: Template?
  package var cleanup: Cleanup?

  package init(name: String, mark: Mark, callee: Callee) {
    self.name = name
    self.mark = mark
    self.callee = callee
    title = "the step '\(name)'"
  }
}

extension Step {
  package func visitNames(of source: Source, _ visit: (Reference) -> Void) {
    allTemplates.visitNames(of: source, visit)
  }

  /// The first value of several steps that its call cannot do without.
  ///
  /// Returns the value as written, its place, and the step; nil if it needs none of them, or has a
  /// condition or a default for each.
  package func need(
    in source: Source, ofAnyStep isWanted: (String) -> Bool
  ) -> (span: TemplateSpan, step: String)? {
    var found: (span: TemplateSpan, step: String)?
    templatesOfCall.visitNeeds(of: source) { reference, span in
      guard found == nil, isWanted(reference.name) else { return }
      found = (span, reference.name)
    }
    return found
  }

  /// Visits the members of a name that the step cannot do without, each with its place.
  package func visitMembers(
    of name: String, in source: Source, _ visit: (String, TemplateSpan) -> Void
  ) {
    allTemplates.visitNeeds(of: source) { reference, span in
      if reference.name == name, case .member(let member)? = reference.steps.first {
        visit(member, span)
      }
    }
  }

  /// All templates of the step and of the call, because a field of the call may use names of the
  /// script.
  package var allTemplates: [Template] { templatesOfCall + (condition?.templates ?? []) }

  /// The paths of the files that it writes.
  package var savedPaths: [Template] { [save].compactMap { $0 } + (loop?.paths ?? []) }

  private var templatesOfCall: [Template] {
    var all = ownTemplatesOfCall
    switch callee {
    case .inline(let endpoint), .endpoint(let endpoint):
      endpoint.visitTemplates { template, _ in all.append(template) }
    case .script, .computed: break
    }
    return all + (cleanup?.step.allTemplates ?? [])
  }

  /// The templates of the step itself, without those of the called file and of the cleanup.
  var ownTemplates: [Template] { ownTemplatesOfCall + (condition?.templates ?? []) }

  /// The templates of the step itself, except those of the condition.
  ///
  /// A new field with placeholders has to be added here, otherwise the values that it uses are not
  /// kept.
  private var ownTemplatesOfCall: [Template] {
    var all = inputs.flatMap(\.value.templates)
    if case .computed(let computation) = callee { all += computation.templates }
    all += loop.map { $0.templates + $0.templatesOfRows } ?? []
    all += poll?.templates ?? []
    all += judgingTemplates
    if let save { all.append(save) }
    return all
  }
}

extension Step {
  /// The templates that decide whether the step fails.
  package var judgingTemplates: [Template] {
    expectations.flatMap { $0.place.templates + $0.matchers.flatMap(\.templates) }
      + (fail?.templates ?? [])
  }

  /// Whether each item of its response is printed as it arrives: none waits for others, or for a check.
  package var passesItemsOn: Bool { save == nil && !holdsOutput && callee.head.passesRowsOn }

  /// Whether its output can be printed only after the step has ended.
  package var holdsOutput: Bool {
    retry != nil || poll?.condition != nil || !expectations.isEmpty || fail != nil
  }
}

extension [Template] {
  fileprivate func visitNeeds(of source: Source, _ visit: (Reference, TemplateSpan) -> Void) {
    for template in self where template.mark.source === source {
      for placeholder in template.placeholders {
        placeholder.expression.visitNeeds { visit($0, placeholder.span($1)) }
      }
    }
  }
}

/// The call that a step makes.
package enum Callee: Sendable {
  /// An endpoint in its own file, which sees only its inputs.
  case endpoint(EndpointSpec)
  /// An endpoint written in the script, which sees the names of the script.
  case inline(EndpointSpec)
  /// Another script, which sees only its inputs.
  indirect case script(ScriptSpec)
  /// Nothing: the step computes a value of the names of the script.
  indirect case computed(Computation)

  /// The called file or endpoint; nil if the step only computes.
  package var called: Runnable? {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): .endpoint(endpoint)
    case .script(let script): .script(script)
    case .computed: nil
    }
  }

  package var head: EndpointSpec {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): endpoint
    case .script(let script): script.head
    case .computed(let computation): computation.head
    }
  }

  package var outputs: [(name: String, isSecret: Bool)] {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint):
      endpoint.outputs.map { ($0.name, $0.isSecret) }
    case .script(let script): script.outputs.map { ($0.name, false) }
    case .computed: [(Computation.result, false)]
    }
  }

  /// The names of all its values: the outputs, and the parts of the response of an endpoint.
  package var members: [String] {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint):
      outputs.map(\.name) + endpoint.responseParts.map(\.rawValue)
    case .script, .computed: outputs.map(\.name)
    }
  }
}

extension EndpointSpec {
  /// The parts of its response that a script may use; an output of the same name replaces one.
  fileprivate var responseParts: [ResponsePart] {
    ResponsePart.allCases.filter { part in
      part != .value || !rows.isEmpty && !outputs.contains { $0.name == part.rawValue }
    }
  }
}

/// `cleanup:`: a call that reverses what a step did.
package final class Cleanup: Sendable {
  package let step: Step

  package init(_ step: Step) { self.step = step }
}

/// `poll:`: how a call is repeated until its response meets a condition.
package struct PollRule: Sendable {
  /// The longest pause by backing off.
  package static let longestPause = Duration.seconds(300)
  package static let shortestPause = Duration.milliseconds(10)
  package static let longestLimit = Duration.seconds(24 * 3600)
  package static let mostBackoff = 10.0
  package static let mostTimes = 1_000_000

  package var mark: Mark
  /// The responses that end the polling: one of them.
  package var until: [Expectation] = []
  /// What the outputs of a script have to be, in place of ``until``; nil for a call.
  package var condition: Condition?
  /// The responses that show that the expected one will never come.
  package var fail: [Expectation] = []
  package var every: Duration = .seconds(1)
  package var backoff: Double = 1
  package var limit: Duration = .seconds(300)
  /// The maximum number of calls; nil if only the time is limited.
  package var times: Int?

  package init(at mark: Mark) { self.mark = mark }

  /// Whether responses of any status are checked; if no condition names a status, an unexpected one
  /// is a failure.
  package var namesStatus: Bool { (until + fail).contains { $0.status.mark != nil } }

  /// Whether no further call is made after a number of calls.
  package func isLast(_ count: Int) -> Bool { times.map { count >= $0 } ?? false }

  /// The pause before the next call.
  ///
  /// Returns the pause, longer by the factor `backoff`, up to 5 minutes or `every`, whichever is
  /// longer.
  package func pause(after pause: Duration) -> Duration {
    min(pause * backoff, max(every, Self.longestPause))
  }
}

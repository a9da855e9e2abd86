import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety

/// Determines which outputs of a call are stored, and where, before the call is sent.
struct OutputPlanner {
  struct Plan {
    let output: OutputDeclaration
    let store: WrittenName
    let source: any SecretProvider
    let isReplacing: Bool
  }

  private let call: Call
  private let gate: StoreGate
  private let caller: any Caller
  private let answers: StoreAnswers

  init(of call: Call, in resources: CallResources, knowing answers: StoreAnswers) {
    self.call = call
    self.answers = answers
    gate = StoreGate(call.endpoint, after: resources.sources.chain, in: resources)
    caller = resources.world.caller
  }

  /// The origin that a question is about; nil if the files are trusted, so that none is asked.
  var questionedOrigin: Origin? { gate.distrust == nil ? nil : origin }

  private var origin: Origin { call.request.url.origin }

  func plan(for output: OutputDeclaration) throws(Failure) -> Plan? {
    guard let store = output.store else { return nil }
    let source = try gate.source(of: output, as: store)
    do throws(SecretProblem) {
      let existing = try source.secret(named: store.text)
      // The target of a redirect is not known yet.
      if (call.endpoint.redirects?.limit ?? 0) == 0 {
        try OutputStoring.check(existing, named: store.text, for: origin)
      }
      return Plan(output: output, store: store, source: source, isReplacing: existing != nil)
    } catch {
      throw error.failure(storing: output, at: store)
    }
  }

  /// Determines whether an output may be stored; if the files are not trusted, the user decides.
  func isAllowed(_ plan: Plan, warning warn: (Message) -> Void) throws(Failure) -> Bool {
    guard gate.distrust != nil else { return true }
    let key = StoreAnswers.Key(
      file: call.endpoint.file, output: plan.output.name, secret: plan.store.text, origin: origin)
    if let earlierAnswer = answers[key] { return earlierAnswer }
    let isAllowed = try ask(whether: plan)
    answers[key] = isAllowed
    if !isAllowed { warn(Self.refusal(of: plan)) }
    return isAllowed
  }

  private func ask(whether plan: Plan) throws(Failure) -> Bool {
    // The host may contain a secret.
    let origin = Redactor(call).masking(origin.description)
    let ending = plan.isReplacing ? ", replacing the existing one" : ""
    let question = Question(
      "\(call.endpoint.file): store the output '\(plan.output.name)' as the secret "
        + "'\(plan.store.text)' for \(origin)\(ending)? [y/N]")
    switch caller.answer(to: question) {
    case .interrupted: throw Failure(.interrupted, [])
    case .text(let text): return ["y", "yes"].contains(text.lowercased())
    case .nothing, .noTerminal: return false
    }
  }

  private static func refusal(of plan: Plan) -> Message {
    Message(
      "the output '\(plan.output.name)' is not stored as the secret '\(plan.store.text)'",
      at: plan.store.mark
    ).reported(as: .warning)
  }
}

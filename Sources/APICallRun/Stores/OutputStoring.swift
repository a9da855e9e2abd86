package import APICallBase
import APICallHTTP
import APICallSpec
import JSONText

/// Stores outputs of one call as secrets, after the call has succeeded.
///
/// Refusals that do not depend on the response are reported before the call is sent.
package struct OutputStoring {
  /// An output, and where it is stored.
  private struct Plan {
    let output: OutputDeclaration
    let store: WrittenName
    let source: any SecretSource
  }

  private let plans: [Plan]
  private let secrets: SecretStore
  /// The one origin that the user approved; nil if the files are trusted.
  private let approved: Origin?

  /// The names of the outputs.
  package var names: [String] { plans.map(\.output.name) }

  /// Determines what is stored of a call that is about to be sent; nil if nothing is.
  ///
  /// If the files are not trusted, the user is asked.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - resources: what it is made with.
  ///   - answers: the user's earlier answers.
  ///   - warn: reports an output that is not stored because the user declined.
  /// - Throws: a ``Failure``, mostly with exit status 77.
  package init?(
    of call: Call, in resources: CallResources, knowing answers: StoreAnswers,
    warning warn: (Diagnostic) -> Void
  ) throws(Failure) {
    let endpoint = call.endpoint
    let outputs = endpoint.storedOutputs
    guard !outputs.isEmpty, call.mock == nil,
      resources.registry.isRemote(resources.requesterName(for: endpoint))
    else { return nil }
    let gate = StoreGate(endpoint, after: resources.sources.chain, in: resources)
    let origin = call.request.url.origin
    let mayLeave = (endpoint.redirects?.limit ?? 0) > 0
    var plans: [Plan] = []
    do throws(Failure) {
      for output in outputs {
        guard let store = output.store else { continue }
        let plan = Plan(
          output: output, store: store, source: try gate.source(of: output, as: store))
        let known: StoredSecret?
        do throws(SecretProblem) {
          known = try plan.source.secret(named: store.text)
          // The target of a redirect is not known yet.
          if !mayLeave { try Self.check(known, named: store.text, for: origin) }
        } catch {
          throw error.failure(storing: output, at: store)
        }
        guard gate.distrust != nil else {
          plans.append(plan)
          continue
        }
        let key = StoreAnswers.Key(
          file: endpoint.file, output: output.name, secret: store.text, origin: origin)
        let isAllowed: Bool
        if let known = answers[key] {
          isAllowed = known
        } else {
          isAllowed = try Self.ask(
            whether: plan, of: call, replacing: known != nil, resources.world.caller)
          answers[key] = isAllowed
          if !isAllowed { warn(Self.refusal(of: plan)) }
        }
        if isAllowed { plans.append(plan) }
      }
    } catch {
      throw error.masked(by: Redactor(call))
    }
    guard !plans.isEmpty else { return nil }
    self.plans = plans
    secrets = resources.secrets
    approved = gate.distrust == nil ? nil : origin
  }

  /// Asks the user whether an output may be stored.
  private static func ask(
    whether plan: Plan, of call: Call, replacing isThere: Bool, _ caller: any Caller
  ) throws(Failure) -> Bool {
    // The host may contain a secret.
    let origin = Redactor(call).masking(call.request.url.origin.description)
    let question = Question(
      "\(call.endpoint.file): store the output '\(plan.output.name)' as the secret "
        + "'\(plan.store.text)' for \(origin)\(isThere ? ", replacing the existing one" : "")? [y/N]"
    )
    switch caller.answer(to: question) {
    case .interrupted: throw Failure(.interrupted, [])
    case .text(let text): return ["y", "yes"].contains(text.lowercased())
    case .nothing, .noTerminal: return false
    }
  }

  private static func refusal(of plan: Plan) -> Diagnostic {
    Diagnostic(
      "the output '\(plan.output.name)' is not stored as the secret '\(plan.store.text)'",
      at: plan.store.mark
    ).reported(as: .warning)
  }

  // MARK: After the call

  /// Stores the outputs that are in the response.
  ///
  /// - Parameters:
  ///   - capture: has taken the outputs of a response that has ended and is as expected.
  ///   - observers: get an event for each stored output.
  /// - Throws: a ``Failure`` with the reason why an output cannot be stored.
  func store(_ capture: ResponseCapture, telling observers: [any RunObserver]) throws(Failure) {
    guard let server = capture.server else { return }
    var secrets: [(plan: Plan, value: String, origins: [Origin], roots: [SecretRoot])] = []
    for plan in plans {
      let found = capture.stored.first { $0.output.name == plan.output.name }
      guard let binding = found?.binding, let value = binding.value else { continue }
      let roots = binding.provenanceOfWhole.secrecy.confinement?.roots ?? []
      do throws(SecretProblem) {
        let text = try Self.text(of: value)
        let origins = try origins(of: plan, from: server, madeWith: roots)
        secrets.append((plan, text, origins, roots))
      } catch {
        throw error.failure(storing: plan.output, at: plan.store)
      }
    }
    for (plan, value, origins, roots) in secrets {
      let stored: StoredSecret
      do throws(SecretProblem) {
        stored = try self.secrets.store(plan.store.text, in: plan.source) {
          (known) throws(SecretProblem) in
          try Self.check(known, named: plan.store.text, for: server)
          let kept = known?.origins.filter { Self.mayGo(to: $0, roots) }
          return try StoredSecret(value, for: kept ?? origins)
        }
      } catch {
        throw error.failure(storing: plan.output, at: plan.store)
      }
      let note = StoredOutput(
        output: plan.output.name, secret: plan.store.text, source: plan.source.name,
        origins: stored.originTexts)
      for observer in observers { observer.observe(.stored(note)) }
    }
  }

  /// The text of a value, in the form of a secret.
  private static func text(of value: Value) throws(SecretProblem) -> String {
    var text: String?
    var kind = "not text"
    switch value {
    case .text(let own): text = own
    case .json(let json):
      text = json.kind == .string ? json.string : nil
      kind = json.kind.typeName
    case .bytes, .file: break
    }
    guard let text else {
      throw SecretProblem(
        "its value is \(kind), but a secret is text", status: .decoding,
        hint: kind == "a number" ? "add 'regex: .+' next to 'from' to convert it to text" : nil)
    }
    guard !text.isEmpty else { throw SecretProblem("its value is empty", status: .decoding) }
    guard text.utf8.count <= StoredSecret.longestValue else {
      throw SecretProblem(
        "its value is longer than \(StoredSecret.longestValue) bytes", status: .decoding)
    }
    return text
  }

  /// The origins of a new secret.
  ///
  /// They are that of the server, and those that a trusted file names, as far as each secret that
  /// the value was made with allows them.
  private func origins(
    of plan: Plan, from server: Origin, madeWith roots: [SecretRoot]
  ) throws(SecretProblem) -> [Origin] {
    if let approved, approved.withoutRootDot != server.withoutRootDot {
      throw SecretProblem(
        "the response came from \(server), but the question was about \(approved)",
        hint: "trust the folder of the file, or call \(server)")
    }
    if let root = roots.first(where: { !$0.allowsAlways(server) }), StoreRule.origins.holds {
      let origins = SecretRefusal.list(root.secret.originTexts)
      throw SecretProblem(
        "it was made with the secret '\(root.name)', which is for \(origins), not for"
          + " \(server)", hint: Self.wayOut(of: root, server))
    }
    let named = approved == nil ? plan.output.origins : []
    return [server.withoutRootDot] + named.filter { Self.mayGo(to: $0, roots) }
  }

  /// The hint how a secret gets another origin.
  private static func wayOut(of root: SecretRoot, _ origin: Origin) -> String {
    let way =
      root.source.isWritable
      ? "'apicall secrets allow \(root.name) --origin \(origin)'"
      : root.source.advice(
        toStore: root.name, for: root.secret.originTexts + [origin.description])
    return "to allow this origin: \(way)"
  }

  private static func mayGo(to origin: Origin, _ roots: [SecretRoot]) -> Bool {
    !StoreRule.origins.holds || roots.allSatisfy { $0.allowsAlways(origin) }
  }

  /// Checks that a value of a server may replace a secret.
  private static func check(
    _ known: StoredSecret?, named name: String, for server: Origin
  ) throws(SecretProblem) {
    guard let known, !known.isFor(server), StoreRule.replacement.holds else { return }
    throw SecretProblem(
      "the existing one is for \(SecretRefusal.list(known.originTexts)), not for \(server)",
      hint: "'apicall secrets remove \(name)' removes the existing one")
  }
}

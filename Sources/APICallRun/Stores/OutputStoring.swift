package import APICallBase
import APICallLanguage
import APICallModel
import APICallReading
package import APICallRequests
import APICallResponses
import APICallSafety
import APICallText
import JSONText

/// Stores outputs of one call as secrets, after the call has succeeded.
///
/// Refusals that do not depend on the response are reported before the call is sent.
package struct OutputStoring {
  private typealias Plan = OutputPlanner.Plan

  private let plans: [Plan]
  private let secrets: SecretStore
  /// The one origin that the user approved; nil if the files are trusted.
  private let approved: Origin?

  package var names: [String] { plans.map(\.output.name) }

  /// Determines what is stored of a call that is about to be sent; nil if nothing is.
  ///
  /// If the files are not trusted, the user is asked.
  package init?(
    of call: Call, in resources: CallResources, knowing answers: StoreAnswers,
    warning warn: (Message) -> Void
  ) throws(Failure) {
    let outputs = call.endpoint.storedOutputs
    guard resources.storesOutputs, !outputs.isEmpty, call.mock == nil,
      resources.registry.isRemote(resources.requesterName(for: call.endpoint))
    else { return nil }
    let planner = OutputPlanner(of: call, in: resources, knowing: answers)
    var plans: [Plan] = []
    do throws(Failure) {
      for output in outputs {
        guard let plan = try planner.plan(for: output) else { continue }
        if try planner.isAllowed(plan, warning: warn) { plans.append(plan) }
      }
    } catch {
      throw error.masked(by: Redactor(call))
    }
    guard !plans.isEmpty else { return nil }
    self.plans = plans
    secrets = resources.secrets
    approved = planner.questionedOrigin
  }

  // MARK: After the call

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
  static func check(
    _ known: StoredSecret?, named name: String, for server: Origin
  ) throws(SecretProblem) {
    guard let known, !known.isFor(server), StoreRule.replacement.holds else { return }
    throw SecretProblem(
      "the existing one is for \(SecretRefusal.list(known.originTexts)), not for \(server)",
      hint: "store the value under another name")
  }
}

import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety

/// The check of the destinations of stored secrets.
extension Foresight {
  /// Whether secrets are followed; with a mock server, which is the user's own, they are not.
  private var followsSecrets: Bool {
    isOfRun && !resources.destination.isLocal && RequestRule.foreseen.holds
      && RequestRule.secretOrigins.holds
  }

  /// Checks the stored secrets that go into a request.
  ///
  /// Returns the secrecy of the results of the call, by the names of its outputs and of the parts
  /// of its response.
  mutating func secrecyOfResults(
    of endpoint: EndpointSpec, _ names: ForeseenNames, _ chain: CallChain?
  ) -> [String: Secrecy] {
    guard followsSecrets, isRemote(endpoint) else { return [:] }
    let builder = builder(after: chain)
    let origin = try? builder.director(for: endpoint).host(in: names.known).origin
    let addressed = origin.map { endpoint.addressed(to: $0) } ?? endpoint.boundEndpoint
    reportMissing(in: addressed, to: origin)
    checkStores(of: endpoint, chain)
    if let auth = addressed.auth, let distrust = builder.distrust(for: auth, of: endpoint) {
      refuse([auth.refusal(for: distrust)])
    }
    var secrecy = Secrecy.open
    addressed.visitTemplates { template, place in
      if place.isOfRequest { secrecy.join(names.secrecy(of: template)) }
    }
    guard let secrets = secrecy.confinement else { return [:] }
    if let origin, !secrets.allows(origin) {
      report(secrets, to: origin, in: addressed, names)
    }
    return parts(
      of: endpoint, after: secrets,
      untrusted: endpoint.distrust(after: chain, in: resources.world))
  }

  private mutating func checkStores(of endpoint: EndpointSpec, _ chain: CallChain?) {
    guard resources.storesOutputs, !endpoint.storedOutputs.isEmpty else { return }
    for problem in StoreGate(endpoint, after: chain, in: resources).problems(of: endpoint) {
      refuse([problem])
    }
    storedNames.formUnion(endpoint.storedNames)
  }

  private func parts(
    of endpoint: EndpointSpec, after secrets: Confinement, untrusted distrust: Distrust?
  ) -> [String: Secrecy] {
    let ofAll = secrets.secrecyOfResponse(untrusted: distrust)
    var parts: [String: Secrecy] = ["body": ofAll, "headers": ofAll, "url": ofAll]
    for output in endpoint.outputs {
      parts[output.name] = ofAll.joined(secrets.secrecy(of: output, untrusted: distrust))
    }
    return parts
  }

  private func isRemote(_ endpoint: EndpointSpec) -> Bool {
    resources.registry.isRemote(resources.requesterName(for: endpoint))
  }

  private mutating func reportMissing(in endpoint: EndpointSpec, to origin: Origin?) {
    guard endpoint.usesSecrets else { return }
    let secrets = CallSecrets(from: resources.destination.secrets { resources.secrets }) { origin }
    var scope = Scope(resources.world)
    scope.secrets = secrets
    var missing: [Message] = []
    endpoint.visitTemplates { template, place in
      guard place != .needs else { return }
      template.visitReferences { reference, span in
        guard reference.isSecret, let name = try? reference.secretName(at: span),
          !storedNames.contains(name)
        else { return }
        do throws(TemplateProblem) {
          _ = try scope.binding(of: reference, at: span)
        } catch {
          missing.append(error.diagnostic)
        }
      }
    }
    for problem in missing { problems.add(Failure(.noPermission, [problem])) }
  }

  private mutating func report(
    _ secrets: Confinement, to origin: Origin, in endpoint: EndpointSpec, _ names: ForeseenNames
  ) {
    refuse(
      SecretRefusal(secrets, to: origin).diagnostics { root in
        endpoint.firstReference { reference, span in
          let confinement = names.secrecy(of: reference, at: span).confinement
          return confinement?.isMade(ofSecret: root.name) == true
        }
      })
  }

  /// Reports environment variables that would be passed to files that are not trusted.
  mutating func checkHanded(to callee: Callee, _ given: [WrittenValue], _ names: ForeseenNames) {
    guard followsSecrets else { return }
    refuse(
      HandedVariables(to: callee, in: resources.world).refusals(
        of: given.map { ($0, names.writers(of: $0.value.templates)) }
      ) { names.writers(of: $0, at: $1) })
  }
}

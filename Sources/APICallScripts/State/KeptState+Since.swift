import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallText
import JSONText

extension KeptState {
  /// Reads how far the list was read; a state that the server no longer knows of is not used.
  func readProgress(_ since: SinceRule, in inputs: Scope) throws(Failure) {
    var progress = ListSync.Progress()
    let latest = next ?? before?.outputs ?? []
    let kept = latest.first { $0.name == SinceRule.value }
    if let kept {
      guard let value = Self.orderValue(kept.value, since) else { throw unreadable(kept.name) }
      progress.value = value
    }
    if let seen = latest.first(where: { $0.name == SinceRule.seen }) {
      guard let items = seen.value.json, items.kind == .array else { throw unreadable(seen.name) }
      for item in items.elements {
        let parts = item.elements.map { $0 }
        guard parts.count == 2, let digest = parts[0].string,
          let value = OrderValue(parts[1], countingTime: since.countsTime)
        else { throw unreadable(seen.name) }
        progress.seen[digest] = value
      }
    }
    let first: Scope.Binding
    do throws(TemplateProblem) { first = try since.first.binding(in: inputs) } catch {
      throw Failure(.badInput, since.first.problems(in: inputs))
    }
    let now = resources.world.now()
    // A value to come is never kept, and would hide everything until then.
    if let time = progress.value?.time, now.advanced(by: Self.mostSkew).isBefore(time) {
      throw unreadable(SinceRule.value)
    }
    if next == nil, let retention = since.retention, let before,
      before.taken.isBefore(now.advanced(by: .zero - retention))
    {
      isOutdated = true
      progress = ListSync.Progress()
    }
    let sync = try ListSync(
      since, from: progress, or: first.value.flatMap { Self.orderValue($0, since) },
      isByPlace: head.pagination?.isByPlace == true, at: now, by: resources.world.digests)
    self.sync = sync
    sinceProvenance = progress.value == nil ? first.provenance : provenance(of: kept)
    record[SinceRule.value] =
      sync.asked.flatMap { try? JSONDocument($0.json) }
      .map { Scope.Binding(Value($0.root), from: sinceProvenance) }
      ?? Scope.Binding(nil, from: first.provenance)
  }

  private func provenance(of kept: SessionOutput?) -> Provenance {
    kept?.provenance(
      with: resources.secrets,
      untrusted: head.distrust(after: resources.sources.chain, in: resources.world)
    ) ?? Provenance(.response)
  }

  /// How far the clock of the machine may have gone back since the last run.
  private static let mostSkew = Duration.seconds(86_400)

  private func unreadable(_ name: String) -> Failure {
    SessionProblem.broken(
      storagePlace, reason: "'\(name)' is not what a run leaves", of: storageName)
  }

  private static func orderValue(_ value: Value, _ since: SinceRule) -> OrderValue? {
    (try? JSONDocument(value.jsonText)).flatMap {
      OrderValue($0.root, countingTime: since.countsTime)
    }
  }

  /// Refuses to send a kept value where the secrets that it was read with may not go.
  func check(_ call: Call) throws(Failure) {
    guard sync?.asked != nil, declaration.since?.place != nil else { return }
    let secrecy = sinceProvenance.secrecy
    if secrecy == .open { return }
    let origin = call.request.url.origin
    if !secrecy.isMasked, let secrets = secrecy.confinement, secrets.allows(origin),
      let sent = call.confinement?.secrets,
      secrets.roots.allSatisfy({ sent.isMade(ofSecret: $0.name) })
    {
      return
    }
    throw Failure(
      .noPermission,
      "the kept value of 'since' was read with a secret, and this request to \(origin) does not use it",
      at: declaration.since?.mark,
      hint: "send the request as before, or begin again: '\(clearing)'")
  }

  /// Takes how far the list has been handed on.
  func noteProgress() {
    guard let progress = sync?.progress, progress != ListSync.Progress() else { return }
    let seen = progress.seen.sorted { $0.key < $1.key }
      .map { BuiltJSON.list([.text($0.key), .json($0.value.json)]) }
    let names = [SinceRule.value, SinceRule.seen] + parts.map(\.name)
    var outputs = (next ?? before?.outputs ?? []).filter { !names.contains($0.name) }
    if let value = progress.value {
      outputs.append(output(SinceRule.value, value.json))
    }
    outputs.append(output(SinceRule.seen, Array(BuiltJSON.list(seen).compact.utf8)))
    next = outputs
  }

  private func output(_ name: String, _ json: [UInt8]) -> SessionOutput {
    var provenance = origin.map { $0.provenance(of: json) } ?? Provenance(.response)
    provenance.secrecy.join(sinceProvenance.secrecy)
    return SessionOutput(name, json: json, from: provenance)
  }
}

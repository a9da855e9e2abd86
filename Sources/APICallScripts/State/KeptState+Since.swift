import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallRun
import APICallSafety
import APICallText
import JSONText

extension KeptState {
  /// Reads how far the list was read; a state that the server no longer knows of is not used.
  func readProgress(_ since: SinceRule, in inputs: Scope) throws(Failure) {
    var progress = ListSync.Progress()
    let kept = before?.output(named: SinceRule.value)
    progress.value = kept.flatMap { Self.orderValue($0.value) }
    for item in before?.output(named: SinceRule.seen)?.value.json?.elements.map({ $0 }) ?? [] {
      let parts = item.elements.map { $0 }
      guard parts.count == 2, let digest = parts[0].string, let value = OrderValue(parts[1])
      else { continue }
      progress.seen[digest] = value
    }
    let first: Scope.Binding
    do throws(TemplateProblem) { first = try since.first.binding(in: inputs) } catch {
      throw Failure(.badInput, since.first.problems(in: inputs))
    }
    let now = resources.world.now()
    if let retention = since.retention, let kept = progress.value,
      kept.isBefore(now.advanced(by: .zero - retention))
    {
      isOutdated = true
      progress = ListSync.Progress()
    }
    let sync = try ListSync(
      since, from: progress, or: first.value.flatMap { Self.orderValue($0) }, at: now,
      by: resources.world.digests)
    self.sync = sync
    record[SinceRule.value] =
      sync.asked.flatMap { try? JSONDocument($0.json) }.map {
        Scope.Binding(Value($0.root), from: kept == nil ? first.provenance : Provenance(.response))
      } ?? Scope.Binding(.null, from: first.provenance)
  }

  private static func orderValue(_ value: Value) -> OrderValue? {
    (try? JSONDocument(value.jsonText)).flatMap { OrderValue($0.root) }
  }

  /// Takes how far the list has been handed on.
  func noteProgress(from servers: [Origin]) {
    guard let progress = sync?.progress, progress != ListSync.Progress() else { return }
    let provenance = Provenance(.response, servers: servers)
    let seen = progress.seen.sorted { $0.key < $1.key }
      .map { BuiltJSON.list([.text($0.key), .json($0.value.json)]) }
    let others = (next ?? before?.outputs ?? []).filter { output in
      ![SinceRule.value, SinceRule.seen].contains(output.name)
        && !parts.contains { $0.name == output.name }
    }
    next = others
    if let value = progress.value {
      next?.append(SessionOutput(SinceRule.value, json: value.json, from: provenance))
    }
    next?.append(
      SessionOutput(
        SinceRule.seen, json: Array(BuiltJSON.list(seen).compact.utf8), from: provenance))
  }
}

package import APICallBase
import YAMLTree

extension Failure {
  /// The failure with the status of a response that cannot be used, for each value that a server sent
  /// and that cannot stand where it would go: neither the file nor its user is wrong.
  ///
  /// - Parameters:
  ///   - templates: what the values went into.
  ///   - scope: the names and their values.
  ///   - isAnywhere: whether what is wrong may stand elsewhere than the value that is.
  /// - Returns: the failure, with the status that all of its diagnostics have, if they have one.
  package func blamingResponses(
    for templates: [Template], in scope: Scope, wherever isAnywhere: Bool = false
  ) -> Failure {
    var failure = self
    for index in diagnostics.indices where diagnostics[index].status == nil {
      let mark = diagnostics[index].mark
      let suspects = templates.filter { isAnywhere || (mark.map($0.mark.contains) ?? true) }
      if suspects.contains(where: { $0.usesResponse(in: scope) }) {
        failure.diagnostics[index].status = .decoding
      }
    }
    return failure.withOwnStatus
  }
}

extension Template {
  /// Whether a server sent any of the values that go into it.
  fileprivate func usesResponse(in scope: Scope) -> Bool {
    var isSent = false
    visitReferences { reference, span in
      if scope.isSent(reference, at: span) { isSent = true }
    }
    return isSent
  }
}

extension Scope {
  /// Whether a server sent a value, or what it would be a part of.
  fileprivate func isSent(_ reference: Reference, at span: TemplateSpan) -> Bool {
    if let outer, outer.source === span.container.source {
      return outer.scope.isSent(reference, at: span)
    }
    guard let binding = self[reference.name] else { return record(named: reference.name) != nil }
    return binding.provenance.writers.contains(.response)
  }
}

extension Mark {
  /// Whether another place begins within this one.
  fileprivate func contains(_ other: Mark) -> Bool {
    source === other.source && start <= other.start && other.start <= end
  }
}

package import APICallBase
import APICallSafety
import YAMLTree

extension Failure {
  /// Gives each diagnostic the status 8 if a response provided a value in one of the templates.
  ///
  /// In that case, neither the file nor the user caused the failure.
  package func withStatusOfResponses(
    in templates: [Template], scope: Scope, ignoringPlace ignoresPlace: Bool = false
  ) -> Failure {
    var failure = self
    for index in diagnostics.indices where diagnostics[index].status == nil {
      let mark = diagnostics[index].mark
      let suspects = templates.filter { ignoresPlace || (mark.map($0.mark.contains) ?? true) }
      if suspects.contains(where: { $0.usesResponse(in: scope) }) {
        failure.diagnostics[index].status = .decoding
      }
    }
    return failure.withOwnStatus
  }
}

extension [Template] {
  /// Leaves out problems of values that are computed of a stored secret.
  ///
  /// Before a call, a dummy stands for each secret, and what is computed of it may not be valid.
  package func withoutDummies(in problems: [Message]) -> [Message] {
    let places = flatMap(\.placeholders).filter(\.computesWithSecret).map(\.mark)
    guard !places.isEmpty else { return problems }
    return problems.filter { problem in
      guard problem.status != .noPermission, let mark = problem.mark else { return true }
      return !places.contains { $0.contains(mark) }
    }
  }
}

extension Placeholder {
  package var computesWithSecret: Bool {
    if case .reference = expression.form { false } else { firstStoredSecret != nil }
  }
}

extension Template {
  fileprivate func usesResponse(in scope: Scope) -> Bool {
    var isFromResponse = false
    visitReferences { reference, span in
      if scope.isFromResponse(reference, at: span) { isFromResponse = true }
    }
    return isFromResponse
  }
}

extension Scope {
  /// Whether a server sent a value, or the value that would contain it.
  fileprivate func isFromResponse(_ reference: Reference, at span: TemplateSpan) -> Bool {
    if row[reference.name] == nil, let outer, outer.source === span.container.source {
      return outer.scope.isFromResponse(reference, at: span)
    }
    var found = row[reference.name] ?? self[reference.name]
    if found == nil, let record = record(named: reference.name) {
      guard case .member(let name) = reference.steps.first, let binding = record[name]
      else { return true }
      found = binding
    }
    return found?.provenance.writers.contains(.response) ?? false
  }
}

extension Mark {
  fileprivate func contains(_ other: Mark) -> Bool {
    source === other.source && start <= other.start && other.start <= end
  }
}

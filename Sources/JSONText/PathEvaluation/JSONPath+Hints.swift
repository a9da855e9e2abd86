extension JSONPath {
  /// What can be done about an error; nil if there is nothing to say.
  package func hint(for error: JSONPathEvaluationError) -> String? {
    if case .repeatedKey = error { return "the server has to send each key once" }
    guard case .otherKind(let steps, _) = error, steps > 0, steps < stepCount,
      case .member = words(ofStep: steps), case .several = words(ofStep: steps - 1)
    else { return nil }
    let step = prefix(steps + 1).description.dropFirst(prefix(steps).description.count)
    return "[?@\(step)] selects those that have it"
  }
}

/// What a silence in the body of a response means.
package enum Silence: Sendable, Hashable {
  /// The server is gone: the time limit on silence applies.
  case limited
  /// Nothing: silences of any length are part of the response.
  case allowed
  /// The response is whole if nothing arrives for this time.
  case ending(after: Duration)
}

extension Silence {
  /// The same; limited if a line has begun, a part of which must not be taken for all of it.
  package func within(_ hasBegunLine: Bool) -> Self {
    if case .ending = self, hasBegunLine { .limited } else { self }
  }
}

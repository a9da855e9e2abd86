package import APICallBase
package import APICallLanguage
package import APICallModel
package import JSONText

/// What one call expects of its response besides the status, with the values of the call rendered.
package struct CallExpectation: Sendable {
  package let headers: [FieldExpectation<JSONNode>]
  package let trailers: [FieldExpectation<JSONNode>]
  package let body: [BodyExpectation<JSONNode>]
  package let facts: [FactExpectation<JSONNode>]
  package let time: TimeExpectation
  /// The operands that contain a secret.
  package let secrets: SecretOperands

  /// Renders the placeholders of an expectation; nil if only the status is expected.
  ///
  /// Throws a ``Failure`` with exit status 65 that lists every value that is invalid in its place.
  package init?(_ expectation: Expectation, of endpoint: EndpointSpec, in scope: Scope)
    throws(Failure)
  {
    guard !expectation.isOfStatusAlone else { return nil }
    var binder = MatcherBinder(endpoint, scope)
    headers = binder.bound(expectation.headers)
    trailers = binder.bound(expectation.trailers)
    body = expectation.body.map { part in
      binder.comparesText = part.path.isEmpty
      return BodyExpectation(
        place: binder.bound(part.place), path: part.path, mark: part.mark,
        matchers: binder.bound(part.matchers))
    }
    binder.comparesText = true
    facts = expectation.facts.map { FactExpectation($0.fact, binder.bound($0.matchers)) }
    time = expectation.time
    secrets = binder.secrets
    guard binder.problems.isEmpty else { throw Failure(.badInput, binder.problems.inOrder) }
  }

  /// Whether the body has to be held until all of it was checked.
  package var isOfWholeResponse: Bool {
    !body.isEmpty || !trailers.isEmpty || !facts.isEmpty || !time.isEmpty
  }
}

extension MatcherBinder {
  fileprivate mutating func bound(
    _ fields: [FieldExpectation<Payload>]
  ) -> [FieldExpectation<JSONNode>] {
    var found: [FieldExpectation<JSONNode>] = []
    for field in fields {
      found.append(
        FieldExpectation(
          name: field.name, at: field.position, mark: field.mark,
          matchers: bound(field.matchers)))
    }
    return found
  }
}

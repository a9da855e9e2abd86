package import APICallBase
package import APICallSpec
package import JSONText

/// What one call expects of its response beside a good status: that of its file, with the values of
/// the call in it.
package struct CallExpectation: Sendable {
  let headers: [FieldExpectation<JSONValue>]
  package let body: [BodyExpectation<JSONValue>]
  let time: TimeExpectation
  /// The operands that hold a secret.
  let secrets: SecretOperands

  /// Fills the placeholders in; nil if the status alone is judged.
  ///
  /// - Parameters:
  ///   - endpoint: the file.
  ///   - scope: the values of the call.
  /// - Throws: a ``Failure`` with exit status 65 that lists every value that is invalid in its place.
  package init?(of endpoint: Endpoint, in scope: Scope) throws(Failure) {
    try self.init(endpoint.expectation, of: endpoint, in: scope)
  }

  /// Fills the placeholders of an expectation in; nil if the status alone is judged.
  ///
  /// - Parameters:
  ///   - expectation: what is expected.
  ///   - endpoint: the file that says so, to whose folder the files in it are relative.
  ///   - scope: the names and their values.
  /// - Throws: a ``Failure`` with exit status 65 that lists every value that is invalid in its place.
  init?(_ expectation: Expectation, of endpoint: Endpoint, in scope: Scope) throws(Failure) {
    guard !expectation.isOfStatusAlone else { return nil }
    var binder = MatcherBinder(endpoint, scope)
    headers = expectation.headers.map { field in
      FieldExpectation(
        name: field.name, mark: field.mark, matchers: binder.bound(field.matchers))
    }
    body = expectation.body.map { part in
      binder.comparesText = part.path.isEmpty
      return BodyExpectation(
        place: part.place, path: part.path, mark: part.mark,
        matchers: binder.bound(part.matchers))
    }
    time = expectation.time
    secrets = binder.secrets
    guard binder.problems.isEmpty else { throw Failure(.badInput, binder.problems.inOrder) }
  }

  /// Whether the body has to be held until all of it is judged.
  var isOfWholeAnswer: Bool { !body.isEmpty || !time.isEmpty }
}

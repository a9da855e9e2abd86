import APICallBase
import APICallSpec

/// An endpoint that all calls of it share, with what is the same for all of them.
///
/// It has some sixty fields: each copy of it would count the references of all of them.
final class HeldEndpoint: Sendable {
  let endpoint: Endpoint
  /// Whether a stored secret stands anywhere in it.
  let usesSecrets: Bool
  /// Whether its answers may hold errors though their status is good.
  let isGraphQL: Bool
  /// What every answer has to be like beside its status, where no placeholder stands in that; nil too
  /// where that is nothing, or where something is wrong with it, which each call says for itself.
  private let fixedExpectation: CallExpectation?

  /// Prepares an endpoint for calls.
  init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    usesSecrets = endpoint.usesSecrets
    isGraphQL = endpoint.isGraphQL
    let isFixed = endpoint.expectation.templates.allSatisfy { $0.placeholders.isEmpty }
    fixedExpectation = isFixed ? (try? CallExpectation(of: endpoint, in: Scope())) ?? nil : nil
  }

  /// Holds the endpoint of a call that was made.
  init(unprepared endpoint: Endpoint) {
    self.endpoint = endpoint
    usesSecrets = true
    isGraphQL = endpoint.isGraphQL
    fixedExpectation = nil
  }

  /// What the answer of a call has to be like beside its status.
  ///
  /// - Parameter scope: the values of the call.
  /// - Returns: what is expected; nil where the status is all.
  /// - Throws: as ``CallExpectation/init(of:in:)``.
  func expectation(in scope: Scope) throws(Failure) -> CallExpectation? {
    if let fixedExpectation { return fixedExpectation }
    if endpoint.expectation.isOfStatusAlone { return nil }
    return try CallExpectation(of: endpoint, in: scope)
  }
}

package import APICallBase
package import APICallLanguage
package import APICallModel

extension EndpointSpec {
  /// Adds the value of every let to a scope; each is computed once per call, in order.
  ///
  /// Throws a ``Failure`` with exit status 65 that lists every value that is invalid in its place;
  /// lets that need a failed one are not reported.
  package func bindLets(in scope: inout Scope) throws(Failure) {
    guard !lets.isEmpty else { return }
    var problems: [Message] = []
    var failed: [String] = []
    for declaration in lets {
      if declaration.placeholders.contains(where: { $0.firstName(among: failed) != nil }) {
        failed.append(declaration.name)
        continue
      }
      do {
        scope[declaration.name] = try declaration.value.binding(in: scope)
      } catch {
        failed.append(declaration.name)
        problems += declaration.value.problems(in: scope)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems.inOrder) }
  }
}

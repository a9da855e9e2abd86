package import APICallBase
package import APICallSpec

extension Endpoint {
  /// Adds the value of every let to a scope: they are computed in order, once per call.
  ///
  /// - Parameter scope: binds the inputs.
  /// - Throws: a ``Failure`` with exit status 65 that holds every value that cannot stand where it
  ///   is; nothing is said of lets that need one that failed.
  package func bindLets(in scope: inout Scope) throws(Failure) {
    guard !lets.isEmpty else { return }
    var problems: [Diagnostic] = []
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

package import APICallBase
package import APICallLanguage
package import APICallModel
import APICallSafety

extension InputResolver {
  /// Returns a scope that binds every input; those that the example leaves out have the value that
  /// they have in a run.
  ///
  /// Throws a ``Failure`` that lists every input without a value.
  package func scope(ofExample example: Example, in world: World) throws(Failure) -> Scope {
    var scope = Scope(world)
    var problems: [InputProblem] = []
    for input in endpoint.inputs {
      if let value = example.inputs?[input.name] {
        scope[input.name] = Scope.Binding(value, from: input.provenance(.file))
        continue
      }
      do throws(InputProblem) {
        let found = try valueNotGiven(of: input, in: world)
        scope[input.name] = Scope.Binding(
          found?.0, from: input.provenance(found?.1 ?? .file))
      } catch {
        problems.append(error)
      }
    }
    guard problems.isEmpty else { throw Failure(problems) }
    return scope
  }
}

package import APICallBase
package import APICallLanguage
package import APICallModel

extension EndpointSpec {
  /// The endpoint with values in the paths of its outputs.
  ///
  /// Returns the endpoint; the same one if no path needs a value. Throws a ``Failure`` with exit
  /// status 65 that lists every value that is invalid there.
  package func withOutputs(in scope: Scope) throws(Failure) -> EndpointSpec {
    guard outputs.contains(where: { !$0.templates.isEmpty }) else { return self }
    var outputs = outputs
    var problems: [Message] = []
    for (index, output) in outputs.enumerated() {
      guard case .body(let path) = output.place else { continue }
      do throws(TemplateProblem) {
        outputs[index].place = .body(try path.filled(in: scope))
      } catch {
        problems.append(error.diagnostic)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems.inOrder) }
    return with { $0.outputs = outputs }
  }
}

import APICallBase
import APICallRun
import APICallSpec
import APICallSystem

extension Endpoint {
  /// Checks inputs by all rules of the endpoint, without a call: fast enough for every keystroke.
  ///
  /// ```swift
  /// let problems = login.problems(in: ["email": .text(email), "password": .text(password)])
  /// button.isEnabled = problems.isEmpty
  /// ```
  ///
  /// - Parameter inputs: the values, as for a call.
  /// - Returns: what is wrong, in the order of the endpoint's inputs, each with the name of its
  ///   input; empty if a call would accept them.
  public func problems(in inputs: Inputs) -> [Diagnostic] {
    var world = World.system()
    world.caller = LibraryCaller(trust: permissions.trust)
    let builder = CallBuilder(world: world, destination: Destination())
    do throws(Failure) {
      _ = try builder.inputs(of: content, from: inputs.following(given).assignments)
      return []
    } catch {
      return error.diagnostics.map(Diagnostic.init)
    }
  }
}

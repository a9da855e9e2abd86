import APICallBase
import APICallModel
import APICallRequests
import APICallSystem

extension Endpoint {
  /// The problems of inputs by all rules of the endpoint, without a call.
  ///
  /// It is fast enough for every keystroke. Environment variables are those of the process, and every
  /// secret input has to be given.
  ///
  /// ```swift
  /// let problems = login.problems(in: ["email": .text(email), "password": .text(password)])
  /// button.isEnabled = problems.isEmpty
  /// ```
  ///
  /// - Parameter inputs: the values, as for a call.
  /// - Returns: what is wrong, in the order of the endpoint's inputs, each with the name of its
  ///   input. Names that are not inputs are reported first, and alone. Empty if a call would accept
  ///   the inputs.
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

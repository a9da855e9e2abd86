package import APICallBase
package import APICallRun
package import APICallSpec

extension Script {
  /// Gives every input of a script that is run its value.
  ///
  /// - Parameters:
  ///   - assignments: the inputs as the user gave them.
  ///   - resources: where other values may come from.
  /// - Returns: a scope that binds every input.
  /// - Throws: a ``Failure`` that holds every violation.
  package func scope(
    from assignments: [InputResolver.Assignment], with resources: CallResources
  ) throws(Failure) -> Scope {
    var sources = resources.sources
    sources.profileInputs += try head.profileInputs()
    return try InputResolver(head, from: sources)
      .scope(from: assignments, in: resources.world)
  }
}

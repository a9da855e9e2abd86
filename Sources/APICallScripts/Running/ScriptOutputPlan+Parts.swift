package import APICallBase
import APICallHTTP
import APICallRun
package import APICallSpec

extension ScriptOutputPlan {
  /// Prints outputs of a script, as `--print` names them: plainly, a line each, or in the format that
  /// was asked for, several as a map.
  ///
  /// - Parameters:
  ///   - outputs: the outputs.
  ///   - names: the names of those that are wanted, in order; all of them are there.
  ///   - registry: the formatters to choose from.
  /// - Throws: a ``Failure`` where they cannot be written.
  package func print(
    _ outputs: ScopeRecord, named names: [String], by registry: Registry
  ) throws(Failure) {
    var request = OutputRequest(
      format: format, content: .parts(names.map { Selection.output($0) }))
    request.color = color
    let rules = OutputRules(request, in: surroundings)
    let formatter = try format.flatMap { name throws(Failure) -> (any ValueFormatting)? in
      let entry = try registry.formatter(named: name)
      try rules.check(entry)
      return name == "raw" ? nil : entry.make(rules.settings(limit: HeldBytes.limit))
    }
    let printer = SelectionPrinter(selections: [], formatter: formatter, output: output)
    do {
      try printer.write(names.map { ($0, outputs[$0]?.value ?? .null) })
    } catch {
      throw Failure(writing: error)
    }
  }
}

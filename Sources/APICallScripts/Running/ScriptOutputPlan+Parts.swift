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
      return name == StandardFormat.raw
        ? nil : entry.make(rules.settings(limit: BufferedBytes.limit))
    }
    let printer = SelectionPrinter(formatter, to: output)
    do {
      try printer.write(names.map { ($0, outputs[$0]?.value ?? .null) })
    } catch {
      throw Failure(writing: error)
    }
  }
}

extension ScriptOutputPlan {
  /// What is asked for of what a script calls and prints.
  ///
  /// - Parameters:
  ///   - callee: what is called.
  ///   - script: the script.
  ///   - iteration: what a iteration of a loop hands on; nil where it is none.
  /// - Returns: what to print of it.
  func request(for callee: Callee, of script: Script, iteration: IterationForm?) -> OutputRequest {
    var request: OutputRequest
    switch callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      request = OutputRequest(of: endpoint, format: format ?? script.format?.text, parts: [])
    case .script: request = OutputRequest()
    }
    request.color = color
    request.place = place
    request.iteration = iteration
    if iteration != nil { request.format = nil }
    return request
  }
}

package import APICallBase
import APICallContracts
package import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallText

extension ScriptOutputPlan {
  /// Prints the outputs of a script that `--print` names: one per line, or in the requested format,
  /// several as a map.
  package func print(
    _ outputs: ScopeRecord, named names: [String], in runContext: RunContext
  ) throws(Failure) {
    var request = OutputRequest(
      format: format, content: .parts(names.map { Selection.output($0) }))
    request.color = color
    request.choose(columns)
    let rules = OutputRules(request, in: context)
    let formatter = try request.format.flatMap { name throws(Failure) -> (any ValueFormatting)? in
      let registry = runContext.resources.registry
      let entry = try registry.formatter(named: name)
      try rules.check(entry)
      if name == StandardFormat.raw { return nil }
      return try rules.make(
        entry, of: registry, given: nil, rules.settings(limit: BufferedBytes.limit))
    }
    let printer = SelectionPrinter(formatter, to: output)
    do {
      runContext.report(try printer.write(names.map { ($0, outputs[$0]?.value ?? .null) }))
    } catch {
      throw Failure(writing: error)
    }
  }
}

extension ScriptOutputPlan {
  func request(for callee: Callee, of script: ScriptSpec, iteration: IterationForm?)
    -> OutputRequest
  {
    var request: OutputRequest
    switch callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      request = OutputRequest(of: endpoint, format: format ?? script.format?.text, parts: [])
      request.choose(columns)
    case .script, .computed: request = OutputRequest()
    }
    request.given = given ?? script.format
    request.color = color
    request.place = place
    request.iteration = iteration
    return request
  }
}

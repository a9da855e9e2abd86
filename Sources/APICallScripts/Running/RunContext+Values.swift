import APICallBase
import APICallContracts
import APICallModel
import APICallRequests
import APICallResponses
import APICallText

extension RunContext {
  func print(
    _ value: Value, as format: WrittenName?, columns: [String]? = nil, iteration: IterationForm?,
    to output: any ByteSink
  ) throws(Failure) {
    let plan = printing
    let isPlain = value.plainText != nil
    let named =
      iteration.map { $0 == .bytes ? StandardFormat.raw : StandardFormat.ndjson }
      ?? plan.format ?? format?.text ?? (isPlain ? nil : StandardFormat.json)
    var request = OutputRequest(format: named)
    request.color = plan.color
    request.rowColumns = columns
    if iteration == nil { request.choose(plan.columns) }
    let rules = OutputRules(
      request, in: iteration == nil ? plan.context : OutputContext(isTerminal: false))
    let formatter = try request.format.map { name throws(Failure) in
      if iteration == .values { return IterationValues() as any ValueFormatting }
      let registry = resources.registry
      return try rules.make(
        registry.formatter(named: name), of: registry, given: plan.given ?? format,
        rules.settings(limit: BufferedBytes.limit))
    }
    let printer = SelectionPrinter(formatter, to: output)
    do {
      report(try printer.write([("value", value)]))
    } catch {
      throw Failure(writing: error)
    }
  }
}

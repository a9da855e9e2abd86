package import APICallBase
import APICallLanguage
package import APICallModel
import APICallText
import YAMLTree

/// The script that a file with one call is run as with `--rows`: a call for each row, whose columns
/// are the inputs.
package enum RowsScript {
  /// The name of its step.
  package static let step = "rows"

  /// `given` has the inputs that the command line sets for all rows, `key` the column that names
  /// them.
  package static func make(
    of endpoint: EndpointSpec, from file: RowRun.File, setting given: Set<String>, key: String?,
    parallel: Int
  ) throws(Failure) -> ScriptSpec {
    let inputs = endpoint.inputs
    let texts = inputs.map { (input) -> String in
      if given.contains(input.name) { return "<\(input.name)>" }
      let value = "\(Loop.element)\(member(input.name))"
      return input.isRequired && file.isCSV ? "<\(value)>" : "<\(value) | default(null)>"
    }
    let source = Source(name: endpoint.source.name, text: texts.joined(separator: "\n"))
    let start = Mark(source: source, start: Mark.Position(line: 1, column: 1))
    var script = ScriptSpec(source: source)
    script.head = script.head.with { parts in
      parts.bases = endpoint.bases
      parts.project = endpoint.project
      parts.profile = endpoint.profile
      parts.fileRoot = endpoint.fileRoot
      parts.summary = endpoint.summary
      parts.inputs = inputs.filter { given.contains($0.name) }
    }
    script.printing = .last
    var step = Step(name: Self.step, mark: start, callee: .endpoint(endpoint))
    step.title = "the call"
    var loop = Loop(mark: start)
    let path = Template(parts: [.text(file.path)], mark: start)
    loop.source = file.isCSV ? .csv(path, types: []) : .ndjson(path)
    loop.parallel = parallel
    loop.onError = .continue
    loop.order = .any
    do throws(TemplateProblems) {
      loop.key = try key.map { (name) throws(TemplateProblems) in
        try Template("<\(Loop.element)\(member(name))>", at: start)
      }
      step.loop = loop
      for (index, text) in texts.enumerated() {
        let mark = Mark(source: source, start: Mark.Position(line: index + 1, column: 1))
        let value = Payload.text(try Template(text, at: mark))
        step.inputs.append(WrittenValue(name: inputs[index].name, mark: mark, value: value))
      }
    } catch {
      throw Failure(.badInput, error.all.map(\.diagnostic))
    }
    script.steps = [step]
    return script
  }

  private static func member(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0 == 0x5F || $0.isASCIILetterOrDigit }
    return isPlain ? ".\(name)" : "[\"\(name)\"]"
  }
}

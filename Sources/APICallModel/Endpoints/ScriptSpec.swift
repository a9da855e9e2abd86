package import APICallLanguage
import APICallText
package import YAMLTree

/// A sequence of calls as its file describes it, read and checked with everything that it calls:
/// apicall-scripts(7).
package struct ScriptSpec: Sendable {
  /// The parts that a script shares with an endpoint: file, project, summary, inputs and lets.
  ///
  /// It does not describe a request.
  package var head: EndpointSpec
  package var steps: [Step] = []
  package var onFailure: [Step] = []
  /// The calls to make at the end, whatever happened, in order.
  package var finally: [Step] = []
  package var outputs: [WrittenValue] = []
  package var printing = ScriptPrinting.last
  package var format: WrittenName?
  /// The time limit of all its steps together; nil for none.
  package var timeout: (limit: Duration, mark: Mark)?

  /// The field that makes a file a script.
  package static let mark = "steps"

  package init(source: Source) { head = EndpointSpec(source: source) }

  package var file: String { head.file }
}

extension Payload {
  /// The value as readers see it: the text as written, or the name of its type for a list or a map.
  package var written: String {
    switch self {
    case .literal(let json): json
    case .text(let template): template.written
    case .list: "a list"
    case .map: "a map"
    }
  }
}

/// `print:`: what a script prints.
package enum ScriptPrinting: Sendable {
  case last
  /// The response of a step, or the responses of all of its iterations.
  case step(WrittenName)
  case value(Payload, Mark)
  case nothing
}

extension ScriptSpec {
  /// The steps, and the calls after a failure and at the end, in the order of the file.
  package var allSteps: [Step] { steps + onFailure + finally }

  func visitReferences(_ visit: (Reference) -> Void) {
    for step in allSteps { step.visitNames(of: head.source, visit) }
    (resultTemplates + (head.state?.templates ?? [])).visitNames(of: head.source, visit)
  }

  package var resultTemplates: [Template] {
    let templates = outputs.flatMap(\.value.templates)
    if case .value(let value, _) = printing { return templates + value.templates }
    return templates
  }

  /// All endpoints that it calls, including those of called scripts, in the order of the files.
  package var endpoints: [EndpointSpec] { allSteps.flatMap(\.endpoints) }

  /// Whether any of its steps, or of the steps of called scripts, writes files.
  package var writesFiles: Bool {
    steps.contains { step in
      if case .script(let called) = step.callee, called.writesFiles { return true }
      return !step.savedPaths.isEmpty
    }
  }

  package var extensionNames: [String] {
    endpoints.flatMap { endpoint in
      [endpoint.format, endpoint.decode, endpoint.requester, endpoint.auth?.type].compactMap {
        $0?.text
      }
    }
  }
}

extension Step {
  fileprivate var endpoints: [EndpointSpec] {
    (callee.called?.endpoints ?? []) + (cleanup?.step.endpoints ?? [])
  }
}

extension ScriptSpec {
  /// A table of the script: the name of each step, its method, its target and its file.
  package var plan: [[String]] {
    rows(of: steps, below: "") + rows(of: onFailure, below: "on_failure ")
      + rows(of: finally, below: "finally ")
  }

  private func rows(of steps: [Step], below path: String) -> [[String]] {
    steps.flatMap { step in
      [step.row(below: path)]
        + (step.cleanup.map { [$0.step.row(below: "\(path)\(step.name) ")] } ?? [])
    }
  }
}

extension Step {
  fileprivate func row(below path: String) -> [String] {
    var row = called(below: path)
    if let save {
      let saved = "saved as \(save.written)"
      row[3] = row[3].isEmpty ? saved : "\(row[3]), \(saved)"
    }
    return row
  }

  private func called(below path: String) -> [String] {
    let name = path + name
    switch callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      let isInline = if case .inline = callee { true } else { false }
      return [
        name, endpoint.writtenMethod, endpoint.writtenTarget, isInline ? "" : endpoint.file,
      ]
    case .computed where isCheck: return [name, "checks", fail?.message?.written ?? "", ""]
    case .computed(let computation): return [name, "computes", computation.value.written, ""]
    case .script(let script):
      let count = script.steps.count.counted("step")
      return [name, "script", count, script.file]
    }
  }
}

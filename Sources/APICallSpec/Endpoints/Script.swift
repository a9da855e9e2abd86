package import YAMLTree

/// A sequence of calls as its file describes it, read and checked with all that it calls:
/// apicall-spec(5), SCRIPTS.
package struct Script: Sendable {
  /// What a script has in common with an endpoint: its file, project, summary, inputs and lets.
  ///
  /// It describes no request.
  package var head: Endpoint
  /// The steps, in the order in which they are run.
  package var steps: [Step] = []
  /// What is called where a step failed, in order.
  package var onFailure: [Step] = []
  /// What is called in the end, whatever happened, in order.
  package var finally: [Step] = []
  /// The named values that it leaves, in the order of the file.
  package var outputs: [WrittenValue] = []
  /// What of it is printed.
  package var printing = ScriptPrinting.last
  /// The formatter; nil if none is named.
  package var format: WrittenName?

  /// The field that makes a file a script.
  package static let mark = "steps"

  package init(source: Source) { head = Endpoint(source: source) }

  /// The file's path as messages show it.
  package var file: String { head.file }
}

extension Payload {
  /// The value as a person reads it: text as written, and of a list or a map that it is one.
  package var written: String {
    switch self {
    case .literal(let json): json
    case .text(let template): template.written
    case .list: "a list"
    case .map: "a map"
    }
  }
}

/// What of a script is printed: `print:`.
package enum ScriptPrinting: Sendable {
  /// The response of the last step.
  case last
  /// The response of a step, or the responses of all of its iterations.
  case step(WrittenName)
  /// A value made of what the steps left.
  case value(Payload, Mark)
  /// Nothing.
  case nothing
}

extension Script {
  /// All endpoints that it calls, those of the scripts that it calls among them, in the order in which
  /// they are written.
  package var endpoints: [Endpoint] { (steps + onFailure + finally).flatMap(\.endpoints) }

  /// The names of the formats, decoders, requesters and ways to authorise that its files choose.
  package var extensionNames: [String] {
    endpoints.flatMap { endpoint in
      [endpoint.format, endpoint.decode, endpoint.requester, endpoint.auth?.type].compactMap {
        $0?.text
      }
    }
  }
}

extension Step {
  /// The endpoints that it calls.
  fileprivate var endpoints: [Endpoint] {
    let own =
      switch callee {
      case .endpoint(let endpoint), .inline(let endpoint): [endpoint]
      case .script(let script): script.endpoints
      }
    return own + (cleanup?.step.endpoints ?? [])
  }
}

extension Script {
  /// What it does, in rows for a person: the name of each step, its method, where it goes and its file.
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
    case .script(let script):
      let count = script.steps.count == 1 ? "1 step" : "\(script.steps.count) steps"
      return [name, "script", count, script.file]
    }
  }
}

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
  package var outputs: [ScriptOutput] = []
  /// What of it is printed.
  package var printing = ScriptPrinting.last
  /// The formatter; nil where none is named.
  package var format: Endpoint.Name?

  package init(source: Source) { head = Endpoint(source: source) }

  /// The file's path as messages show it.
  package var file: String { head.file }
}

/// A named value that a script leaves.
package struct ScriptOutput: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var value: Payload
}

extension Payload {
  /// The value as a person reads it: text as it is written, and of a list or a map that it is one.
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
  /// The answer of the last step.
  case last
  /// The answer of a step, or the answers of all of its rounds.
  case step(Endpoint.Name)
  /// A value made of what the steps left.
  case value(Payload, Mark)
  /// Nothing.
  case nothing
}

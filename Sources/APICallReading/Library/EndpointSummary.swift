package import APICallModel
import APICallText
import JSONText

/// The entry of a file in `apicall list`: an endpoint or a script.
package struct EndpointSummary: Sendable {
  private let runnable: Runnable
  private let name: String?

  package init(_ runnable: Runnable, name: String?) {
    self.runnable = runnable
    self.name = name
  }

  private var endpoint: EndpointSpec { runnable.head }

  private var steps: [Step]? {
    if case .script(let script) = runnable { script.steps } else { nil }
  }

  /// The operand for `run`, the method, the path and the summary; for a script, the number of
  /// steps.
  package var cells: [String] {
    if let steps {
      let count = steps.count.counted("step")
      return [name ?? endpoint.file, "script", count, endpoint.summary ?? ""]
    }
    return [
      name ?? endpoint.file, endpoint.writtenMethod, endpoint.writtenPath,
      [endpoint.summary, endpoint.pagination == nil ? nil : "(page by page)"].compactMap { $0 }
        .joined(separator: " "),
    ]
  }

  package var json: String {
    let object = BuiltJSON.map([
      ("name", name.map { .text($0) } ?? .null), ("file", .text(endpoint.file)),
      ("method", steps == nil ? .text(endpoint.writtenMethod) : .null),
      ("path", steps == nil ? .text(endpoint.writtenPath) : .null),
      ("steps", steps.map { .list($0.map { .text($0.name) }) } ?? .null),
      ("summary", endpoint.summary.map { .text($0) } ?? .null),
      ("paginated", .boolean(endpoint.pagination != nil)),
      ("inputs", .list(endpoint.inputs.map { Self.json(of: $0) })),
    ])
    return object.compact + "\n"
  }

  private static func json(of input: InputDeclaration) -> BuiltJSON {
    .map([
      ("name", .text(input.name)), ("type", .text(input.type.rawValue)),
      ("required", .boolean(input.isRequired)), ("secret", .boolean(input.isSecret)),
      ("help", input.help.map { .text($0) } ?? .null),
    ])
  }
}

import JSONText

/// What `apicall list` says of an endpoint.
package struct EndpointSummary: Sendable {
  private let endpoint: Endpoint
  private let name: String?

  /// Sums up an endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - name: the name it can be called by; nil where only its path will do.
  package init(_ endpoint: Endpoint, name: String?) {
    self.endpoint = endpoint
    self.name = name
  }

  /// What `run` takes, the method, the path and the summary.
  package var cells: [String] {
    [
      name ?? endpoint.file, endpoint.writtenMethod, endpoint.writtenPath,
      [endpoint.summary, endpoint.pagination == nil ? nil : "(page by page)"].compactMap { $0 }
        .joined(separator: " "),
    ]
  }

  /// A JSON object on a line.
  package var json: String {
    let object = BuiltJSON.map([
      ("name", name.map { .text($0) } ?? .null), ("file", .text(endpoint.file)),
      ("method", .text(endpoint.writtenMethod)), ("path", .text(endpoint.writtenPath)),
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

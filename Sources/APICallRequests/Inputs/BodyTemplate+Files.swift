package import APICallLanguage
package import APICallModel

extension BodyTemplate {
  /// The files in the order in which they are written.
  package var files: [FileTemplate] {
    switch self {
    case .json, .ndjson, .form, .text: return []
    case .file(let file): return [file.file]
    case .multipart(let multipart):
      return multipart.parts.compactMap { part in
        if case .file(let file) = part.content { file } else { nil }
      }
    case .graphql(let graphql):
      if case .file(let file) = graphql.document { return [file] }
      return []
    }
  }
}

extension EndpointSpec {
  /// The paths of the files that its request sends.
  package var filePaths: [Template] { body?.files.map(\.path) ?? [] }
}

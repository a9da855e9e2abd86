package import APICallBase
import APICallSpec

extension Endpoint {
  /// The errors in the files that the spec names itself, which a check can find without a call.
  ///
  /// - Parameter world: finds the files.
  /// - Returns: a problem for each path that does not lead to a readable file.
  package func fileProblems(in world: World) -> [Diagnostic] {
    guard let templates = body?.files.filter({ $0.path.literal != nil }), !templates.isEmpty else {
      return []
    }
    let files = SpecFiles(self, Scope(world))
    var problems: [Diagnostic] = []
    for template in templates {
      do { _ = try files.body(template) } catch { problems.append(error) }
    }
    return problems
  }
}

extension BodyTemplate {
  /// The files in the order in which they are written.
  var files: [FileTemplate] {
    switch self {
    case .json, .form, .text: return []
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

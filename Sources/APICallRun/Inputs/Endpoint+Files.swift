package import APICallBase
import APICallSpec

extension Endpoint {
  /// What is wrong with the files that the spec names itself, which a check need not wait for a call
  /// to find out.
  ///
  /// - Parameter world: where the files are.
  /// - Returns: a problem for each path that leads to no file, or to none that may be read.
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
  /// The files in it, in the order they are written.
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

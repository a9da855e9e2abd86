import APICallBase
import APICallLanguage
import APICallModel

extension Runnable {
  /// The file with only the first items of each loop, or the first rows of its response: `--first`.
  ///
  /// The loops of called scripts stay as they are. Throws a ``Failure`` if there is neither.
  func first(_ count: Int) throws(Failure) -> Runnable {
    switch self {
    case .endpoint(let endpoint):
      guard !endpoint.rows.isEmpty || endpoint.pagination != nil else {
        throw Self.withoutEffect(on: endpoint.file, "its response has no rows")
      }
      if case .text? = endpoint.rows.inEffect.limit {
        throw Self.withoutEffect(on: endpoint.file, "its 'limit' is a placeholder")
      }
      return .endpoint(
        endpoint.with { parts in
          parts.rows = parts.rows.inEffect
          if case .literal(let text) = parts.rows.limit, let limit = Int(text), limit < count {
            return
          }
          parts.rows.limit = .literal(String(count))
        })
    case .script(var script):
      guard script.steps.contains(where: { $0.loop != nil }) else {
        throw Self.withoutEffect(on: script.file, "it has no loop")
      }
      for index in script.steps.indices where script.steps[index].loop?.rounds == nil {
        script.steps[index].loop?.first = count
      }
      return .script(script)
    }
  }

  private static func withoutEffect(on file: String, _ reason: String) -> Failure {
    Failure(
      .usage, "--first has no effect on '\(file)': \(reason)",
      hint: "leave it out; it limits rows of 'select' or 'paginate', and items of 'each'")
  }
}

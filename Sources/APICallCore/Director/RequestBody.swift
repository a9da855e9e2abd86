/// The body of a request.
enum RequestBody {
  /// Puts the values into the body.
  ///
  /// - Returns: the octets; nil where the endpoint has no body.
  static func render(
    _ body: BodyTemplate?, in scope: Scope
  ) throws(TemplateProblem) -> ProtectedText? {
    switch body {
    case nil: return nil
    case .json(let payload): return try payload.render(in: scope) ?? "null"
    case .form(let items):
      var values: [(name: String, value: ProtectedText)] = []
      for item in items {
        for template in item.values {
          guard let value = try template.renderEntry(in: scope) else { continue }
          values.append((item.name, value))
        }
      }
      return FormEncoding.join(values, for: .form)
    }
  }
}

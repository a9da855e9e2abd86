/// The body of a request.
enum RequestBody {
  /// Puts the values into the body.
  ///
  /// - Returns: the octets; nil where the endpoint has no body.
  /// - Throws: a ``Failure`` with every value that cannot stand where it is.
  static func render(
    _ body: BodyTemplate?, in scope: Scope
  ) throws(Failure) -> ProtectedText? {
    switch body {
    case nil: return nil
    case .json(let payload):
      do {
        return try payload.render(in: scope) ?? "null"
      } catch {
        throw Failure(.badInput, payload.problems(in: scope))
      }
    case .form(let items):
      var values: [(name: String, value: ProtectedText)] = []
      var problems: [Diagnostic] = []
      for item in items {
        for template in item.values {
          do {
            guard let value = try template.renderEntry(in: scope) else { continue }
            values.append((item.name, value))
          } catch {
            problems.append(error.diagnostic)
          }
        }
      }
      guard problems.isEmpty else { throw Failure(.badInput, problems) }
      return FormEncoding.join(values, for: .form)
    }
  }
}

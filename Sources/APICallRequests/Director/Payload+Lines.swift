import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import JSONText

extension Payload {
  /// Renders the items of a list, each as JSON on a line: `ndjson`.
  ///
  /// Throws a ``Failure`` with every value that is invalid in its place.
  func lines(in scope: Scope, of endpoint: EndpointSpec) throws(Failure) -> ProtectedText {
    guard case .list(let items) = self else {
      return try itemized(json(in: scope) ?? "null", endpoint)
    }
    var lines = ProtectedText()
    var problems: [Message] = []
    for item in items {
      do throws(Failure) {
        guard let json = try item.json(in: scope) else { continue }
        // Only a value of a response, or of an input, may have line breaks in it.
        let compact = try? JSONCompactor.compact(json.revealedBytes.span)
        lines.append(
          compact?.count == json.revealedBytes.count
            ? json : ProtectedText(bytes: compact ?? json.revealedBytes, json.secrecy))
        lines.append("\n")
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    return lines
  }

  private func json(in scope: Scope) throws(Failure) -> ProtectedText? {
    try rethrowing(render(in: scope)) { (error: TemplateProblem) in
      Failure(.badInput, problems(ofJSON: error, in: scope))
    }
  }

  /// The items of a list; a text that stands for one, such as that of a need in `apicall show`, is one
  /// item.
  private func itemized(
    _ json: ProtectedText, _ endpoint: EndpointSpec
  ) throws(Failure) -> ProtectedText {
    let bytes = json.revealedBytes
    var lines: [UInt8] = []
    var itemizer = JSONItemizer()
    do throws(JSONSyntaxError) {
      try itemizer.push(bytes.span, into: &lines)
      try itemizer.finish(into: &lines)
    } catch {
      throw Failure(.badInput, error.message, at: templates.first?.mark)
    }
    // What is not known yet was replaced by a text.
    guard
      bytes.first == UInt8(ascii: "[") || templates.first?.sole == nil
        || endpoint.needs.contains(where: { json.revealed.hasPrefix("\"dummy-\($0.name)-") })
    else {
      throw Failure(
        .badInput, "the value of 'ndjson' is not a list", at: templates.first?.mark,
        hint: "each item of a list is sent on a line; 'json' sends any value")
    }
    return ProtectedText(bytes: lines, json.secrecy)
  }
}

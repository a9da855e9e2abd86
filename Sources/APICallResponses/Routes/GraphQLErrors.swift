import APICallBase
import APICallContracts
import APICallModel
import APICallRequests
import APICallSafety
import JSONText

/// The errors in the response to a GraphQL request, whose status may still be a success.
struct GraphQLErrors {
  /// The maximum number of errors in a message; each is shortened, too.
  private static let toldErrors = 3
  private static let toldCharacters = 200

  let call: Call

  /// The problem of a body that contains errors; nil if it has none, or if the call is not one of
  /// GraphQL.
  ///
  /// Throws a ``Failure`` with exit status 8 if the body is not a response of GraphQL: a map with
  /// `data` or `errors` (GraphQL specification, section 7.1), or a stream of values.
  func problem(in held: BufferedBody) throws(Failure) -> Message? {
    guard case .graphql(let graphql) = call.endpoint.body else { return nil }
    let response = try held.response()
    // The media type does not matter.
    let document = response.values.isEmpty ? (try? JSONDocument(held.bytes))?.root : nil
    let values = document.map { [$0] } ?? response.values
    for value in values {
      // An event of a stream has its value in `json`.
      for map in [value, value["json"]].compactMap(\.self) where map.kind == .object {
        for (key, errors) in map.members where key == "errors" {
          if let errors = told(errors) {
            return Message("\(call.title) answered with errors: \(errors)", at: graphql.mark)
          }
        }
      }
    }
    let isStream = held.body.decoder?.isStream == true && !held.bytes.isEmpty
    guard isStream || values.first?["data"] != nil || values.first?["errors"] != nil else {
      throw Failure(
        .decoding,
        "the response of \(call.endpoint.file) is not one of GraphQL: it has neither 'data' nor 'errors'",
        at: graphql.mark, hint: response.missingHint)
    }
    return nil
  }

  private func told(_ errors: JSONNode) -> String? {
    if errors.isNull { return nil }
    guard errors.kind == .array || errors.kind == .object else { return errors.text }
    guard errors.count > 0 else { return nil }
    let redactor = Redactor(call)
    guard errors.kind == .array else {
      return redactor.shortening(errors.text, to: Self.toldCharacters)
    }
    let told = errors.elements.prefix(Self.toldErrors).map { error in
      redactor.shortening(error["message"]?.string ?? error.text, to: Self.toldCharacters)
    }
    let more = errors.count - told.count
    return told.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }
}

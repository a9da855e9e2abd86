import APICallBase
import APICallSpec
import JSONText
import YAMLTree

/// The errors in the response to a GraphQL request, whose status may still be a success.
struct GraphQLErrors {
  /// The maximum number of errors in a message; each is shortened, too.
  private static let toldErrors = 3
  private static let toldCharacters = 200

  private let call: Call

  init(of call: Call) { self.call = call }

  /// The problem of a body that contains errors; nil if it has none, or is not GraphQL.
  func problem(in held: BufferedBody) -> Diagnostic? {
    guard case .graphql(let graphql) = call.endpoint.body, let errors = errors(in: held) else {
      return nil
    }
    return Diagnostic("\(call.title) answered with errors: \(errors)", at: graphql.mark)
  }

  /// The contents of `$.errors`; nil without one.
  private func errors(in held: BufferedBody) -> String? {
    // The media type does not matter.
    guard let value = held.document?.body ?? (try? JSONDocument(held.bytes))?.root,
      let errors = value["errors"], !errors.isNull
    else { return nil }
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

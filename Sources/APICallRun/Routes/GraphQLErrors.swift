import APICallBase
import APICallSpec
import JSONText
import YAMLTree

/// The errors in the response to a GraphQL request, whose status is good all the same.
struct GraphQLErrors {
  /// How many errors are told, and how much of each.
  private static let toldErrors = 3
  private static let toldCharacters = 200

  private let call: Call

  init(of call: Call) { self.call = call }

  /// What is said of a body that has errors in it; nil if it has none, or is not of GraphQL.
  func problem(in held: HeldBody) -> Diagnostic? {
    guard case .graphql(let graphql) = call.endpoint.body, let errors = errors(in: held) else {
      return nil
    }
    return Diagnostic("\(call.title) answered with errors: \(errors)", at: graphql.mark)
  }

  /// What `$.errors` says; nil if there are none.
  private func errors(in held: HeldBody) -> String? {
    // Whatever its media type says.
    guard let value = held.document?.body ?? (try? JSONDocument(held.octets))?.root,
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

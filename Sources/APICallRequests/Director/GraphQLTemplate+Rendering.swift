import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import JSONText
import YAMLTree

extension GraphQLTemplate {
  /// Renders the values and writes the request (GraphQL over HTTP, section 5.4).
  ///
  /// Returns the JSON text. Throws a ``Failure`` with every value that is invalid in its place.
  func render(in scope: Scope, _ files: SpecFiles) throws(Failure) -> ProtectedText {
    var json: ProtectedText = "{\"query\":"
    var problems: [Message] = []
    do {
      json.append(JSONWriter.string(try query(files)))
    } catch {
      problems.append(error)
    }
    if let variables {
      do {
        if let value = try variables.render(in: scope) {
          json.append(",\"variables\":")
          json.append(value)
        }
      } catch {
        problems += variables.problems(ofJSON: error, in: scope)
      }
    }
    if let operationName {
      do {
        if let value = try Payload.text(operationName).render(in: scope) {
          json.append(",\"operationName\":")
          json.append(value)
        }
      } catch {
        problems.append(error.diagnostic)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    json.append("}")
    return json
  }

  private func query(_ files: SpecFiles) throws(Message) -> String {
    switch document {
    case .text(let text): return text
    case .file(let file):
      guard let source = try files.source(file) else {
        throw Message("the file with the query was not given", at: file.path.mark)
      }
      return String(decoding: source.bytes, as: UTF8.self)
    }
  }
}

import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety
import YAMLTree

/// A rendered body, and the media type that it is sent with.
struct RenderedBody {
  var body: RequestBody
  var mediaType: String
  /// The secrecy of the files whose text it contains.
  var secrecy = Secrecy.open

  /// Returns the body; nil if the endpoint has none, or the whole body is an unset optional.
  ///
  /// Throws a ``Failure`` with every value that is invalid in its place.
  static func render(
    _ endpoint: EndpointSpec, in scope: Scope
  ) throws(Failure) -> RenderedBody? {
    switch endpoint.body {
    case nil: return nil
    case .json(let payload):
      do {
        let json = try payload.render(in: scope) ?? "null"
        return RenderedBody(body: .bytes(json), mediaType: "application/json")
      } catch {
        throw Failure(.badInput, payload.problems(ofJSON: error, in: scope))
      }
    case .ndjson(let payload):
      let lines = try payload.lines(in: scope, of: endpoint)
      return RenderedBody(body: .bytes(lines), mediaType: "application/x-ndjson")
    case .form(let items, let style):
      let renderer = FormRenderer(scope: scope, style: style)
      var values: [(name: String, value: ProtectedText)] = []
      var problems: [Message] = []
      for item in items {
        for template in item.values {
          do {
            values += try renderer.pairs(of: template, item.name)
          } catch {
            problems.append(error.diagnostic)
          }
        }
      }
      guard problems.isEmpty else { throw Failure(.badInput, problems) }
      let form = FormEncoding.join(values, for: .form)
      return RenderedBody(body: .bytes(form), mediaType: "application/x-www-form-urlencoded")
    case .multipart(let multipart):
      var renderer = MultipartRenderer(scope: scope, files: SpecFiles(endpoint, scope))
      return try renderer.render(multipart)
    case .text(let text):
      let type = text.type ?? "text/plain; charset=utf-8"
      let bytes = try rethrowing(text.template.render(in: scope, escaping: text.escape)) {
        (error: TemplateProblem) in Failure(.badInput, [error.diagnostic])
      }
      return RenderedBody(body: .bytes(bytes), mediaType: type)
    case .file(let file):
      let files = SpecFiles(endpoint, scope)
      guard let body = try file.render(in: scope, files) else { return nil }
      return RenderedBody(
        body: body, mediaType: file.type ?? "application/octet-stream",
        secrecy: file.names.isEmpty ? .open : files.secrecy(of: file.file))
    case .graphql(let graphql):
      let files = SpecFiles(endpoint, scope)
      let json = try graphql.render(in: scope, files)
      var secrecy = Secrecy.open
      if case .file(let file) = graphql.document { secrecy = files.secrecy(of: file) }
      return RenderedBody(
        body: .bytes(json), mediaType: "application/json", secrecy: secrecy)
    }
  }

  /// Checks that text, which is sent in UTF-8, does not go out as text in another charset.
  static func checkCharset(
    of type: String, for bytes: ProtectedText, at mark: Mark
  ) throws(Message) {
    let charset = MediaType(type)?.parameters.first { $0.name == "charset" }?.value ?? "utf-8"
    guard !["utf-8", "utf8"].contains(charset.lowercased()) else { return }
    let bytes = bytes.revealedBytes
    // A form has other characters as escapes above %7F.
    let isForm = type.lowercased().hasPrefix("application/x-www-form-urlencoded")
    let escapes = isForm ? zip(bytes, bytes.dropFirst()).filter { $0.0 == UInt8(ascii: "%") } : []
    guard bytes.contains(where: { $0 >= 0x80 }) || escapes.contains(where: { $0.1 >= 0x38 })
    else { return }
    throw Message(
      "the text is sent in UTF-8, but its type says '\(charset)'", at: mark,
      hint: "write 'charset=utf-8', or send a file in that charset with 'file'")
  }
}

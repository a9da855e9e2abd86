import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety

/// Renders the header fields of a request.
enum RequestHeaders {
  private static let userAgent = HeaderField(
    "User-Agent", ProtectedText("apicall/\(Release.version)"))
  private static let acceptEncoding = HeaderField(
    "Accept-Encoding", ProtectedText(ContentCodings.usual))
  /// The body size from which on the request waits for the server's consent to send it, in bytes.
  private static let expectantSize = 1 << 20

  /// Returns the fields that have a value.
  ///
  /// Throws a ``Failure`` with every value that is invalid in a header field, and every missing
  /// value without which the request would not have its condition.
  static func render(
    _ items: [WrittenItem], in scope: Scope, of method: String? = nil
  ) throws(Failure) -> [HeaderField] {
    var fields: [HeaderField] = []
    var problems: [Message] = []
    for item in items {
      let guardsRequest = method.map { isCondition(item.name, of: $0) } ?? false
      for template in item.values {
        let value: ProtectedText?
        do {
          value = try template.renderEntry(in: scope)
        } catch {
          var problem = error.diagnostic
          // Another value in its place could be one that every state of the server matches.
          if guardsRequest { problem.hint = hintOfCondition }
          problems.append(problem)
          continue
        }
        let isEmpty = value?.revealedBytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } ?? true
        if isEmpty, method != nil, HeaderSyntax.isCondition(item.name) {
          guard guardsRequest else { continue }
          problems.append(
            Message(
              "'\(item.name)' has no value", at: template.mark,
              hint: method.map { OutgoingRequest.isSafe($0) } == true
                ? "to send no condition, leave the field out of the file" : hintOfCondition))
          continue
        }
        guard let value else { continue }
        guard HeaderSyntax.isValue(value.revealedBytes) else {
          problems.append(
            Message(
              "the value of '\(item.name)' would contain a line break or a control character",
              at: template.mark, hint: "a header field is one line of text"))
          continue
        }
        fields.append(HeaderField(item.name, value))
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    return fields
  }

  private static let hintOfCondition =
    "without its condition, the request would change whatever is there now"

  /// Whether a request without the value of a field would do more than one with it.
  private static func isCondition(_ name: String, of method: String) -> Bool {
    switch name.lowercased() {
    case "if-match", "if-unmodified-since": true
    case "if-none-match", "if-modified-since": !OutgoingRequest.isSafe(method)
    default: false
    }
  }

  /// Adds the standard fields that the spec did not write itself.
  ///
  /// Host comes first, then what the spec wrote, and the framing of the body last.
  static func complete(
    _ request: inout OutgoingRequest, mediaType: String?, accept: String, without omitted: [String]
  ) {
    let written = request.headers
    func isWritten(_ name: String) -> Bool {
      written.contains { $0.isNamed(name) }
        || omitted.contains { $0.lowercased() == name.lowercased() }
    }
    var fields: [HeaderField] = []
    fields.reserveCapacity(written.count + 6)
    fields.append(
      written.first { $0.isNamed("Host") }
        ?? HeaderField("Host", ProtectedText(request.url.origin.authority)))
    if !isWritten("User-Agent") { fields.append(userAgent) }
    if !isWritten("Accept") { fields.append(HeaderField("Accept", ProtectedText(accept))) }
    if !isWritten("Accept-Encoding") { fields.append(acceptEncoding) }
    for field in written where !field.isNamed("Host") { fields.append(field) }
    if let body = request.body {
      if let mediaType, !isWritten("Content-Type") {
        fields.append(HeaderField("Content-Type", ProtectedText(mediaType)))
      }
      // RFC 9110, section 10.1.1: a response such as 401 or 413 then comes before the body is sent.
      if body.size.map({ $0 > expectantSize }) ?? true, !isWritten("Expect") {
        fields.append(HeaderField("Expect", "100-continue"))
      }
      if let size = body.size {
        fields.append(HeaderField("Content-Length", ProtectedText(String(size))))
      } else {
        // HTTP/2 has no such field (RFC 9113, section 8.2.2).
        fields.append(HeaderField("Transfer-Encoding", "chunked"))
      }
    } else if ["POST", "PUT", "PATCH"].contains(request.method) {
      // Methods that anticipate content state that there is none (RFC 9110, section 8.6).
      fields.append(HeaderField("Content-Length", "0"))
    }
    request.headers = fields
  }
}

/// Renders the method of a request.
enum RequestMethod {
  /// Renders the method; the default is GET, or POST if there is a body.
  static func render(
    _ endpoint: EndpointSpec, in scope: Scope
  ) throws(Message) -> (method: String, secrecy: Secrecy) {
    guard let template = endpoint.method else { return (endpoint.defaultMethod, .open) }
    let method: ProtectedText
    do {
      method = try template.render(in: scope) { (value, placeholder) throws(TemplateProblem) in
        guard !value.holdsSecret else { throw .secretShown(placeholder) }
        return value
      }
    } catch {
      throw error.diagnostic
    }
    guard HeaderSyntax.isName(method.revealed) else {
      throw Message(
        "'\(method)' is not a method", at: template.mark, hint: "a method is one word, such as GET")
    }
    return (method.revealed, method.secrecy)
  }
}

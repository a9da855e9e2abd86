import Foundation

/// A server's response to a request.
///
/// `%GOT%` in a field or the body is replaced by the credential of the request, `%GOT:base64%`,
/// `%GOT:hex%` and `%GOT:percent%` by its spellings.
struct HostileReply: Sendable, ExpressibleByStringLiteral {
  var status = "200 OK"
  var fields: [String] = []
  var body: String

  /// A JSON body.
  init(stringLiteral body: String) { self.body = body }

  init(_ status: String = "200 OK", fields: [String] = [], _ body: String = #"{"data":{}}"#) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// Inserts the values of a project into its texts.
  func filled(by project: HostileProject.Names) -> HostileReply {
    HostileReply(status, fields: fields.map(project.fill), project.fill(body))
  }

  /// The bytes of the response.
  func text(for request: HeardRequest) -> String {
    let body = Self.echoing(request, in: body)
    var fields = fields.map { Self.echoing(request, in: $0) }
    if !fields.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
      fields.append("Content-Type: application/json")
    }
    fields.append("Content-Length: \(body.utf8.count)")
    let head = (["HTTP/1.1 \(status)"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    return request.method == "HEAD" ? head : head + body
  }

  private static func echoing(_ request: HeardRequest, in text: String) -> String {
    // The bodies of some tests are long.
    guard text.utf8.contains(UInt8(ascii: "%")), text.contains("%GOT") else { return text }
    let got = request.credential
    let bytes = Array(got.utf8)
    let escaped = got.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\r", with: "\\r").replacing("\n", with: "\\n").replacing("\r\n", with: "\\r\\n")
    return text.replacing("%GOT%", with: escaped)
      .replacing("%GOT:base64%", with: Data(bytes).base64EncodedString())
      .replacing("%GOT:hex%", with: SecretSpelling.hexadecimal(bytes))
      .replacing("%GOT:percent%", with: SecretSpelling.percent(bytes))
  }
}

import APICallBase
import APICallHTTP
import APICallSafety

/// A request with a form, to an endpoint of the server that issues tokens.
struct TokenRequest {
  let url: RequestURL
  var fields: [(name: String, value: ProtectedText)]
  var authorization: ProtectedText?
  /// Whether the file chooses more of it than what every token request has.
  var isChosen = false

  /// The time limits of requests to the server.
  private static let limits = TimeLimits(
    connect: .seconds(10), idle: .seconds(30), total: .seconds(30))

  init(_ url: RequestURL, _ fields: [(name: String, value: ProtectedText)]) {
    self.url = url
    self.fields = fields
  }

  /// The request as it is sent.
  func request(identity: ServerIdentity?) -> OutgoingRequest {
    let body = FormEncoding.join(fields, for: .form)
    var request = Self.request("POST", url, identity)
    if let authorization { request.headers.append(HeaderField("Authorization", authorization)) }
    request.headers += [
      HeaderField("Content-Type", "application/x-www-form-urlencoded"),
      HeaderField("Content-Length", ProtectedText(String(body.revealedBytes.count))),
    ]
    request.body = .bytes(body)
    request.isChosen = isChosen
    if isChosen { request.contentSecrecy = body.secrecy.joined(url.text.secrecy) }
    return request
  }

  static func get(_ url: RequestURL, identity: ServerIdentity?) -> OutgoingRequest {
    request("GET", url, identity)
  }

  private static func request(
    _ method: String, _ url: RequestURL, _ identity: ServerIdentity?
  ) -> OutgoingRequest {
    var request = OutgoingRequest(
      method: method, url: url,
      headers: [
        HeaderField("Host", ProtectedText(url.origin.authority)),
        HeaderField("User-Agent", ProtectedText("apicall/\(Release.version)")),
        HeaderField("Accept", "application/json"),
      ], limits: limits)
    request.identity = identity
    return request
  }
}

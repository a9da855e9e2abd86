package import APICallBase
package import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallSafety
import JSONText

/// Responds to requests with the examples of many endpoints, for `apicall serve`.
package struct MockService: Sendable {
  /// One endpoint, and the shape of its requests.
  private struct Stand: Sendable {
    let index: ExampleIndex
    /// The Host field of its requests; nil for any.
    let authority: String?
    let path: PathPattern
    /// The method; nil if a placeholder determines it.
    let method: String?
  }

  private let stands: [Stand]

  package var count: Int { stands.count }

  /// Throws a ``Failure`` if an example does not form a request.
  package init(_ endpoints: [EndpointSpec], world: World) throws(Failure) {
    let builder = CallBuilder(world: world, destination: Destination())
    var stands: [Stand] = []
    for endpoint in endpoints {
      let director = builder.director(for: endpoint)
      let host = try? director.host(in: Scope())
      stands.append(
        Stand(
          index: try ExampleIndex(endpoint, director: director, world: world),
          authority: host?.origin.authority,
          path: endpoint.url.map { PathPattern($0) }
            ?? PathPattern(endpoint.path, base: host?.basePath ?? ""),
          method: endpoint.method == nil ? endpoint.defaultMethod : endpoint.method?.literal))
    }
    self.stands = stands
  }

  /// Returns the response of an example; otherwise 404, 405 or 422, with the reason as JSON.
  package func response(to request: ReceivedRequest) -> ReceivedResponse {
    let path = request.path
    let isForAnyHost = request.isForThisMachine
    let here = stands.filter { stand in
      (isForAnyHost || stand.authority == nil || stand.authority == request.authority)
        && stand.path.matches(path)
    }
    guard !here.isEmpty else {
      let shown = String(decoding: path, as: UTF8.self)
      return Self.refusal(404, "no endpoint of \(request.authority) has the path \(shown)")
    }
    var request = request
    var fitting = here.filter { $0.method == nil || $0.method == request.method }
    if fitting.isEmpty, request.method == "HEAD" {
      // The response to GET without its body, which its sender leaves out (RFC 9110, section 9.3.2).
      request.method = "GET"
      fitting = here.filter { $0.method == request.method }
    }
    guard !fitting.isEmpty else {
      var names = Set(here.compactMap(\.method))
      if names.contains("GET") { names.insert("HEAD") }
      let methods = names.sorted().joined(separator: ", ")
      var refusal = Self.refusal(405, "\(request.method) is not supported here; use \(methods)")
      refusal.head.headers.append(ResponseHead.Field("Allow", methods))
      return refusal
    }
    let indexes = fitting.map(\.index)
    let example =
      indexes.lazy.compactMap { $0.exactResponse(to: request) }.first
      ?? indexes.lazy.compactMap(\.otherResponse).first
    guard let example else {
      let files = indexes.map(\.endpoint.file).joined(separator: ", ")
      return Self.refusal(422, "no example of \(files) matches this request")
    }
    return ReceivedResponse(head: example.head, body: example.response.body?.bytes ?? [])
  }

  /// A response with the reason why no example was used: `{"error": "…"}`.
  package static func refusal(_ status: Int, _ reason: String) -> ReceivedResponse {
    let body = Array("{\"error\":\(JSONWriter.string(reason))}".utf8)
    let head = ResponseHead(
      status: status, reason: StatusCode.phrase(of: status),
      headers: [ResponseHead.Field("Content-Type", "application/json")])
    return ReceivedResponse(head: head, body: body)
  }
}

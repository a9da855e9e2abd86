package import APICallBase
import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallModel
import APICallSafety
import APICallText
package import YAMLTree

extension HostDirector {
  /// Returns the complete request.
  ///
  /// Throws a ``Failure`` with exit status 65 that lists every value that is invalid in its place.
  package func request(for endpoint: EndpointSpec, in scope: Scope) throws(Failure)
    -> OutgoingRequest
  {
    try authorizedRequest(for: endpoint, in: scope, distrust: nil, isMock: false).request
  }

  /// Returns the complete request with its first credentials, and how it is authorised.
  ///
  /// Throws as ``request(for:in:)``; if only credentials are missing, with the status of that
  /// failure.
  func authorizedRequest(
    for endpoint: EndpointSpec, in scope: Scope, distrust: Distrust?, isMock: Bool,
    sends: Bool = true
  ) throws(Failure) -> (request: OutgoingRequest, authorization: Authorization?) {
    var problems: [Message] = []
    var host: HostAddress?
    do { host = try self.host(in: scope) } catch { problems.append(error) }
    let fieldScope = scope.forFields()
    // The request contains only what its host may know.
    let endpoint = endpoint.addressed(to: host?.origin)
    var request = OutgoingRequest(
      method: "", url: RequestURL(origin: Origin(scheme: .https, host: ""), path: "/"),
      limits: endpoint.timeout.limits)
    do {
      request.url = try url(of: endpoint, at: host, in: fieldScope)
    } catch {
      problems += error.diagnostics
    }
    var body: RenderedBody?
    do {
      body = try RenderedBody.render(endpoint, in: scope)
    } catch {
      problems += error.diagnostics
    }
    request.body = body?.body
    if let body { request.untrackedSecrecy.join(body.secrecy) }
    do {
      let (method, secrecy) = try RequestMethod.render(endpoint, in: scope)
      request.method = method
      request.untrackedSecrecy.join(secrecy)
    } catch {
      problems.append(error)
    }
    do {
      request.headers = try RequestHeaders.render(
        endpoint.headers, in: fieldScope, of: request.method)
    } catch {
      problems += error.diagnostics
    }
    if let second = request.headers.filter({ $0.isNamed("Host") }).dropFirst().first {
      let mark = endpoint.headers.last { $0.name.lowercased() == "host" }?.mark
      problems.append(
        Message(
          "a request has one Host, not also '\(second.value.masked)'", at: mark,
          hint: "RFC 9112, section 3.2: servers refuse several"))
    }
    if let bytes = request.body?.held, let mark = endpoint.markOfText {
      let written = request.headers.first { $0.isNamed("Content-Type") }?.value.masked
      do {
        try RenderedBody.checkCharset(
          of: written ?? body?.mediaType ?? "", for: bytes, at: mark)
      } catch {
        problems.append(error)
      }
    }
    var authorization: Authorization?
    if let auth = endpoint.auth, let host {
      do {
        authorization = try auth.authorization(
          at: host.origin, in: fieldScope, distrust: distrust, isMock: isMock,
          sends: sends)
      } catch {
        if problems.isEmpty { throw error }
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else {
      throw Failure(.badInput, problems.inOrder(from: endpoint.source))
    }
    request.contentSecrecy = request.secrecyOutsideOfFields
    authorization?.credential?.add(to: &request)
    RequestHeaders.complete(
      &request, mediaType: body?.mediaType, accept: endpoint.accept,
      without: endpoint.headers.filter { $0.values.isEmpty }.map(\.name))
    return (request, authorization)
  }

  /// Builds the URL; with a placeholder host if there is none, which is reported elsewhere.
  private func url(
    of endpoint: EndpointSpec, at host: HostAddress?, in scope: Scope
  ) throws(Failure) -> RequestURL {
    let nowhere = HostAddress(origin: Origin(scheme: .https, host: ""), basePath: "")
    if let url = endpoint.url {
      return try whole(url, of: endpoint, at: host ?? nowhere, in: scope)
    }
    var builder = RequestURLBuilder()
    var problems: [Message] = []
    builder.setHost(host ?? nowhere)
    if let path = endpoint.path {
      do { try set(path, of: endpoint, in: scope, &builder) } catch {
        problems.append(error.diagnostic)
      }
    }
    for item in items(of: endpoint, in: scope, &problems) {
      builder.addQueryItem(item.name, item.value)
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    do {
      return try builder.build()
    } catch {
      throw Failure(.badInput, [error.diagnostic(at: endpoint.path?.template.mark)])
    }
  }

  private func whole(
    _ url: URLTemplate, of endpoint: EndpointSpec, at host: HostAddress, in scope: Scope
  ) throws(Failure) -> RequestURL {
    var problems: [Message] = []
    let items = items(of: endpoint, in: scope, &problems)
    // If one value is the whole URL, its errors were reported with the host.
    if host.origin.host.isEmpty, case .value = url.form { throw Failure(.badInput, problems) }
    do {
      // An option replaces what the file has, also where the file wrote it into the URL.
      let replaced = endpoint.query.filter(\.mark.source.isOption).map(\.name)
      let rendered = try url.render(at: host, items: items, replacing: replaced, in: scope)
      if problems.isEmpty { return rendered }
    } catch {
      problems.append(error.diagnostic)
    }
    throw Failure(.badInput, problems)
  }

  private func items(
    of endpoint: EndpointSpec, in scope: Scope, _ problems: inout [Message]
  ) -> [(name: String, value: ProtectedText)] {
    var items: [(name: String, value: ProtectedText)] = []
    for item in endpoint.query {
      for template in item.values {
        do {
          // A token takes one value.
          let fills = endpoint.path?.tokens.contains(item.name) == true
          let values =
            fills
            ? [try template.renderEntry(in: scope)].compactMap { $0 }
            : try template.renderItems(in: scope)
          items += values.map { (item.name, $0) }
        } catch {
          problems.append(error.diagnostic)
        }
      }
    }
    return items
  }

  private func set(
    _ path: PathTemplate, of endpoint: EndpointSpec, in scope: Scope,
    _ builder: inout RequestURLBuilder
  ) throws(TemplateProblem) {
    var pieces: [RequestURLBuilder.PathPiece] = []
    for piece in path.pieces { pieces.append(try piece.rendered(in: scope)) }
    builder.setPath(pieces)
    for token in path.tokens where endpoint.input(named: token) != nil {
      let placeholder = Placeholder(name: token, container: path.template.mark)
      builder.fillToken(token, with: try placeholder.text(in: scope))
    }
  }
}

extension PathTemplate.Piece {
  fileprivate func rendered(in scope: Scope) throws(TemplateProblem) -> RequestURLBuilder.PathPiece
  {
    switch self {
    case .text(let text): return .text(text)
    case .token(let name): return .token(name)
    case .placeholder(let placeholder):
      let value = try placeholder.text(in: scope)
      let segments =
        placeholder.keepsSlashes
        ? value.revealed.split(atByte: "/", omittingEmpty: false) : [value.revealed]
      guard segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
        throw .notSegment(placeholder, value: value)
      }
      return placeholder.keepsSlashes ? .segments(value) : .value(value)
    }
  }
}

extension RequestURLProblem {
  package func diagnostic(at mark: Mark?) -> Message {
    switch self {
    case .noHost: Message("there is no host to send the request to", at: mark)
    case .unfilledToken(let name):
      Message(
        "{\(name)} in the path is not filled: the query item of that name has no value", at: mark)
    case .emptySegment:
      Message("a value in the path is empty", at: mark, hint: "a path segment cannot be empty")
    case .dotSegment(let segment):
      Message(
        "the path would contain the segment '\(segment)'", at: mark,
        hint: "servers remove such segments, so the request would go elsewhere")
    }
  }
}

extension EndpointSpec {
  /// Where a body that is text in UTF-8 may be called another text; nil for another body.
  fileprivate var markOfText: Mark? {
    switch body {
    case .text(let text): text.template.mark
    case .json, .ndjson, .form, .graphql:
      headers.last { $0.name.lowercased() == "content-type" }?.mark
    case .multipart, .file, nil: nil
    }
  }
}

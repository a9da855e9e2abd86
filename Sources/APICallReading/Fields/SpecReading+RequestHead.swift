import APICallHTTP
import APICallLanguage
import APICallModel
import YAMLTree

extension SpecReading {
  mutating func url(_ entry: Node.Entry) -> URLTemplate? {
    guard let template = template(entry) else { return nil }
    let url = URLTemplate(template)
    if case .unreadable = url.form {
      report(
        "'\(template.written)' is not a whole URL", at: template.mark,
        hint: "begin with http:// or https://, or write one placeholder for all of it")
    }
    if url.hasFragment {
      report(
        "a URL cannot contain '#'", at: template.mark,
        hint: "a fragment is never sent; %23 is a # in a path or a query")
    } else if let stop = url.forbidden {
      report(
        "a URL cannot contain '\(stop)' unescaped", at: template.mark,
        hint: "url: is sent as written; write \(URLSyntax.escaped(stop))")
    }
    return url
  }

  mutating func checkTarget(of endpoint: EndpointSpec) {
    guard let url = endpoint.url else { return }
    for (name, template) in [("host", endpoint.host), ("path", endpoint.path?.template)] {
      guard let template else { continue }
      report(
        "'\(name)' cannot be used with 'url'", at: template.mark,
        hint: "url: is the whole URL; remove one of them")
    }
    if let origin = url.origin { checkAddress(origin) }
    let known = endpoint.inputs.map(\.name) + endpoint.query.map(\.name)
    for case .text(let text) in url.template.parts {
      for case .token(let name) in PathTemplate.tokens(in: text) where known.contains(name) {
        report(
          "nothing fills {\(name)} in a url", at: url.template.mark,
          hint: "tokens are filled only in path:; write <\(name)>")
      }
    }
  }

  /// Checks a host, or the host in a URL, as far as it is written out.
  mutating func checkAddress(_ host: Template) {
    guard let literal = host.literal else { return }
    do { _ = try HostAddress(literal) } catch {
      report(error.diagnostic(of: literal, at: host.mark))
    }
  }

  /// The maximum number of bytes of a path: RFC 9110, section 4.1, recommends to support 8000 for a
  /// URL.
  private static let longestPath = 8192

  mutating func pathTemplate(_ entry: Node.Entry) -> PathTemplate? {
    guard let template = template(entry) else { return nil }
    guard template.written.utf8.count <= Self.longestPath
    else { return reject("'path' is longer than \(Self.longestPath) bytes", at: entry.value.mark) }
    return PathTemplate(template)
  }
}

extension URLTemplate {
  fileprivate var hasFragment: Bool {
    template.parts.contains { part in
      if case .text(let text) = part { text.contains("#") } else { false }
    }
  }

  /// The first character of the path or the query that has to be escaped; a host has other rules.
  fileprivate var forbidden: Unicode.Scalar? {
    guard case .parts(_, let path, let query) = form else { return nil }
    for case .text(let text) in path.parts + (query?.parts ?? []) {
      if let stop = text.unicodeScalars.first(where: { !URLSyntax.allows($0) }) { return stop }
    }
    return nil
  }
}

/// The characters of a URL as it is sent (RFC 3986, section 2).
package enum URLSyntax {
  /// Whether a character may be in a URL that is sent as written.
  ///
  /// Visible ASCII may, except `#` and characters that no URL may contain. Braces and bars are sent,
  /// as other clients send them.
  package static func allows(_ scalar: Unicode.Scalar) -> Bool {
    (0x21...0x7E).contains(scalar.value) && !"#\"<>\\^`".unicodeScalars.contains(scalar)
  }

  static func escaped(_ scalar: Unicode.Scalar) -> String {
    let bytes = PercentEncoding.encode(Array(String(scalar).utf8), for: .value)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SpecReading {
  /// Header fields that apicall sets for the body and the connection.
  package static let framingFields = ["content-length", "transfer-encoding", "connection"]

  mutating func checkHeaders(of endpoint: EndpointSpec) {
    checkRepeats(in: endpoint.headers)
    for header in endpoint.headers {
      if isHeaderName(header.name, at: header.mark),
        Self.framingFields.contains(header.name.lowercased())
      {
        report(
          "'\(header.name)' cannot be set: apicall sets it for the body and the connection",
          at: header.mark, hint: "remove the line")
      }
      checkContentType(header, of: endpoint)
      for value in header.values {
        guard let literal = value.literal, !HeaderSyntax.isValue(Array(literal.utf8))
        else { continue }
        report(
          "the value of '\(header.name)' contains a line break or a control character",
          at: value.mark, hint: "a header field is one line of text")
      }
    }
  }

  mutating func checkContentType(_ header: WrittenItem, of endpoint: EndpointSpec) {
    guard case .multipart = endpoint.body, header.name.lowercased() == "content-type"
    else { return }
    report(
      "'\(header.name)' cannot be set for a multipart body: it contains the boundary",
      at: header.mark,
      hint: "remove the line, or set another type with 'type: multipart/related'")
  }
}

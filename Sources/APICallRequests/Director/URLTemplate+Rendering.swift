import APICallHTTP
import APICallLanguage
import APICallModel
import APICallReading
import APICallSafety
import APICallText

extension URLTemplate {
  /// Returns the URL; its fixed text is unchanged, but for items of the query that are replaced.
  ///
  /// Throws a ``TemplateProblem`` if a value is invalid in its place.
  func render(
    at host: HostAddress, items: [(name: String, value: ProtectedText)],
    replacing replaced: [String] = [], in scope: Scope
  ) throws(TemplateProblem) -> RequestURL {
    var path = ProtectedText(host.basePath)
    var query: ProtectedText?
    switch form {
    case .unreadable: break
    case .value(let placeholder):
      let target = try Self.wholeURL(placeholder, in: scope).target
      path.append(target.path)
      query = target.query
    case .parts(_, let pathTemplate, let queryTemplate):
      path.append(try Self.path(pathTemplate, in: scope))
      query = try queryTemplate?.render(in: scope) { (value, _) throws(TemplateProblem) in
        PercentEncoding.encode(value, for: .value)
      }
    }
    if let written = query, !replaced.isEmpty {
      var own = EncodedItems(written)
      for name in replaced { own.remove(name) }
      query = own.text.isEmpty ? nil : own.text
    }
    if path.isEmpty { path = "/" }
    if !items.isEmpty {
      var all = query ?? ProtectedText()
      if !all.isEmpty { all.append("&") }
      all.append(FormEncoding.join(items, for: .value))
      query = all
    }
    return RequestURL(origin: host.origin, path: path, query: query)
  }

  /// A path as written, with values that are each part of one segment.
  private static func path(
    _ template: Template, in scope: Scope
  ) throws(TemplateProblem) -> ProtectedText {
    // A dot segment that the author wrote is sent; a value never forms one.
    var outline = ""
    var last: (placeholder: Placeholder, value: ProtectedText)?
    let path = try template.render(
      in: scope,
      encoding: { (value, placeholder) throws(TemplateProblem) in
        outline += "x"
        last = (placeholder, value)
        guard placeholder.keepsSlashes else {
          guard !value.isEmpty, value.revealed != ".", value.revealed != ".." else {
            throw .notSegment(placeholder, value: value)
          }
          return PercentEncoding.encode(value, for: .value)
        }
        let segments = value.revealedBytes.split(
          separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) }),
          segments.allSatisfy({ !$0.elementsEqual("..".utf8) })
        else { throw .notSegment(placeholder, value: value) }
        let bytes = segments.map { PercentEncoding.encode(Array($0), for: .value) }
          .joined(separator: [UInt8(ascii: "/")])
        return ProtectedText(bytes: Array(bytes), value.secrecy)
      },
      literalEncoding: { text in
        outline += text
        return text
      })
    if let last,
      PathSyntax.dotSegments(in: path.revealed) != PathSyntax.dotSegments(in: outline)
    {
      throw .notSegment(last.placeholder, value: last.value)
    }
    return path
  }

  /// A value that is a whole URL; one out of a response may be relative to the URL of the response.
  ///
  /// Returns its host, without a base path, and its path and query unchanged; a fragment is
  /// dropped. Throws a ``TemplateProblem`` if it is not a URL.
  static func wholeURL(
    _ placeholder: Placeholder, in scope: Scope
  ) throws(TemplateProblem) -> (
    host: HostAddress, target: (path: ProtectedText, query: ProtectedText?)
  ) {
    let binding = try placeholder.binding(in: scope)
    let value = try placeholder.text(of: binding, in: scope.forFields())
    guard !value.holdsSecret else { throw .secretShown(placeholder) }
    if case .text = binding.value, !value.isEmpty, binding.provenance.writers.contains(.response) {
      let url = try resolved(value, of: placeholder, against: binding.provenance.base)
      return (HostAddress(origin: url.origin, basePath: ""), (url.path, url.query))
    }
    let text = value.revealed.prefix { $0 != "#" }
    guard let authority = text.firstRange(of: "://")?.upperBound else {
      throw .notURL(placeholder, value: value, nil)
    }
    let end = text[authority...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
    guard text[end...].unicodeScalars.allSatisfy(URLSyntax.allows) else {
      throw .notURL(placeholder, value: value, nil)
    }
    let host: HostAddress
    do {
      host = try HostAddress(String(text[..<end]))
    } catch {
      throw .notURL(placeholder, value: value, error)
    }
    let question = text[end...].firstIndex(of: "?")
    let path = ProtectedText(String(text[end..<(question ?? text.endIndex)]), value.secrecy)
    let query = question.map {
      ProtectedText(String(text[text.index(after: $0)...]), value.secrecy)
    }
    return (host, (path, query))
  }

  /// Resolves a URL out of a response as the target of a redirect is resolved.
  private static func resolved(
    _ value: ProtectedText, of placeholder: Placeholder, against base: ReferenceBase?
  ) throws(TemplateProblem) -> RequestURL {
    let found: RequestURL?
    do throws(URLReferenceProblem) {
      found = try URLReference(FieldText(bytes: value.revealedBytes)).resolved(against: base)
    } catch {
      throw .unusableURL(placeholder, value: value, error)
    }
    guard var url = found else { throw .withoutBase(placeholder, value: value) }
    url.path = url.path.joining(value.secrecy)
    url.query = url.query?.joining(value.secrecy)
    return url
  }
}

package import APICallBase
package import APICallContracts
import APICallHTTP
package import APICallLanguage
import APICallText
package import YAMLTree

/// An HTTP call as its file describes it, read and checked: apicall-spec(5).
///
/// All parts of a call share one instance, which never changes.
package final class EndpointSpec: Sendable {
  package let parts: Parts

  package static let acceptsAnything = "*/*"

  package init(_ parts: Parts) { self.parts = parts }

  package convenience init(source: Source) { self.init(Parts(source: source)) }

  package func with(_ change: (inout Parts) -> Void) -> EndpointSpec {
    var parts = parts
    change(&parts)
    return EndpointSpec(parts)
  }
}

extension EndpointSpec {
  // `Parts` documents each of them.
  package var source: Source { parts.source }
  package var bases: [String] { parts.bases }
  package var project: ProjectSpec? { parts.project }
  package var profile: ProjectSpec.Profile? { parts.profile }
  package var around: ScriptNames { parts.around }
  package var fields: [Node.Entry] { parts.fields }
  package var fileRoot: FileRoot? { parts.fileRoot }
  package var summary: String? { parts.summary }
  package var url: URLTemplate? { parts.url }
  package var host: Template? { parts.host }
  package var path: PathTemplate? { parts.path }
  package var method: Template? { parts.method }
  package var inputs: [InputDeclaration] { parts.inputs }
  package var needs: [Need] { parts.needs }
  package var lets: [WrittenValue] { parts.lets }
  package var query: [WrittenItem] { parts.query }
  package var headers: [WrittenItem] { parts.headers }
  package var body: BodyTemplate? { parts.body }
  package var timeout: TimeoutDeclaration { parts.timeout }
  package var redirects: RedirectRule? { parts.redirects }
  package var cookies: CookieUse? { parts.cookies }
  package var retry: RetryRule? { parts.retry }
  package var auth: AuthDeclaration? { parts.auth }
  package var expectation: Expectation { parts.expectation }
  package var outputs: [OutputDeclaration] { parts.outputs }
  package var decode: WrittenName? { parts.decode }
  package var charset: Charset? { parts.charset }
  package var accept: String { parts.accept }
  package var maxBody: (bytes: Int, mark: Mark)? { parts.maxBody }
  package var pagination: Pagination? { parts.pagination }
  package var stop: StopCondition? { parts.stop }
  package var state: StateDeclaration? { parts.state }
  package var select: (path: ParameterPath, mark: Mark)? { parts.rows.select }
  package var rows: RowStages { parts.rows }
  package var format: WrittenName? { parts.format }
  package var requester: WrittenName? { parts.requester }
  package var examples: [Example] { parts.examples }
  package var test: TestDeclaration { parts.test }

  /// The file's path as messages show it.
  package var file: String { source.name }

  /// Whether its response may contain errors despite an expected status.
  package var isGraphQL: Bool {
    if case .graphql = body { true } else { false }
  }

  /// The maximum number of bytes held in memory, of a response or of a value made from it.
  package var heldLimit: Int { maxBody?.bytes ?? BufferedBytes.limit }

  package var defaultMethod: String { body == nil ? "GET" : "POST" }

  package func field(_ name: String) -> Node.Entry? { fields.first { $0.key == name } }

  package func input(named name: String) -> InputDeclaration? {
    inputs.first { $0.name == name }
  }

  /// All templates of a request except the URL and the path, in the order of the field table; those
  /// of `let:` are not among them.
  package var templates: [Template] {
    var all: [Template] = []
    visitTemplates { template, place in
      if place.isOfRequest, place != .path, place != .url { all.append(template) }
    }
    return all
  }

  /// Visits the templates of a request except the URL and the path, whose names have to be known.
  ///
  /// The host is skipped if it is a host of the profile. If the file names another host, what the
  /// project sets for its own hosts is skipped as well.
  package func visitBoundTemplates(_ visit: (Template, TemplatePlace) -> Void) {
    let endpoint = project != nil || hostReference != nil ? boundEndpoint : self
    endpoint.visitTemplates { template, place in
      guard place.isOfRequest, place != .path, place != .url else { return }
      if place != .host || hostReference == nil { visit(template, place) }
    }
  }

  /// The endpoint without what the project sets for its own hosts, if the file names another host.
  package var boundEndpoint: EndpointSpec {
    if let literal = (host ?? url?.origin)?.literal, let address = try? HostAddress(literal) {
      return addressed(to: address.origin)
    }
    return isForProfile ? self : addressed(to: nil)
  }

  package var writtenMethod: String { method?.written ?? defaultMethod }

  /// The path as written, with its leading slash, or the whole URL.
  package var writtenPath: String {
    if let url { return url.template.written }
    let path = path?.template.written ?? "/"
    return path.begins(with: "/") ? path : "/" + path
  }

  package var writtenTarget: String { (host?.written ?? "") + writtenPath }
}

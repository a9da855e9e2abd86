package import APICallBase
import APICallHTTP
package import YAMLTree

/// One HTTP call as its file describes it, read and checked: apicall-spec(5).
package struct Endpoint: Sendable {
  /// The file.
  package var source: Source
  /// The files that it extends, the nearest first, as messages show them.
  package var bases: [String] = []
  /// The project it belongs to, and the profile in use.
  package var project: Project?
  package var profile: Project.Profile?
  /// The names of the script that calls it, for what that has written.
  package var around = NamesAround()
  /// What the file and all that it extends write, each value with the mark of its own file.
  package var fields: [Node.Entry] = []
  /// The folders that its paths may not leave; nil where it was not read from a disk.
  package var fileRoot: FileRoot?
  /// One line that says what the call is for.
  package var summary: String?
  /// The whole URL, in place of host and path.
  package var url: URLTemplate?
  /// The external host; nil where the profile's host is meant.
  package var host: Template?
  /// The path, or nil for `/`.
  package var path: PathTemplate?
  /// The method; nil for GET, or POST where there is a body.
  package var method: Template?
  /// What the caller gives, in the order of the file.
  package var inputs: [InputDeclaration] = []
  /// The calls whose outputs it needs, in the order of the file.
  package var needs: [Need] = []
  /// The values that are computed once per call, in the order of the file.
  package var lets: [LetDeclaration] = []
  /// The query's items in order.
  package var query: [WrittenItem] = []
  /// The header fields in order.
  package var headers: [WrittenItem] = []
  /// The body.
  package var body: BodyTemplate?
  /// How long the exchange and its parts may take.
  package var timeout = TimeoutDeclaration()
  /// Which redirects are followed; nil for none.
  package var redirects: RedirectRule?
  /// When the request is sent again; nil for never.
  package var retry: RetryRule?
  /// How requests are authorised; nil where they are not.
  package var auth: AuthDeclaration?
  /// What the answer has to be like.
  package var expectation = Expectation()
  /// The named values to take from the answer.
  package var outputs: [OutputDeclaration] = []
  /// The decoder that reads the answer, whatever its type; nil where that decides.
  package var decode: WrittenName?
  /// What a server is asked for, where the file writes no such field itself.
  package var accept = acceptsAnything
  /// How long an answer's body may be, whatever becomes of it; nil where only what is held has a
  /// limit.
  package var maxBody: SizeLimit?
  /// How the pages of a list follow one another; nil where the answer is all there is.
  package var pagination: Pagination?
  /// Which value of a stream is the last one that is wanted.
  package var stop: StopCondition?
  /// What of the answer's values is printed.
  package var select: SelectDeclaration?
  /// The formatter.
  package var format: WrittenName?
  /// The requester.
  package var requester: WrittenName?
  /// Answers for documentation, `fixture` and `serve`.
  package var examples: [Example] = []

  /// What a server is asked for by who takes an answer of any type.
  package static let acceptsAnything = "*/*"

  package init(source: Source) { self.source = source }

  /// The file's path as messages show it.
  package var file: String { source.name }

  /// Whether its answer may hold errors though its status is good.
  package var isGraphQL: Bool {
    if case .graphql = body { true } else { false }
  }

  /// The most octets of an answer, or of what is made of it, that are held in memory.
  package var heldLimit: Int { maxBody?.octets ?? HeldBytes.limit }

  /// The method where the file names none.
  package var defaultMethod: String { body == nil ? "GET" : "POST" }

  /// Finds a field as it is written.
  package func field(_ name: String) -> Node.Entry? { fields.first { $0.key == name } }

  /// Finds an input by name.
  package func input(named name: String) -> InputDeclaration? {
    inputs.first { $0.name == name }
  }

  /// All templates of a request but the URL and the path, in the order of the field table; those of
  /// `let:` are not of it.
  package var templates: [Template] {
    var all: [Template] = []
    visitTemplates { template, place in
      if place.isOfRequest, place != .path, place != .url { all.append(template) }
    }
    return all
  }

  /// The templates whose names have to be known: all but the host that is one of the profile's, and
  /// what the project says for its own hosts, where the file names another.
  var boundTemplates: [Template] {
    guard project != nil || hostReference != nil else { return templates }
    var endpoint = boundEndpoint
    if hostReference != nil { endpoint.host = nil }
    return endpoint.templates
  }

  /// The endpoint without what the project says for its own hosts, where the file names another.
  package var boundEndpoint: Endpoint {
    if let literal = (host ?? url?.origin)?.literal, let address = try? HostAddress(literal) {
      return addressed(to: address.origin)
    }
    return isForProfile ? self : addressed(to: nil)
  }

  /// The method as it is written; the one that is meant where none is.
  package var writtenMethod: String { method?.written ?? defaultMethod }

  /// The path as it is written, with its leading slash, or the whole URL.
  package var writtenPath: String {
    if let url { return url.template.written }
    let path = path?.template.written ?? "/"
    return path.begins(with: "/") ? path : "/" + path
  }

  /// Where it goes as it is written: the host, where the file names one, and the path.
  package var writtenTarget: String { (host?.written ?? "") + writtenPath }
}

/// A named value that is computed once per call, from inputs and the lets above it.
package struct LetDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var value: Payload

  /// The placeholders in its value.
  package var placeholders: [Placeholder] { value.templates.flatMap(\.placeholders) }
}

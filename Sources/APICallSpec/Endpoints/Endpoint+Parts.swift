package import APICallBase
package import APICallHTTP
package import YAMLTree

extension Endpoint {
  /// What an endpoint is made of, while it is read and where it is changed.
  package struct Parts: Sendable {
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
    /// The folders that its paths may not leave; nil if it was not read from a disk.
    package var fileRoot: FileRoot?
    /// One line that says what the call is for.
    package var summary: String?
    /// The whole URL, in place of host and path.
    package var url: URLTemplate?
    /// The external host; nil if the profile's host is meant.
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
    package var lets: [WrittenValue] = []
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
    /// How requests are authorised; nil if they are not.
    package var auth: AuthDeclaration?
    /// What the response has to be like.
    package var expectation = Expectation()
    /// The named values to take from the response.
    package var outputs: [OutputDeclaration] = []
    /// The decoder that reads the response, whatever its type; nil if that decides.
    package var decode: WrittenName?
    /// What a server is asked for, where the file writes no such field itself.
    package var accept = Endpoint.acceptsAnything
    /// How long a response's body may be, whatever becomes of it; nil if only what is held has a
    /// limit.
    package var maxBody: SizeLimit?
    /// How the pages of a list follow one another; nil if the response is all there is.
    package var pagination: Pagination?
    /// Which value of a stream is the last one that is wanted.
    package var stop: StopCondition?
    /// What of the response's values is printed.
    package var select: SelectDeclaration?
    /// The formatter.
    package var format: WrittenName?
    /// The requester.
    package var requester: WrittenName?
    /// Responses for documentation, `fixture` and `serve`.
    package var examples: [Example] = []

    package init(source: Source) { self.source = source }
  }
}

/// A response that the call may get, and the inputs that lead to it.
package struct Example: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  /// The inputs as they are written; nil if it responses whatever no other example does.
  package var given: Node.Entry?
  /// The inputs read by their types; nil if it responses whatever no other example does.
  package var inputs: [String: Value]?
  package var response: Response

  /// The response of an example.
  package struct Response: Sendable {
    package var status = 200
    package var headers: [ResponseHead.Field] = []
    /// The body's bytes, and the media type that they are sent with unless a header says another.
    package var body: (octets: [UInt8], mediaType: String)?
  }

  /// The response's head, with the Content-Type that goes with the body.
  package var head: ResponseHead {
    var head = ResponseHead(status: response.status, headers: response.headers)
    head.reason = StatusCode.phrase(of: response.status)
    if let body = response.body, head.header("Content-Type") == nil {
      head.headers.append(ResponseHead.Field("Content-Type", body.mediaType))
    }
    return head
  }
}

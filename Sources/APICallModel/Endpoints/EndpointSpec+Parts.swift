package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallText
package import YAMLTree

extension EndpointSpec {
  /// The parts of an endpoint, while it is read or changed.
  package struct Parts: Sendable {
    package var source: Source
    /// The files that it extends, nearest first, as messages show them.
    package var bases: [String] = []
    package var project: ProjectSpec?
    package var profile: ProjectSpec.Profile?
    /// The names of the script that calls the endpoint, for texts that the script contains.
    package var around = ScriptNames()
    /// The fields of the file and of the files that it extends, each value with the mark of its own
    /// file.
    package var fields: [Node.Entry] = []
    /// The folders that its paths are confined to; nil if it was not read from a disk.
    package var fileRoot: FileRoot?
    package var summary: String?
    /// The whole URL, in place of host and path.
    package var url: URLTemplate?
    /// The host; nil to use the host of the profile.
    package var host: Template?
    /// The path; nil for `/`.
    package var path: PathTemplate?
    /// The method; nil for GET, or POST if there is a body.
    package var method: Template?
    package var inputs: [InputDeclaration] = []
    package var needs: [Need] = []
    /// The values that are computed once per call, in the order of the file.
    package var lets: [WrittenValue] = []
    package var query: [WrittenItem] = []
    package var headers: [WrittenItem] = []
    package var body: BodyTemplate?
    package var timeout = TimeoutDeclaration()
    package var redirects: RedirectRule?
    package var cookies: CookieUse?
    package var retry: RetryRule?
    package var auth: AuthDeclaration?
    package var expectation = Expectation()
    package var outputs: [OutputDeclaration] = []
    /// The decoder that reads the response, whatever its Content-Type; nil to choose by the
    /// Content-Type.
    package var decode: WrittenName?
    /// The charset of the response, if the file sets it without a decoder.
    package var charset: Charset?
    /// The Accept field of the request, if the file does not set one.
    package var accept = EndpointSpec.acceptsAnything
    /// The maximum size of a response body, at least 1 byte; nil to limit only bodies that are held
    /// in memory.
    package var maxBody: (bytes: Int, mark: Mark)?
    package var pagination: Pagination?
    /// The condition for the last value to read from a stream.
    package var stop: StopCondition?
    /// What is kept from one run to the next; nil for nothing.
    package var state: StateDeclaration?
    package var rows = RowStages()
    package var format: WrittenName?
    package var requester: WrittenName?
    package var examples: [Example] = []
    package var test = TestDeclaration()

    package init(source: Source) { self.source = source }
  }
}

/// A response that the call may get, and the inputs that select it.
package struct Example: Sendable {
  package var name: String
  package var mark: Mark
  /// The inputs as written; nil if it responds when no other example does.
  package var given: Node.Entry?
  /// The inputs, read by their types; nil if it responds when no other example does.
  package var inputs: [String: Value]?
  package var response = Response()
  /// How `apicall test` runs and judges it, besides what its file sets.
  package var test = TestDeclaration()

  package init(name: String, mark: Mark) {
    self.name = name
    self.mark = mark
  }

  /// The response of an example.
  package struct Response: Sendable {
    package var status = 200
    package var headers: [ResponseHead.Field] = []
    /// The bytes of the body, and the media type that they are sent with unless a header field sets
    /// another.
    package var body: (bytes: [UInt8], mediaType: String)?

    package init() {}
  }

  /// The head of the response, with the Content-Type of the body.
  package var head: ResponseHead {
    var head = ResponseHead(status: response.status, headers: response.headers)
    head.reason = StatusCode.phrase(of: response.status)
    if let body = response.body, head.header("Content-Type") == nil {
      head.headers.append(ResponseHead.Field("Content-Type", body.mediaType))
    }
    return head
  }
}

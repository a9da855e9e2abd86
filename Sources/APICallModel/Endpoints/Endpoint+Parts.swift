package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallText
package import YAMLTree

extension Endpoint {
  /// The parts of an endpoint, while it is read or changed.
  package struct Parts: Sendable {
    /// The file.
    package var source: Source
    /// The files that it extends, nearest first, as messages show them.
    package var bases: [String] = []
    /// The project of the endpoint, and the profile in use.
    package var project: Project?
    package var profile: Project.Profile?
    /// The names of the script that calls the endpoint, for texts that the script contains.
    package var around = ScriptNames()
    /// The fields of the file and of the files that it extends, each value with the mark of its own
    /// file.
    package var fields: [Node.Entry] = []
    /// The folders that its paths are confined to; nil if it was not read from a disk.
    package var fileRoot: FileRoot?
    /// A one-line description of the call.
    package var summary: String?
    /// The whole URL, in place of host and path.
    package var url: URLTemplate?
    /// The host; nil to use the host of the profile.
    package var host: Template?
    /// The path; nil for `/`.
    package var path: PathTemplate?
    /// The method; nil for GET, or POST if there is a body.
    package var method: Template?
    /// The inputs, in the order of the file.
    package var inputs: [InputDeclaration] = []
    /// The calls whose outputs it uses, in the order of the file.
    package var needs: [Need] = []
    /// The values that are computed once per call, in the order of the file.
    package var lets: [WrittenValue] = []
    /// The query items, in order.
    package var query: [WrittenItem] = []
    /// The header fields, in order.
    package var headers: [WrittenItem] = []
    /// The body.
    package var body: BodyTemplate?
    /// The time limits for the exchange and its parts.
    package var timeout = TimeoutDeclaration()
    /// The redirects that are followed; nil for none.
    package var redirects: RedirectRule?
    /// When the request is retried; nil for never.
    package var retry: RetryRule?
    /// How requests are authorised; nil if they are not.
    package var auth: AuthDeclaration?
    /// The expectations that the response must meet.
    package var expectation = Expectation()
    /// The named values to take from the response.
    package var outputs: [OutputDeclaration] = []
    /// The decoder that reads the response, whatever its Content-Type; nil to choose by the
    /// Content-Type.
    package var decode: WrittenName?
    /// The charset of the response, if the file sets it without a decoder.
    package var charset: Charset?
    /// The Accept field of the request, if the file does not set one.
    package var accept = Endpoint.acceptsAnything
    /// The maximum size of a response body; nil to limit only bodies that are held in memory.
    package var maxBody: SizeLimit?
    /// How to get from one page of a list to the next; nil for a single response.
    package var pagination: Pagination?
    /// The condition for the last value to read from a stream.
    package var stop: StopCondition?
    /// What is made of the response's values before they are printed.
    package var rows = RowStages()
    /// The formatter.
    package var format: WrittenName?
    /// The requester.
    package var requester: WrittenName?
    /// Example responses for documentation, `fixture` and `serve`.
    package var examples: [Example] = []
    /// How `apicall test` runs and judges its cases.
    package var test = TestDeclaration()

    package init(source: Source) { self.source = source }
  }
}

/// A response that the call may get, and the inputs that select it.
package struct Example: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  /// The inputs as written; nil if it responds when no other example does.
  package var given: Node.Entry?
  /// The inputs, read by their types; nil if it responds when no other example does.
  package var inputs: [String: Value]?
  package var response: Response
  /// How `apicall test` runs and judges it, besides what its file sets.
  package var test = TestDeclaration()

  package init(
    name: String, mark: Mark, given: Node.Entry? = nil, inputs: [String: Value]? = nil,
    response: Response, test: TestDeclaration = TestDeclaration()
  ) {
    self.name = name
    self.mark = mark
    self.given = given
    self.inputs = inputs
    self.response = response
    self.test = test
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

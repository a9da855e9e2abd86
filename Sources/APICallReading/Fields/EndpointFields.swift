import APICallLanguage
import APICallModel
import YAMLTree

/// The fields of an endpoint while they are being read.
struct EndpointDraft: Sendable {
  var endpoint: EndpointSpec.Parts
  /// The fields of the body, which are read after all of them are known.
  var body = BodyDraft()
  /// The needs, read before their called files are known.
  var needs: [NeedDraft] = []
  var since: SinceRule?
}

/// The fields of an endpoint file, in the order that apicall-file(5) documents them.
package enum EndpointFields {
  static let all: [Field<EndpointDraft>] = request + RowFields.all(\.endpoint.rows) + others

  private static let addBody:
    @Sendable (inout EndpointDraft, Node.Entry, inout SpecReading) -> Void =
      { draft, entry, _ in draft.body.bodies.append(entry) }

  private static let request: [Field<EndpointDraft>] = [
    Field("summary", "text", .text, "A one-line description of the call, shown by list.") {
      $0.endpoint.summary = $2.text($1)
    },
    Field(
      "extends", "the path of a file", .path, "The base: a file whose fields this file inherits."
    ) {
      _ = $2.path($1)
    },
    Field(
      "url", "text", .textMatching(SchemaPattern.url),
      "The whole URL of the request, in place of host and path; sent as written."
    ) { $0.endpoint.url = $2.url($1) }.giving(.host, .path),
    Field(
      "host", "text", .textMatching(SchemaPattern.host),
      "The scheme, host, port and base path of the URL: scheme://host[:port][/base], or one "
        + "placeholder for all of it."
    ) { $0.endpoint.host = $2.template($1) }.giving(.host),
    Field(
      "path", "text", .textMatching(SchemaPattern.path),
      "The path of the request URL; a missing leading slash is added."
    ) {
      guard $1.value.scalar?.kind != .null
      else { return $2.refuse($1, takes: "a path such as /users") }
      $0.endpoint.path = $2.pathTemplate($1)
    }.giving(.path),
    Field(
      "method", "text", .textMatching(SchemaPattern.methodText),
      "The HTTP method; default POST if there is a body, otherwise GET."
    ) { $0.endpoint.method = $2.template($1) },
    Field(
      "inputs", "a map of inputs",
      .map(of: .either([.table(InputFields.all), .nothing]), named: "NAME", keys: .inputs),
      "The inputs: values that the caller passes, checked before anything is sent."
    ) { $0.endpoint.inputs = $2.inputs($1) },
    Field(
      "needs", "a map of calls", .map(of: .table(NeedFields.all), named: "NAME", keys: .inputs),
      "Calls that run before this one, and whose outputs it uses."
    ) { $0.needs = $2.needs($1) },
    Field(
      "let", "a map of values", .map(of: .anything, named: "NAME", keys: .inputs),
      "Values that are computed once per call, in order."
    ) { $0.endpoint.lets = $2.lets($1) },
    Field("query", "a map of texts", .items, "The items of the query, in order.") {
      $0.endpoint.query = $2.items(
        $1, nested: "write the whole name as the key, as in 'filter[name]: x'")
    },
    Field(
      "headers", "a map of texts", .items(keys: .requestHeaders), "The header fields, in order."
    ) { $0.endpoint.headers = $2.items($1, nested: "a header field is one line of text") },
    Field("json", "any value", .anything, "A JSON body.", read: addBody).giving(.body),
    Field(
      "ndjson", "a list",
      .either([.list(of: .anything), .textMatching(SchemaPattern.placeholder)]),
      "A body with each item of a list as JSON on a line.", read: addBody
    ).giving(.body),
    Field("form", "a map of texts", .formItems, "A body as an HTML form sends it.", read: addBody)
      .giving(.body),
    Field(
      "form_style", "text", .words(FormStyle.allCases.map(\.rawValue)),
      "How a form names nested values: repeat or brackets."
    ) { draft, entry, _ in draft.body.formStyle = entry },
    Field(
      "multipart", "a map of parts", .map(of: PartFields.shape, named: "NAME"),
      "A body of several parts, of the type multipart/form-data.", read: addBody
    ).giving(.body),
    Field("text", "text", .text, "A text body, sent as written.", read: addBody).giving(.body),
    Field(
      "file", "a path, or a file input", .path, "A file to send unchanged as the body.",
      read: addBody
    ).giving(.body),
    Field(
      "graphql", "a map", .table(GraphQLFields.all), "A GraphQL request, sent as JSON.",
      read: addBody
    ).giving(.body),
    Field("type", "a media type", .mediaType, "The media type of a text, file or multipart body.") {
      draft, entry, _ in draft.body.type = entry
    },
    Field(
      "template", "a list of names", .list(of: .text),
      "The names that are placeholders in a text or file."
    ) { draft, entry, _ in draft.body.template = entry },
    Field(
      "escape", "text", .words(TextEscape.allCases.map(\.rawValue)),
      "How the values of these placeholders are escaped; default none."
    ) { draft, entry, _ in draft.body.escape = entry },
    Field(
      "timeout", "a duration, or a map", .either([.duration, .table(TimeoutFields.all)]),
      "The time limit for the whole exchange, or separate limits for its parts."
    ) { $0.endpoint.timeout = $2.timeout($1) },
    Field(
      "redirects", "a whole number or a map", RedirectFields.shape,
      "How many redirects are followed, and what is sent along with them; default 0."
    ) { $0.endpoint.redirects = $2.redirectRule($1) },
    Field(
      "cookies", "true, or a name", .either([.boolean, .textMatching(SchemaPattern.identifier)]),
      "Keep the cookies of responses for the other calls of the run, or under a name for later runs."
    ) { $0.endpoint.cookies = $2.cookieUse($1) },
    Field(
      "retry", "a whole number or a map", RetryFields.shape,
      "How many times, and when, to retry after a transient failure; default 0."
    ) { $0.endpoint.retry = $2.retryRule($1) },
    Field(
      "auth", "the name of a type, or a map with it", .auth, "How requests are authorised."
    ) { $0.endpoint.auth = $2.auth($1) },
    Field(
      "expect", "a map", .table(ExpectationFields.all),
      "The expectations that the response must meet."
    ) {
      $2.read(
        $1.value, as: ExpectationFields.all, into: &$0.endpoint.expectation, named: "'expect'",
        form: $2.expectationForm($1))
    },
    Field(
      "outputs", "a map of outputs",
      .map(of: .either([.text, .table(OutputFields.all)]), named: "NAME", keys: .outputs),
      "Values taken from the response, by name."
    ) { $0.endpoint.outputs = $2.outputs($1) },
    Field(
      "decode", "a name, or a map with it", .choice(.decoder),
      "The decoder that reads the response, whatever its Content-Type."
    ) { $2.readDecoding($1, into: &$0.endpoint) },
    Field(
      "max_body", "a size", .size,
      "The maximum size of a response body; default 64MiB if it is held in memory."
    ) {
      $0.endpoint.maxBody = $2.sizeLimit($1)
    },
    Field(
      "paginate", "a map", .table(PaginationFields.all),
      "How to get from one page of a list to the next."
    ) { $0.endpoint.pagination = $2.pagination($1) },
    Field(
      "stop", "a map from JSONPaths to values, and idle",
      .map(
        of: .either([.text, .nothing, .list(of: .anything)]), named: "PATH", keys: .streamEnds),
      "Which value, or which silence (idle), ends a stream."
    ) { $0.endpoint.stop = $2.stopCondition($1) },
    Field(
      "since", "a map", .table(SinceFields.all),
      "Read only the items that are new since the last run."
    ) { $0.since = $2.since($1) },
    StateFields.field { $0.endpoint.state = $1 },
  ]

  private static let others: [Field<EndpointDraft>] = [
    Field(
      "format", "a name, or a map with it", .choice(.formatter),
      "The formatter that prints the response."
    ) { $0.endpoint.format = $2.choice($1) },
    Field(
      "requester", "a name, or a map with it", .choice(.requester),
      "The requester that sends the call."
    ) { $0.endpoint.requester = $2.choice($1) },
    Field(
      "examples", "a map of examples", .map(of: .table(ExampleFields.all), named: "NAME"),
      "Example responses for documentation, fixture and serve."
    ) { $0.endpoint.examples = $2.examples($1) },
    Field(
      "test", "a map", .table(TestFields.all),
      "How apicall test runs and judges the cases of this file."
    ) { $0.endpoint.test = $2.testDeclaration($1) },
  ]

  /// Every field of an endpoint file; the fields of its parts are in their shapes.
  package static var descriptions: [FieldDescription] { all.map(\.about) }
}

import YAMLTree

/// What the fields of an endpoint are read into.
struct EndpointDraft: Sendable {
  var endpoint: Endpoint.Parts
  /// What was found of the body, which is read when all of its fields are known.
  var body = BodyDraft()
  /// What was read of the calls that it needs, before anybody knows what they call.
  var needs: [NeedDraft] = []
}

/// The fields of an endpoint file, in the order that apicall-spec(5) documents them.
package enum EndpointFields {
  static let all: [Field<EndpointDraft>] = [
    Field("summary", "text", .text, "One line that says what the call is for; shown by list.") {
      $0.endpoint.summary = $2.text($1)
    },
    Field("extends", "the path of a file", .path, "A file whose fields this one inherits.") {
      _ = $2.path($1)
    },
    Field(
      "url", "text", .textMatching(SchemaPattern.url),
      "A whole URL in place of host and path, sent as written."
    ) { $0.endpoint.url = $2.url($1) }.giving([.host, .path]),
    Field(
      "host", "text", .textMatching(SchemaPattern.host),
      "An external host: scheme://host[:port][/base]."
    ) { $0.endpoint.host = $2.template($1) }.giving(.host),
    Field(
      "path", "text", .textMatching(SchemaPattern.path),
      "The path; a missing leading slash is added."
    ) {
      guard $1.value.scalar?.kind != .null
      else { return $2.refuse($1, takes: "a path such as /users") }
      $0.endpoint.path = $2.pathTemplate($1)
    }.giving(.path),
    Field(
      "method", "text", .textMatching(SchemaPattern.methodText),
      "The method; GET, or POST where there is a body."
    ) { $0.endpoint.method = $2.template($1) },
    Field(
      "inputs", "a map of inputs",
      .map(of: .either([.table(InputFields.all), .nothing]), named: "NAME", keys: .inputs),
      "What the caller gives, checked before anything is sent."
    ) { $0.endpoint.inputs = $2.inputs($1) },
    Field(
      "needs", "a map of calls", .map(of: .table(NeedFields.all), named: "NAME", keys: .inputs),
      "Calls that are made first, whose outputs it uses."
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
    Field("json", "any value", .anything, "A body of JSON.") {
      draft, entry, _ in draft.body.add(.json, entry)
    }.giving(.body),
    Field("form", "a map of texts", .formItems, "A body as an HTML form sends it.") {
      draft, entry, _ in draft.body.add(.form, entry)
    }.giving(.body),
    Field(
      "form_style", "text", .words(FormStyle.allCases.map(\.rawValue)),
      "How a form names what is nested: repeat, or brackets."
    ) { draft, entry, _ in draft.body.formStyle = entry },
    Field(
      "multipart", "a map of parts", .map(of: PartFields.shape, named: "NAME"),
      "A body of several parts, files among them."
    ) { draft, entry, _ in draft.body.add(.multipart, entry) }.giving(.body),
    Field("text", "text", .text, "A body of text, sent as it is written.") {
      draft, entry, _ in draft.body.add(.text, entry)
    }.giving(.body),
    Field("file", "a path, or a file input", .path, "A body that is a file, sent as it is.") {
      draft, entry, _ in draft.body.add(.file, entry)
    }.giving(.body),
    Field("graphql", "a map", .table(GraphQLFields.all), "A GraphQL request.") {
      draft, entry, _ in draft.body.add(.graphql, entry)
    }.giving(.body),
    Field("type", "a media type", .mediaType, "The media type of text, file or multipart.") {
      draft, entry, _ in draft.body.type = entry
    },
    Field(
      "template", "a list of names", .list(of: .text),
      "The names that are placeholders in text or file."
    ) { draft, entry, _ in draft.body.template = entry },
    Field(
      "timeout", "a length of time, or a map", .either([.duration, .table(TimeoutFields.all)]),
      "The limit on the whole exchange, such as 2s, or those on its parts."
    ) { $0.endpoint.timeout = $2.timeout($1) },
    Field(
      "redirects", "a whole number or a map", RedirectFields.shape,
      "How many redirects are followed, and what goes with them; none without it."
    ) { $0.endpoint.redirects = $2.redirectRule($1) },
    Field(
      "retry", "a whole number or a map", RetryFields.shape,
      "How often the request is sent again where it failed in a way that may pass."
    ) { $0.endpoint.retry = $2.retryRule($1) },
    Field(
      "auth", "the name of a type, or a map with it", .auth, "How requests are authorised."
    ) { $0.endpoint.auth = $2.auth($1) },
    Field("expect", "a map", .table(ExpectationFields.all), "What the answer has to be like.") {
      $2.read(
        $1.value, as: ExpectationFields.all, into: &$0.endpoint.expectation, named: "'expect'",
        form: $2.expectationForm($1))
    },
    Field(
      "outputs", "a map of outputs",
      .map(of: .either([.text, .table(OutputFields.all)]), named: "NAME", keys: .outputs),
      "The values to take from the answer, by name."
    ) { $0.endpoint.outputs = $2.outputs($1) },
    Field(
      "decode", "a name, or a map with it", .decoder,
      "The decoder that reads the answer, whatever its type."
    ) { $0.endpoint.decode = $2.choice($1) },
    Field("max_body", "a size", .size, "The longest body, such as 10MiB; what is held has 64MiB.") {
      $0.endpoint.maxBody = $2.sizeLimit($1)
    },
    Field(
      "paginate", "a map", .table(PaginationFields.all),
      "How the pages of a list follow one another."
    ) { $0.endpoint.pagination = $2.pagination($1) },
    Field(
      "stop", "a map from JSONPaths to values",
      .map(
        of: .either([.text, .nothing, .list(of: .anything)]), named: "PATH", keys: .paths),
      "What the last value of a stream that is wanted has to be like."
    ) { $0.endpoint.stop = $2.stopCondition($1) },
    Field(
      "select", "a JSONPath", .textMatching(SchemaPattern.jsonPath),
      "What of the answer's values is printed."
    ) { $0.endpoint.select = $2.selectDeclaration($1) },
    Field(
      "format", "a name, or a map with it", .formatter, "The formatter that prints the answer."
    ) { $0.endpoint.format = $2.choice($1) },
    Field(
      "requester", "a name, or a map with it", .requester, "The requester that sends the call."
    ) { $0.endpoint.requester = $2.choice($1) },
    Field(
      "examples", "a map of examples", .map(of: .table(ExampleFields.all), named: "NAME"),
      "Answers for documentation, fixture and serve."
    ) { $0.endpoint.examples = $2.examples($1) },
  ]

  /// Every field of an endpoint file; those of its parts are in their shapes.
  package static var descriptions: [FieldDescription] { all.map(\.about) }
}

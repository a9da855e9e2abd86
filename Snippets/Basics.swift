// Endpoints, URLs and projects; errors and values of Swift. The argument is the folder of a project.

import APICall

let folder = CommandLine.arguments[1]

// MARK: Endpoints

let rename = try builtEndpoint(token: "t0ken-value")

func builtEndpoint(token: String) throws(RequestError) -> Endpoint {
  // snippet.builtEndpoint
  let rename = try Endpoint(
    .put, "https://todos.example.com/lists/{id}"
  ) {
    $0.query = ["dry_run": true]
    $0.headerFields = ["Accept": "application/json"]
    $0.body = .json([
      "title": .input("title"), "tags": ["home", "<now>"],
    ])
    $0.authorization = .bearer(.secret(token))
    $0.timeout = .seconds(2)
    $0.maximumRetries = 3
    $0.expectedStatuses = [.ok, .noContent]
    $0.inputs["id"] = Endpoint.Input(.integer)
    $0.outputs = ["version": "$.version"]
  }
  // snippet.end
  return rename
}

// snippet.sentEndpoint
let recorder = RecordingRequester(
  by: SucceedingRequester(#"{"version": 4}"#))
let recording = Client(requester: recorder)
let renamed = try await recording.call(
  rename, ["id": 7, "title": "groceries"])
print(try renamed.output("version"))
for exchange in recorder.exchanges {
  print(exchange.request.method, exchange.request.url)
  print(String(decoding: try exchange.request.body(), as: UTF8.self))
}
// snippet.end

// snippet.yaml
let search = try Endpoint(
  yaml: """
    url: https://todos.example.com/search
    inputs:
      text: {min_length: 2}
    query:
      q: <text>
    """, named: "search.yaml")
// snippet.end

// snippet.invalidEndpoint
do {
  _ = try Endpoint(.get, "https://todos.example.com/") {
    $0.headerFields["no name"] = "x"
    $0.timeout = .zero
  }
} catch {
  for problem in error.diagnostics { print(problem.message) }
}
// snippet.end

// snippet.check
let login = try Endpoint(contentsOf: "\(folder)/endpoints/login.yaml")
for problem in login.problems(in: ["name": "a", "password": "short"]) {
  print(problem.input ?? "", "-", problem.message)
}
// snippet.end
print(search.problems(in: ["text": "milk"]).isEmpty)

// snippet.inputs
func inputs(page: Int?, tags: [String]) -> Inputs {
  var inputs: Inputs = [
    "user": 1, "tags": .list(tags.map { .text($0) }),
  ]
  inputs["page"] = page.map { .integer($0) }
  return inputs
}
// snippet.end
print(inputs(page: 2, tags: ["a"]), inputs(page: nil, tags: []))

// MARK: URLs

// snippet.urlBuilder
var builder = URLBuilder()
builder.setHost("https://api.example.com")
builder.setPath("item/token/{id}")
builder.addQueryItem("id", "a/b c")
builder.addQueryItem("page", "2")
print(try builder.build())
// snippet.end

// snippet.urlProblem
builder.setPath("/item/{name}")
do throws(URLProblem) {
  print(try builder.build())
} catch {
  if case .unfilledToken(let name) = error {
    print("there is no value for", name)
  }
}
// snippet.end

// snippet.director
let project = Project(at: folder)
let own = try RequestDirector.profile(of: project)
let other = RequestDirector.external("tokens.example.com")
for director in [own, other] {
  print(try director.url("/item/{id}", ["id": "7", "page": "2"]))
}
// snippet.end

// MARK: Projects

// snippet.project
print(try project.names)
do {
  _ = try project.endpoint(named: "todos/lists")
} catch {
  print(error.diagnostics.compactMap(\.hint))
}
// snippet.end

// snippet.profiles
for profile in [nil, "local"] {
  let requests = RecordingRequester(by: SucceedingRequester("[]"))
  let client = Client(
    project: Project(at: folder, profile: profile), requester: requests)
  _ = try await client.call("todos/list", ["token": "tok-5f2a90c1d7"])
  print(requests.exchanges.map(\.request.url))
}
// snippet.end

// snippet.trust
var configuration = ClientConfiguration()
configuration.variables = {
  $0 == "TODOS_TOKEN" ? "tok-5f2a90c1d7" : nil
}
for trust in [Trust.trusted, .untrusted] {
  let client = Client(
    project: Project(at: folder, trust: trust),
    configuration: configuration,
    requester: AuthorizationEcho())
  switch await client.start("todos/list").result {
  case .success(let response): print(response.text)
  case .failure(let error): print(error.diagnostics.map(\.message))
  }
}
// snippet.end

/// Responds with the credentials of the request.
struct AuthorizationEcho: Requester {
  func send(
    _ request: Request, to receiver: ResponseReceiver
  ) async throws(RequestError) {
    await receiver.receive(HTTPResponse(status: .ok))
    await receiver.receive(
      Array((request.headerFields[.authorization] ?? "none").utf8))
  }
}

// MARK: Errors

// snippet.errors
func words(for error: RequestError) -> String {
  switch error {
  case .invalidInputs(let problems):
    problems.map(\.message).joined(separator: "\n")
  case .transport(.hostNotFound, _), .transport(.cannotConnect, _):
    "no connection"
  case .transport(.tls, _): "the connection is not safe"
  case .timedOut: "the server takes too long"
  case .unexpectedStatus(let response, _)
  where response.status == .unauthorized: "log in again"
  case .unexpectedStatus(let response, _):
    "the server says \(response.status)"
  case .cancelled: ""
  default: "\(error)"
  }
}
// snippet.end

let home = try Endpoint(.get, "https://todos.example.com/")
let failing: [any Requester] = [
  FailingRequester(.transport(.cannotConnect, [])),
  FailingRequester(.timedOut(.total, [])),
  SucceedingRequester("{}", status: .unauthorized),
  SucceedingRequester("{}", status: .gone),
]
for requester in failing {
  let result = await Client(requester: requester).start(home).result
  if case .failure(let error) = result { print(words(for: error)) }
}

// snippet.diagnostics
struct Todo: Decodable {
  var id: Int
  var title: String
}

let wrong = SucceedingRequester(#"[{"id": "7", "title": "milk"}]"#)
let mistaken = try await Client(requester: wrong).call(home)
do {
  _ = try mistaken.decode([Todo].self)
} catch {
  print(error)
  for problem in error.diagnostics {
    print(problem.line ?? 0, problem.column ?? 0)
  }
  print(error.response?.status.code ?? 0)
}
// snippet.end

// MARK: Decoding

func page(_ body: String) async throws -> Response {
  try await Client(requester: SucceedingRequester(body)).call(home)
}

let body = try await page(
  #"""
  {"todos": [{"id": 1, "title": "milk", "due_date": "2026-01-31T12:00:00.25+01:00"}],
   "total": 12.50, "next": null}
  """#)

// snippet.decodePath
let first: Todo = try body.decode(at: "$.todos[0]")
print(first.title)
// snippet.end

// snippet.decodeOptions
struct DatedTodo: Decodable {
  var title: String
  var dueDate: Timestamp
}

let dated = try body.decode(
  [DatedTodo].self, at: "$.todos",
  using: JSONDecoding(keys: .fromSnakeCase))
for todo in dated { print(todo.title, todo.dueDate) }
// snippet.end

// snippet.json
let json = try body.json
print(json["todos"]?[0]?["title"]?.string ?? "none")
print(json["total"]?.number?.description ?? "none")
print(json["next"]?.isNull == true, json.members?.map(\.key) ?? [])
let id = try body.value(at: "$.todos[0].id").number
print(id.flatMap { Int(exactly: $0) } ?? 0)
// snippet.end

// snippet.adapter
struct Colour: Decodable { var red: UInt8 }

var decoding = JSONDecoding()
decoding.setDecoder(for: Colour.self) { decoder in
  let container = try decoder.singleValueContainer()
  guard let red = UInt8(try container.decode(String.self), radix: 16)
  else {
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "it is not hex")
  }
  return Colour(red: red)
}
// snippet.end
let colours = try await page(#"["ff"]"#).decode([Colour].self, using: decoding)
print(colours.map(\.red))

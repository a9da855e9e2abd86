// Requesters and middleware, and bridges to other libraries, whose types have look-alikes here. The
// argument is the folder of a project.

import APICall
import APICallFoundation
import Synchronization

let project = Project(at: CommandLine.arguments[1])
let token = "tok-5f2a90c1d7"
let list = try project.endpoint(named: "todos/list")

// MARK: Requesters

// snippet.fixture
let offline = Client(project: project, requester: FixtureRequester())
let todos = try await offline.call(
  "todos/list", ["token": .text(token)])
print(todos.status, todos.text)
// snippet.end

// snippet.failing
let broken = Client(
  requester: FailingRequester(.transport(.cannotConnect, [])))
let failed = await broken.start(list, ["token": "x"]).result
if case .failure(.transport(.cannotConnect, _)) = failed {
  print("no connection")
}
// snippet.end

// snippet.recording
let recorder = RecordingRequester(by: FixtureRequester())
_ = try await Client(requester: recorder).call(
  list, ["token": .text(token)])
for exchange in recorder.exchanges {
  print(
    exchange.request,
    exchange.request.headerFields[.authorization] ?? "-")
}
// snippet.end

// snippet.requester
/// Responds in pieces, so that a test sees a progress bar move.
struct PieceRequester: Requester {
  let pieces: [String]

  func send(
    _ request: Request, to receiver: ResponseReceiver
  ) async throws(RequestError) {
    let total = Int64(pieces.joined().utf8.count)
    await receiver.receive(HTTPResponse(status: .ok))
    var received: Int64 = 0
    for piece in pieces {
      guard await receiver.receive(Array(piece.utf8)) == .more else {
        return
      }
      received += Int64(piece.utf8.count)
      await receiver.receive(
        TransferProgress(received: received, toReceive: total))
    }
  }
}
// snippet.end
let inPieces = Client(
  requester: PieceRequester(pieces: ["id,", "title\n"]))
let watcher = Task { [events = inPieces.events] in
  var moves: [Int64] = []
  for await case .moved(_, let progress) in events {
    moves.append(progress.received)
  }
  return moves
}
print(try await inPieces.call(list, ["token": "x"]).body.count)
await inPieces.shutdown()
print(await watcher.value.last ?? 0)

// snippet.settings
var settings = ConnectionSettings()
try settings.setProxy("socks5h://127.0.0.1:1080")
settings.setCertificateAuthorities(file: "company.pem")
let behindProxy = Client(requester: CurlRequester(settings))
// snippet.end

// MARK: Middleware

// snippet.tracing
/// Sends the trace of the program to the server (W3C Trace Context).
struct Tracing: Middleware {
  let trace: @Sendable () -> String

  func send(
    _ request: Request, to receiver: ResponseReceiver, by next: Next
  ) async throws(RequestError) {
    var request = request
    if let name = HTTPField.Name("traceparent") {
      request.setHeaderField(name, to: trace())
    }
    try await next.send(request, to: receiver)
  }
}
// snippet.end

// snippet.again
/// Sends a request again with a new token, after the status 401.
struct Renewing: Middleware {
  let renew: @Sendable () async throws(RequestError) -> String

  func send(
    _ request: Request, to receiver: ResponseReceiver, by next: Next
  ) async throws(RequestError) {
    let first = try await next.response(to: request)
    guard first.head.status == .unauthorized else {
      await receiver.receive(first.head)
      await receiver.receive(first.body)
      return
    }
    var request = request
    request.setHeaderField(
      .authorization, to: "Bearer \(try await renew())")
    try await next.send(request, to: receiver)
  }
}
// snippet.end

// snippet.middleware
var configuration = ClientConfiguration()
configuration.middleware = [
  Tracing { "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  Renewing { () throws(RequestError) in token },
]
// snippet.end
let layered = Client(
  configuration: configuration, requester: StrictServer())
print(try await layered.call(list, ["token": "expired-0815"]).text)

/// Accepts one token only, and responds with the trace.
struct StrictServer: Requester {
  func send(
    _ request: Request, to receiver: ResponseReceiver
  ) async throws(RequestError) {
    let isValid =
      request.headerFields[.authorization] == "Bearer \(token)"
    await receiver.receive(
      HTTPResponse(status: isValid ? .ok : .unauthorized))
    let trace = HTTPField.Name("traceparent").flatMap {
      request.headerFields[$0]
    }
    await receiver.receive(Array("trace \(trace ?? "-")".utf8))
  }
}

// MARK: Secrets

// snippet.secrets
let memory = MemorySecrets()
memory["todos"] = try Secret(token, for: ["https://todos.example.com"])
var withSecrets = ClientConfiguration()
withSecrets.secrets = [Vault(), memory]
// snippet.end

// snippet.secretSource
/// Secrets that a service of the company keeps.
struct Vault: SecretSource {
  let name = "vault"

  func secret(named name: String) async throws(RequestError) -> Secret? {
    guard name == "chat" else { return nil }
    return try Secret("ch4t-token", for: ["https://chat.example.com"])
  }
}
// snippet.end

let keyed = Client(
  configuration: withSecrets, requester: StrictServer())
// snippet.secretUse
for host in ["todos.example.com", "elsewhere.example.com"] {
  let endpoint = try Endpoint(
    yaml: """
      url: https://\(host)/
      auth: {type: bearer, token: <secret.todos>}
      """)
  switch await keyed.start(endpoint).result {
  case .success(let response): print(response.status)
  case .failure(.notPermitted(let problems)):
    print(problems.map(\.message))
  case .failure(let error): print(error)
  }
}
// snippet.end

// MARK: Plugins

// snippet.plugins
let pluggedIn = Project(at: ".", plugins: .folders(["plugins"]))
// snippet.end

// MARK: Configuration

// snippet.configuration
var limits = ClientConfiguration()
limits.duplicates = .share
limits.maximumCalls = 8
limits.maximumEvents = 1_000
// snippet.end

// MARK: Foundation

let milk = SucceedingRequester(
  #"[{"title": "milk", "due": "2026-01-31T12:00:00Z"}]"#)
let local = Client(requester: milk)

// snippet.foundation
struct Errand: Decodable {
  var title: String
  var due: Date
}

let since = try Endpoint(.get, "https://todos.example.com/todos") {
  $0.query["since"] = .input("since")
}
let start = Date(timeIntervalSince1970: 1_700_000_000)
let response = try await local.call(since, ["since": .date(start)])
print(response.url)
let errands: [Errand] = try response.decode(using: .foundation)
for errand in errands { print(errand.title, Timestamp(errand.due)) }
// snippet.end

// MARK: Logging

/// Looks like the logger of swift-log.
struct Logger: Sendable {
  var label: String
  func debug(_ message: String, metadata: [String: String]) {
    write("debug", message, metadata)
  }
  func warning(_ message: String, metadata: [String: String]) {
    write("warning", message, metadata)
  }
  private func write(
    _ level: String, _ message: String, _ metadata: [String: String]
  ) {
    let words = metadata.filter { $0.key != "call" }.sorted {
      $0.key < $1.key
    }
    print(
      level, message,
      words.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
  }
}

// snippet.logging
func log(_ events: EventStream, to logger: Logger) async {
  for await event in events {
    let call = event.call.map { "\($0)" } ?? ""
    switch event {
    case .sending(_, let method, let url):
      logger.debug(
        "sending",
        metadata: ["call": call, "method": "\(method)", "url": url])
    case .ended(_, .success(let status)):
      logger.debug(
        "ended", metadata: ["call": call, "status": "\(status.code)"])
    case .ended(_, .failure(let error)) where !error.isCancellation:
      logger.warning(
        "failed", metadata: ["call": call, "error": "\(error)"])
    default: break
    }
  }
}
// snippet.end

// MARK: Metrics

/// Looks like a counter of swift-metrics.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  let label: String
  init(label: String) { self.label = label }
  func increment() { count.add(1, ordering: .relaxed) }
  var total: Int { count.load(ordering: .relaxed) }
}

// snippet.metrics
func count(
  _ events: EventStream, calls: Counter, failures: Counter
) async {
  for await case .ended(_, let result) in events {
    calls.increment()
    if case .failure(let error) = result, !error.isCancellation {
      failures.increment()
    }
  }
}
// snippet.end

let watched = Client(project: project, requester: FixtureRequester())
let (calls, failures) = (
  Counter(label: "calls"), Counter(label: "failures")
)
// snippet.observers
let logging = Task { [events = watched.events] in
  await log(events, to: Logger(label: "todos"))
}
let counting = Task { [events = watched.events] in
  await count(events, calls: calls, failures: failures)
}
// snippet.end
_ = await watched.start("todos/tick", ["token": .text(token), "id": 2])
  .result
_ = await watched.start("todos/tick", ["token": .text(token), "id": 7])
  .result
await watched.shutdown()
await logging.value
await counting.value
print(calls.total, "calls,", failures.total, "failed")

// MARK: OpenAPI

/// Looks like the body of OpenAPIRuntime, which is a sequence of pieces.
struct HTTPBody: AsyncSequence, Sendable {
  typealias Element = ArraySlice<UInt8>
  private let nextPiece: @Sendable () -> () async throws -> Element?

  init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces)
  where Pieces.Element == Element {
    nextPiece = {
      var iterator = pieces.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(nextPiece: nextPiece())
  }

  struct Iterator: AsyncIteratorProtocol {
    let nextPiece: () async throws -> Element?
    mutating func next() async throws -> Element? {
      try await nextPiece()
    }
  }
}

/// Looks like the protocol of OpenAPIRuntime.
protocol ClientTransport: Sendable {
  func send(
    _ request: HTTPRequest, body: HTTPBody?, baseURL: String,
    operationID: String
  ) async throws -> (HTTPResponse, HTTPBody?)
}

// snippet.openAPI
/// Sends what a generated client sends, with a client of this library.
struct APICallTransport: ClientTransport {
  let client: Client

  func send(
    _ request: HTTPRequest, body: HTTPBody?, baseURL: String,
    operationID: String
  ) async throws -> (HTTPResponse, HTTPBody?) {
    var bytes: [UInt8] = []
    if let body { for try await piece in body { bytes += piece } }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RequestError.other([
        Diagnostic("the body of \(operationID) is not text")
      ])
    }
    let endpoint = try Endpoint(
      request.method, baseURL + (request.path ?? "/")
    ) {
      for field in request.headerFields where field.name != .contentType {
        $0.headerFields[field.name.rawName] = .text(field.value)
      }
      if !text.isEmpty {
        let type = request.headerFields[.contentType] ?? "text/plain"
        $0.body = .text(.text(text), type: type)
      }
      // A generated client tells the statuses apart itself.
      $0.expectedStatuses = (200...599).map {
        HTTPResponse.Status(code: $0)
      }
    }
    let stream = client.stream(endpoint)
    do throws(RequestError) {
      // A slow reader makes the server wait.
      return (try await stream.head, HTTPBody(stream.map { $0[...] }))
    } catch {
      throw error.isCancellation
        ? CancellationError() : error as any Error
    }
  }
}
// snippet.end

let transport = APICallTransport(
  client: Client(
    requester: SucceedingRequester(#"{"id": 7}"#, status: .notFound)))
let (head, responseBody) = try await transport.send(
  HTTPRequest(
    method: .get, scheme: nil, authority: nil, path: "/todos/7"),
  body: nil,
  baseURL: "https://todos.example.com", operationID: "getTodo")
print(head.status.code)
if let responseBody {
  for try await piece in responseBody {
    print(String(decoding: piece, as: UTF8.self))
  }
}

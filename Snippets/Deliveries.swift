// Each way of taking a response. The arguments are the folder of a project, and the URL of a mock
// server that responds with the examples of its endpoints.

// snippet.first
import APICall

struct Todo: Decodable {
  var title: String
  var done: Bool
}

let folder = CommandLine.arguments[1]
let mock = CommandLine.arguments[2]

var configuration = ClientConfiguration()
try configuration.useMock(at: mock)
let client = Client(
  project: Project(at: folder), configuration: configuration)

let login = try await client.call(
  "login", ["name": "ada", "password": "l0velace-1815"])
let token = try login.output("token")
let response = try await client.call(
  "todos/list", ["token": .text(token)])
for todo in try response.decode([Todo].self) { print(todo.title) }
// snippet.end

// MARK: async

// snippet.await
do throws(RequestError) {
  let response = try await client.call(
    "todos/list", ["token": .text(token)])
  let todos: [Todo] = try response.decode()
  print(todos.map(\.title))
} catch .unexpectedStatus(let response, _)
  where response.status == .unauthorized
{
  print("log in first")
} catch {
  print(error)
}
// snippet.end

// snippet.group
let titles = try await withThrowingTaskGroup(of: String.self) { group in
  for id in [2, 2] {
    group.addTask {
      try await client.call(
        "todos/tick", ["token": .text(token), "id": .integer(id)]
      )
      .decode(at: "$.title")
    }
  }
  var titles: [String] = []
  for try await title in group { titles.append(title) }
  return titles
}
print(titles)
// snippet.end

// snippet.cancel
let task = Task {
  try await client.call("todos/list", ["token": .text(token)])
}
task.cancel()
do {
  _ = try await task.value
} catch let error as RequestError where error.isCancellation {
  print("cancelled")
}
// snippet.end

// snippet.pending
let call = client.start("todos/list", ["token": .text(token)])
print(try await call.response.status)
// snippet.end

// MARK: completion

var shown = 0

@MainActor func show(_ response: Response) {
  print("show \(response.body.count) bytes")
  shown += 1
}
@MainActor func complain(_ error: RequestError) {
  print("complain: \(error)")
}

// snippet.completion
let list = client.call("todos/list", ["token": .text(token)]) {
  @MainActor result in
  switch result {
  case .success(let response): show(response)
  case .failure(let error) where error.isCancellation: break
  case .failure(let error): complain(error)
  }
}
// snippet.end
while shown < 1 { await Task.yield() }
// snippet.completionCancel
list.cancel()
// snippet.end

// MARK: handlers

@MainActor final class Screen {
  var isBusy = false
  private let bag = CallBag()
  private(set) var ends = 0

  // snippet.handlers
  func logIn(_ name: String, _ password: String) {
    isBusy = true
    client.start(
      "login", ["name": .text(name), "password": .text(password)]
    )
    .onSuccess { @MainActor response in show(response) }
    .onFailure { @MainActor error in complain(error) }
    .finally { @MainActor [weak self] in self?.isBusy = false }
    .store(in: bag)
  }
  // snippet.end
}

let screen = Screen()
screen.logIn("ada", "l0velace-1815")
while screen.isBusy { await Task.yield() }

// MARK: delegate

// snippet.delegate
@MainActor final class Download: CallDelegate {
  private(set) var bytes: [UInt8] = []
  private(set) var percent: Int64?
  private(set) var isDone = false

  func call(_ id: CallID, received head: HTTPResponse) async {
    print("status", head.status.code)
  }

  func call(_ id: CallID, received piece: [UInt8]) async {
    bytes += piece
  }

  func call(_ id: CallID, moved progress: TransferProgress) async {
    if let total = progress.toReceive, total > 0 {
      percent = 100 * progress.received / total
    }
  }

  func call(_ id: CallID, ended result: Result<Response, RequestError>)
    async
  {
    isDone = true
    if case .failure(let error) = result { print(error) }
  }
}
// snippet.end

// snippet.delegateStart
let download = Download()
client.start(
  "todos/export", ["token": .text(token)], delegate: download)
// snippet.end
while !download.isDone { await Task.yield() }
print(download.bytes.count, "bytes,", download.percent ?? 0, "%")

// MARK: stream

// snippet.pieces
let stream = client.stream("todos/export", ["token": .text(token)])
print(try await stream.head.headerFields[.contentType] ?? "")
var count = 0
for try await piece in stream { count += piece.count }
print(count, "bytes")
// snippet.end

// snippet.values
let changes = client.stream("todos/changes", ["token": .text(token)])
for try await todo in changes.values(Todo.self) {
  print(todo.title, todo.done ? "is done" : "is to be done")
}
// snippet.end

// snippet.serverSentEvents
struct ServerSentEvent: Decodable {
  var event: String?
  var data: String
}

let ticks = SucceedingRequester(
  "event: tick\ndata: {\"n\": 1}\n\ndata: done\n\n",
  contentType: "text/event-stream")
let feed = try Endpoint(.get, "https://todos.example.com/feed")
let news = Client(requester: ticks).stream(feed)
for try await event in news.values(ServerSentEvent.self) {
  print(event.event ?? "message", event.data)
}
// snippet.end

// MARK: scripts

// snippet.script
let run = client.run(
  "add-and-list",
  ["name": "ada", "password": "l0velace-1815", "title": "buy eggs"])
for await step in run.steps {
  print("\(step.number ?? 0) of \(step.count ?? 0):", step.name)
}
let outputs = try await run.outputs
print("number", outputs["id"] ?? "-")
print(String(decoding: outputs.printed, as: UTF8.self), terminator: "")
// snippet.end

// MARK: events

// snippet.events
let events = client.events
let observer = Task {
  for await event in events {
    switch event {
    case .sending(_, let method, let url): print(method, url)
    case .responded(_, let head): print("responded", head.status.code)
    case .continuing(_, let reason, _): print("again:", reason)
    case .ended(_, .success(let status)): print("ended", status.code)
    case .ended(_, .failure(let error)): print("failed:", error)
    case .dropped(let count): print("\(count) events were dropped")
    default: break
    }
  }
}
// snippet.end
let ticked = client.start(
  "todos/tick", ["token": .text(token), "id": 2])
_ = await ticked.result
await client.shutdown()
await observer.value

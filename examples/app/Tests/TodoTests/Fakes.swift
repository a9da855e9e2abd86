import APICall
import TodoCore

/// The project in examples/app.
let project = Project(
  at: #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })

/// Keeps what the interactor shows.
@MainActor final class FakeView: TodoView {
  private(set) var lines: [String] = []
  /// Called with each line.
  var onLine: (String) -> Void = { _ in }

  func show(_ todos: [Todo]) {
    add(todos.map { "\($0.id) \($0.title)\($0.isDone ? ", done" : "")" }.joined(separator: "; "))
  }
  func show(received: Int, of total: Int?) { add("\(received) of \(total.map { "\($0)" } ?? "?")") }
  func show(_ text: String) { add(text) }
  func complain(_ text: String) { add("! \(text)") }

  private func add(_ line: String) {
    lines.append(line)
    onLine(line)
  }
}

/// Sends logins to the examples of the file, and everything else to another requester.
struct AfterLogin: Requester {
  let rest: any Requester

  func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    let requester: any Requester = request.url.hasSuffix("/login") ? FixtureRequester() : rest
    try await requester.send(request, to: receiver)
  }
}

/// Responds in pieces, each with its progress.
struct PieceRequester: Requester {
  let pieces: [String]
  let total: Int64?

  func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    await receiver.receive(HTTPResponse(status: .ok))
    var received: Int64 = 0
    for piece in pieces {
      guard await receiver.receive(Array(piece.utf8)) == .more else { return }
      received += Int64(piece.utf8.count)
      await receiver.receive(TransferProgress(received: received, toReceive: total))
    }
  }
}

/// Sends one piece, and then nothing until it is cancelled.
struct StuckRequester: Requester {
  func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    await receiver.receive(HTTPResponse(status: .ok))
    await receiver.receive(Array("id,".utf8))
    await receiver.receive(TransferProgress(received: 3, toReceive: 100))
    do { try await Task.sleep(for: .seconds(900)) } catch { throw .cancelled }
  }
}

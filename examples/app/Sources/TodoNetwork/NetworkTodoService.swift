import APICall
import Synchronization
import TodoCore

/// The service over HTTP, as the files in endpoints/ describe it.
package final class NetworkTodoService: TodoService {
  private let client: Client
  private let login: Endpoint
  /// The token of the login.
  private let token = Mutex<String?>(nil)

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - client: makes the calls; its requester decides whether there is a network.
  ///   - project: the folder of the endpoints, which is also the client's.
  /// - Throws: a `RequestError` if the file of the login has problems.
  package init(client: Client, project: Project) throws(RequestError) {
    self.client = client
    login = try project.endpoint(named: "login")
  }

  package func problems(name: String, password: String) -> [String] {
    login.problems(in: ["name": .text(name), "password": .text(password)]).map(\.message)
  }

  package func logIn(name: String, password: String) async throws(ServiceError) {
    do throws(RequestError) {
      let response = try await client.call(
        login, ["name": .text(name), "password": .text(password)])
      let found = try response.output("token")
      token.withLock { $0 = found }
    } catch {
      throw ServiceError(error)
    }
  }

  package func todos() async throws(ServiceError) -> [Todo] {
    try await decoded([Row].self, from: "todos/list").map(\.todo)
  }

  package func add(title: String) async throws(ServiceError) -> Todo {
    try await decoded(Row.self, from: "todos/add", ["title": .text(title)]).todo
  }

  package func tick(id: Int) async throws(ServiceError) -> Todo {
    try await decoded(Row.self, from: "todos/tick", ["id": .integer(id)]).todo
  }

  package func export(
    progress: @escaping @Sendable (_ received: Int, _ total: Int?) async -> Void
  ) async throws(ServiceError) -> String {
    let download = Download(progress)
    let call = client.start("todos/export", try withToken([:]), delegate: download)
    let result = await withTaskCancellationHandler {
      await download.result
    } onCancel: {
      call.cancel()
    }
    if case .failure(let error) = result { throw ServiceError(error) }
    return await download.text
  }

  /// Makes a call that needs the login, and decodes its response.
  private func decoded<Value: Decodable>(
    _ type: Value.Type, from endpoint: String, _ inputs: Inputs = [:]
  ) async throws(ServiceError) -> Value {
    let inputs = try withToken(inputs)
    do throws(RequestError) {
      return try await client.call(endpoint, inputs).decode()
    } catch {
      throw ServiceError(error)
    }
  }

  private func withToken(_ inputs: Inputs) throws(ServiceError) -> Inputs {
    guard let token = token.withLock({ $0 }) else { throw .refused("log in first") }
    var inputs = inputs
    inputs["token"] = .text(token)
    return inputs
  }
}

/// A to-do as the service writes it.
private struct Row: Decodable {
  var id: Int
  var title: String
  var done: Bool

  var todo: Todo { Todo(id: id, title: title, isDone: done) }
}

import APICall
import Synchronization
public import TodoCore

/// The service over HTTP, as the files in endpoints/ describe it.
public final class NetworkTodoService: TodoService {
  private let client: Client
  private let login: Endpoint
  /// The token of the login.
  private let token = Mutex<String?>(nil)

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - client: makes the calls; its requester decides whether there is a network.
  ///   - project: the folder of the endpoints, which is also the client's.
  public init(client: Client, project: Project) throws(RequestError) {
    self.client = client
    login = try project.endpoint(named: "login")
  }

  public func problems(name: String, password: String) -> [String] {
    login.check(["name": .text(name), "password": .text(password)]).map(\.message)
  }

  public func logIn(name: String, password: String) async throws(ServiceError) {
    let response = try await call(
      login, ["name": .text(name), "password": .text(password)])
    let found = try result { () throws(RequestError) in try response.output("token") }
    token.withLock { $0 = found }
  }

  public func todos() async throws(ServiceError) -> [Todo] {
    let response = try await call("todos/list", try inputs())
    return try result { () throws(RequestError) in try response.decode([Row].self) }.map(\.todo)
  }

  public func add(title: String) async throws(ServiceError) -> Todo {
    let response = try await call("todos/add", try inputs(["title": .text(title)]))
    return try result { () throws(RequestError) in try response.decode(Row.self) }.todo
  }

  public func tick(id: Int) async throws(ServiceError) -> Todo {
    let response = try await call("todos/tick", try inputs(["id": .integer(id)]))
    return try result { () throws(RequestError) in try response.decode(Row.self) }.todo
  }

  public func export(
    progress: @escaping @Sendable (_ received: Int, _ total: Int?) async -> Void
  ) async throws(ServiceError) -> String {
    let download = Download(progress)
    let call = client.start("todos/export", try inputs(), delegate: download)
    let result = await withTaskCancellationHandler {
      await download.result
    } onCancel: {
      call.cancel()
    }
    do throws(RequestError) {
      _ = try result.get()
    } catch {
      throw ServiceError(error)
    }
    return await download.text
  }

  /// The inputs of a call, with the token.
  private func inputs(_ others: Inputs = [:]) throws(ServiceError) -> Inputs {
    guard let token = token.withLock({ $0 }) else { throw .refused("log in first") }
    var inputs = others
    inputs["token"] = .text(token)
    return inputs
  }

  private func call(
    _ endpoint: some EndpointSource, _ inputs: Inputs
  ) async throws(ServiceError) -> Response {
    do throws(RequestError) {
      return try await client.call(endpoint, inputs)
    } catch {
      throw ServiceError(error)
    }
  }

  private func result<Value>(
    _ body: () throws(RequestError) -> Value
  ) throws(ServiceError) -> Value {
    do throws(RequestError) { return try body() } catch { throw ServiceError(error) }
  }
}

/// A to-do as the service writes it.
private struct Row: Decodable {
  var id: Int
  var title: String
  var done: Bool

  var todo: Todo { Todo(id: id, title: title, isDone: done) }
}

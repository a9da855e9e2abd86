import APICall
import TestServers
import Testing

/// An interactor behind a service protocol, with typed decoding: what it is made with is decided at
/// the very top.
@Suite("An interactor with a service", .timeLimit(.minutes(15)))
struct InteractorTests {
  private struct Todo: Decodable, Equatable {
    var id: Int
    var title: String
  }

  /// What the interactor needs of a service.
  private protocol TodoService: Sendable {
    func todos(of user: Int) async throws(RequestError) -> [Todo]
  }

  private struct CallingService: TodoService {
    let client: Client
    let list: Endpoint

    func todos(of user: Int) async throws(RequestError) -> [Todo] {
      try await client.call(list, ["user": .integer(user)]).decode()
    }
  }

  private struct Interactor {
    let service: any TodoService

    func titles(of user: Int) async -> String {
      do throws(RequestError) {
        return try await service.todos(of: user).map(\.title).joined(separator: ", ")
      } catch .noData {
        return "nothing"
      } catch .unexpectedStatus(let response, _) {
        return "status \(response.status.code)"
      } catch .decoding(_, let found) {
        return found.first.map { "\($0.message), line \($0.line ?? 0)" } ?? ""
      } catch {
        return "\(error)"
      }
    }
  }

  @Test(
    "Each response is shown, or what is wrong with it",
    arguments: [
      (1, "milk, bread"), (2, "nothing"), (404, "status 404"),
    ])
  func responses(_ user: Int, _ shown: String) async throws {
    let service = CallingService(
      client: try ServedLibrary.client(), list: try ServedLibrary.endpoint("todos"))
    #expect(await Interactor(service: service).titles(of: user) == shown)
  }

  @Test("Broken JSON and a value of another kind name their place")
  func broken() async throws {
    let service = CallingService(
      client: try ServedLibrary.client(), list: try ServedLibrary.endpoint("todos"))
    let broken = await Interactor(service: service).titles(of: 3)
    #expect(broken.hasPrefix("the body is not JSON") && broken.hasSuffix("line 1"))
    #expect(await Interactor(service: service).titles(of: 4).contains("$[1].id"))
  }

  @Test("A fake in its place needs no network")
  func fake() async throws {
    struct Fake: TodoService {
      func todos(of user: Int) -> [Todo] { [Todo(id: 1, title: "eggs")] }
    }
    #expect(await Interactor(service: Fake()).titles(of: 1) == "eggs")
    let fixture = CallingService(
      client: Client(requester: FixtureRequester()), list: try ServedLibrary.endpoint("todos"))
    #expect(await Interactor(service: fixture).titles(of: 1) == "milk, bread")
  }
}

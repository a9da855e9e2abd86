import APICall
import Testing
import TodoCore
import TodoNetwork

/// Everything but the terminal and the network.
@MainActor @Suite("A to-do list", .timeLimit(.minutes(15)))
struct TodoTests {
  private let view = FakeView()

  private func interactor(
    _ requester: any Requester = FixtureRequester()
  ) throws -> TodoInteractor {
    let client = Client(project: project, requester: requester)
    return TodoInteractor(
      service: try NetworkTodoService(client: client, project: project), view: view)
  }

  private func loggedIn(_ requester: any Requester = FixtureRequester()) async throws
    -> TodoInteractor
  {
    let interactor = try interactor(AfterLogin(rest: requester))
    #expect(await interactor.logIn(name: "ada", password: "l0velace-1815"))
    #expect(view.lines == ["logged in as ada"])
    return interactor
  }

  private var shown: [String] { Array(view.lines.dropFirst()) }

  @Test("A login, then a list")
  func list() async throws {
    let interactor = try await loggedIn()
    await interactor.run("list")
    #expect(shown == ["1 buy milk, done; 2 call the bank"])
  }

  @Test("To-dos are added and ticked off")
  func changes() async throws {
    let interactor = try await loggedIn()
    await interactor.run("add buy eggs")
    await interactor.run("tick 2")
    await interactor.run("tick 7")
    #expect(
      shown == [
        "3 buy eggs", "2 call the bank, done", "! the service says: there is no such to-do",
      ])
  }

  @Test("A wrong password is reported in the words of the service")
  func wrongPassword() async throws {
    #expect(try await interactor().logIn(name: "ada", password: "wrong-one-1815") == false)
    #expect(view.lines == ["! the service says: wrong name or password"])
  }

  @Test("A name and a password that cannot be right are not sent")
  func validation() async throws {
    let recorder = RecordingRequester(by: FixtureRequester())
    let interactor = try interactor(recorder)
    #expect(await interactor.logIn(name: "a", password: "short") == false)
    #expect(view.lines.count == 2)
    #expect(view.lines.allSatisfy { $0.contains("'name'") || $0.contains("'password'") })
    #expect(!view.lines.joined().contains("short"))
    #expect(recorder.exchanges.isEmpty)
  }

  @Test("A title that is too long, or none, is not sent")
  func titles() async throws {
    let recorder = RecordingRequester(by: FixtureRequester())
    let interactor = try await loggedIn(recorder)
    await interactor.run("add")
    await interactor.run("add " + String(repeating: "x", count: 81))
    #expect(shown.count == 2 && shown.allSatisfy { $0.contains("'title'") })
    #expect(recorder.exchanges.isEmpty)
  }

  @Test("Nothing is sent without a login")
  func loggedOut() async throws {
    let recorder = RecordingRequester(by: FixtureRequester())
    await (try interactor(recorder)).run("list")
    #expect(view.lines == ["! the service says: log in first"])
    #expect(recorder.exchanges.isEmpty)
  }

  @Test("A service that is not reached, or not in time, is reported")
  func unreachable() async throws {
    let interactor = try await loggedIn(FailingRequester(.transport(.cannotConnect, [])))
    await interactor.run("list")
    #expect(shown.count == 1)
    #expect(shown.first?.hasPrefix("! the service was not reached: ") == true)
  }

  @Test("A body of another shape is reported with its place")
  func shape() async throws {
    let interactor = try await loggedIn(SucceedingRequester(#"[{"id": "one"}]"#))
    await interactor.run("list")
    #expect(shown.first?.contains("cannot decode $[0].id: a string is not a number") == true)
  }

  @Test("An export shows its progress and its end")
  func progress() async throws {
    let interactor = try await loggedIn(
      PieceRequester(pieces: ["id,", "title\n", "1,milk\n"], total: 16))
    await interactor.run("export")
    #expect(interactor.isExporting)
    await interactor.exportEnded()
    #expect(!interactor.isExporting)
    #expect(shown == ["3 of 16", "9 of 16", "16 of 16", "id,title\n1,milk\n"])
  }

  @Test("An export of unknown length does not pretend to know it")
  func unknownLength() async throws {
    let interactor = try await loggedIn(PieceRequester(pieces: ["id\n"], total: nil))
    await interactor.run("export")
    await interactor.exportEnded()
    #expect(shown == ["3 of ?", "id\n"])
  }

  @Test("An export is cancelled, and another one can begin")
  func cancel() async throws {
    let interactor = try await loggedIn(StuckRequester())
    for _ in 0..<2 {
      let (moved, move) = AsyncStream<Void>.makeStream()
      view.onLine = { if $0 == "3 of 100" { move.finish() } }
      await interactor.run("export")
      for await _ in moved {}
      await interactor.run("cancel")
      await interactor.exportEnded()
    }
    #expect(shown == ["3 of 100", "cancelled", "3 of 100", "cancelled"])
    await interactor.run("cancel")
    #expect(shown.last == "! there is nothing to cancel")
  }
}

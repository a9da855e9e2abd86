import APICall
import Glibc
import TodoCore
import TodoNetwork
import TodoView

/// Reads a name, a password and then commands from standard input, each on a line.
///
/// usage: `todos [--mock URL]`, in the folder with endpoints/.
@main
@MainActor struct Todos {
  static func main() async throws {
    var configuration = ClientConfiguration()
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.isEmpty || (words.count == 2 && words[0] == "--mock") else {
      print("usage: todos [--mock URL]")
      exit(64)
    }
    if let url = words.last { try configuration.useMock(at: url) }

    // The only place that knows which service and which view there are.
    let project = Project(at: ".")
    let client = Client(project: project, configuration: configuration)
    let view = TerminalView()
    let interactor = TodoInteractor(
      service: try NetworkTodoService(client: client, project: project), view: view)

    var lines = typedLines().makeAsyncIterator()
    view.show("name and password, each on a line:")
    guard let name = await lines.next(), let password = await lines.next() else { return }
    guard await interactor.logIn(name: name, password: password) else { return }
    view.show("list, add TITLE, tick NUMBER, export or cancel:")
    while let line = await lines.next() { await interactor.run(line) }
    await interactor.exportEnded()
  }
}

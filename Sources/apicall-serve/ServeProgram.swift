import APICallSpec
import APICallBase
import APICallCore
import APICallPlugins
import APICallSystem
import ArgumentParser
import Glibc

/// The mock server: answers on this machine from the examples of endpoints.
@main
struct ServeProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apicall-serve",
    abstract: "Answer calls on this machine from the examples of endpoints.")

  @Argument(help: "A file, a name or a folder. Default: endpoints/ of this project.")
  var path: String?

  @Option(help: "The port to listen on, at 127.0.0.1; with 0 the system picks a free one.")
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp(
      "A folder whose files the specs may name, besides those of their project. May be repeated.",
      valueName: "dir"))
  var fileRoot: [String] = []

  func run() async throws {
    do {
      let service = try service()
      try await MockServer(service, port: port).run { url in
        // What starts a server reads this line to learn that it is ready, and where it is.
        let endpoints = service.count == 1 ? "1 endpoint" : "\(service.count) endpoints"
        let line = "serving \(endpoints) on \(url)\n"
        let output = DescriptorSink(STDOUT_FILENO)
        try? output.write(line)
        try? output.flush()
      }
    } catch let failure as Failure {
      StandardStreams.report(failure.diagnostics.map(\.text).joined())
      throw ExitCode(failure.status.rawValue)
    }
  }

  private func service() throws(Failure) -> MockService {
    let world = World.system()
    let reader = EndpointReader(vocabulary: Builtins.vocabulary)
    let library = EndpointLibrary(files: world.files, reader: reader, fileRoots: fileRoot)
    var endpoints: [Endpoint] = []
    var problems: [Diagnostic] = []
    for path in try library.paths(in: path) {
      do {
        // A script has no answers of its own.
        if case .endpoint(let endpoint) = try library.runnable(at: path) {
          endpoints.append(endpoint)
        }
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    return try MockService(endpoints, world: world)
  }
}

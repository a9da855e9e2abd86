import APICallBase
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallSystem
import APICallText
import CommandOptions
import Glibc

/// The mock server: responds to requests on this machine from the examples of endpoints.
@main
struct ServeProgram {
  private var path: String?
  private var port: UInt16 = 0
  private var fileRoots: [String] = []

  static func main() async {
    Signals.ignoreFileLimit()
    do {
      var chosen: ServeProgram?
      let command = Command(
        "apicall-serve", "Respond to requests on this machine from the examples of endpoints.",
        usage: "apicall-serve [<path>] [--port <port>] [--file-root <dir> ...]",
        operands: [
          Operand(
            "path", "A file, name or folder (default: endpoints/ of this project).", .upToOne)
        ],
        settings: ServeProgram(), options: options
      ) {
        chosen = $0
        chosen?.path = $1.first
      }
      let help = try command.perform(ProgramArguments.all[...])
      if let help { try? DescriptorSink(STDOUT_FILENO).writeAll(help) }
      try await chosen?.run()
    } catch {
      let failure = error as? Failure ?? Failure(.bug, "\(error)")
      StandardStreams.report(failure.diagnostics.map(\.text).joined())
      exit(failure.status.rawValue)
    }
  }

  private static var options: [Option<ServeProgram>] {
    [
      .value(
        "--port", "port",
        "Listen on this port at 127.0.0.1; with 0, the system picks a free port (default 0)."
      ) { (program, text) throws(Failure) in
        guard let port = UInt16(text) else {
          throw Failure(
            .usage, "--port: '\(text)' is not a port", hint: "write a number from 0 to 65535")
        }
        program.port = port
      },
      .value(
        "--file-root", "dir",
        "Allow paths in a file to name files in this folder too. May be repeated."
      ) { $0.fileRoots.append($1) },
    ]
  }

  private func run() async throws {
    let service = try EvaluationWatch.ofProcessor().watching { () throws(Failure) -> MockService in
      try self.service()
    }
    try await MockServer(service: service, port: port).run { url in
      // A process that starts a server reads this line to learn that it is ready, and its URL.
      let endpoints = service.count.counted("endpoint")
      try? DescriptorSink(STDOUT_FILENO).writeAll("serving \(endpoints) on \(url)\n")
    }
  }

  private func service() throws(Failure) -> MockService {
    let world = World.system()
    let reader = EndpointReader(registry: Builtins.readingRegistry)
    let library = EndpointLibrary(files: world.files, reader: reader, fileRoots: fileRoots)
    var endpoints: [EndpointSpec] = []
    var problems: [Message] = []
    var status: ExitStatus?
    for file in try library.paths(in: path) {
      do {
        // A script has no examples of its own.
        if case .endpoint(let endpoint) = try library.runnable(file) {
          endpoints.append(endpoint)
        }
      } catch {
        problems += error.diagnostics
        status = status ?? error.status
      }
    }
    if let status { throw Failure(status, problems) }
    return try MockService(endpoints, world: world)
  }
}

extension DescriptorSink {
  fileprivate func writeAll(_ text: String) throws(DeliveryError) {
    try write(text)
    try flush()
  }
}

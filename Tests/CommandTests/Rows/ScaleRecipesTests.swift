import Foundation
import TestServers
import Testing

/// The recipes of examples/scale, with the engines that are installed.
@Suite("Recipes for engines", .serialized)
struct ScaleRecipesTests {
  private static let count = 400
  /// The Python that has Dask.
  private static let python =
    ProcessInfo.processInfo.environment["APICALL_PYTHON"] ?? "/usr/bin/python3"

  private let folder: String
  private let server: ScriptedServer

  init() throws {
    folder = "\(Place.scratch)/scale-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    server = try ScriptedServer.answering { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"ok\":true}"
    }
    let rows = (1...Self.count).map { "{\"id\":\($0)}\n" }.joined()
    try rows.write(toFile: "\(folder)/rows.ndjson", atomically: true, encoding: .utf8)
  }

  private func run(_ command: [String]) throws -> CommandRun {
    var variables = Surroundings.variables.merging(["HOME": folder]) { $1 }
    let program = try Place.program("apicall")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    variables["PATH"] = "\(String(program.dropLast("/apicall".count))):\(path)"
    variables["PYTHONPATH"] = "\(Place.package)/examples/scale"
    return CommandRun(
      try ChildProcess(command, in: folder, environment: variables), limit: .seconds(240))
  }

  private static func has(_ command: String) -> Bool {
    let check = try? ChildProcess(["/bin/sh", "-c", command])
    return check?.wait() == .exit(0)
  }

  private func check(_ run: CommandRun) {
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(run.output.hasPrefix("rows   \(Self.count) done, \(Self.count) good, 0 failed\n"))
    #expect(run.output.contains("\nparts  100 of 100 finished\n"), "\(run.output)")
  }

  @Test("GNU parallel", .enabled(if: has("command -v parallel"), "GNU parallel is not installed"))
  func parallel() throws {
    check(
      try run([
        "/bin/sh", "\(Place.package)/examples/scale/parallel.sh", "rows.ndjson", "out", "--mock",
        server.url,
      ]))
  }

  @Test(
    "Dask",
    .enabled(if: has("\(python) -c 'import dask.distributed'"), "Dask is not installed"))
  func dask() throws {
    let script = """
      import sys, dask_rows
      from dask.distributed import LocalCluster
      if __name__ == "__main__":
          with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
              sys.exit(dask_rows.main(cluster.scheduler_address, *sys.argv[1:]))

      """
    try script.write(toFile: "\(folder)/start.py", atomically: true, encoding: .utf8)
    check(try run([Self.python, "start.py", "rows.ndjson", "out", "--mock", server.url]))
  }

  @Test("The scripts can be read, and the Job is YAML")
  func texts() throws {
    for script in ["parallel.sh", "slurm.sh"] {
      #expect(Self.has("sh -n '\(Place.package)/examples/scale/\(script)'"), "\(script)")
    }
    for script in ["dask_rows.py", "spark_rows.py"] {
      let path = "\(Place.package)/examples/scale/\(script)"
      #expect(
        Self.has("/usr/bin/python3 -c \"import ast; ast.parse(open('\(path)').read())\""),
        "\(script)")
    }
    let job = try Place.text("examples/scale/kubernetes.yml")
    #expect(
      job.contains("completionMode: Indexed")
        && job.contains("values: [10, 64, 65, 66, 70, 73, 74, 77, 78]"))
  }
}

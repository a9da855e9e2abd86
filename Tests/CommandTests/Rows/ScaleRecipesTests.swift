import Foundation
import TestServers
import Testing

/// The recipes of examples/scale, with the engines that are installed; `make scale` installs the large
/// ones, and names them in the variables `APICALL_SLURM` and `APICALL_SPARK`.
@Suite("Recipes for engines", .serialized)
struct ScaleRecipesTests {
  private static let variables = ProcessInfo.processInfo.environment
  /// The Python that has Dask.
  private static let python = variables["APICALL_PYTHON"] ?? "/usr/bin/python3"

  private let folder: String
  private let server: ScriptedServer

  init() throws {
    folder = "\(Place.scratch)/scale-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    server = try ScriptedServer.answering { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"ok\":true}"
    }
  }

  private func writeRows(_ count: Int) throws {
    let rows = (1...count).map { "{\"id\":\($0)}\n" }.joined()
    try rows.write(toFile: "\(folder)/rows.ndjson", atomically: true, encoding: .utf8)
  }

  private func run(_ command: [String]) throws -> CommandRun {
    var variables = Surroundings.variables.merging(["HOME": folder]) { $1 }
    let program = try Place.program("apicall")
    variables["PATH"] =
      "\(String(program.dropLast("/apicall".count))):\(Self.variables["PATH"] ?? "/usr/bin:/bin")"
    variables["SLURM_CONF"] = Self.variables["APICALL_SLURM"]
    variables["PYTHONPATH"] = "\(Place.package)/examples/scale"
    return CommandRun(
      try ChildProcess(command, in: folder, environment: variables), limit: .seconds(600))
  }

  private static func has(_ command: String) -> Bool {
    let check = try? ChildProcess(["/bin/sh", "-c", command])
    return check?.wait() == .exit(0)
  }

  private func check(_ run: CommandRun, rows count: Int) {
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(run.output.contains("rows   \(count) done, \(count) good, 0 failed\n"))
    #expect(run.output.contains("\nparts  100 of 100 finished\n"), "\(run.output)")
  }

  @Test("GNU parallel", .enabled(if: has("command -v parallel"), "GNU parallel is not installed"))
  func parallel() throws {
    try writeRows(400)
    check(
      try run([
        "/bin/sh", "\(Place.package)/examples/scale/parallel.sh", "rows.ndjson", "out", "--mock",
        server.url,
      ]), rows: 400)
  }

  @Test(
    "Dask, three of whose workers are killed: no row is lost, and few are sent again",
    .enabled(if: has("\(python) -c 'import dask.distributed'"), "Dask is not installed"))
  func dask() throws {
    let script = """
      import glob, os, signal, sys, threading, time
      import dask_rows
      from dask.distributed import LocalCluster

      def kill(cluster):
          for finished in 10, 40, 70:
              while len(glob.glob("out/*.ndjson")) < finished:
                  time.sleep(0.01)
              victim = None
              while victim is None:
                  victim = next((nanny.pid for nanny in cluster.workers.values() if nanny.pid), None)
              os.kill(victim, signal.SIGKILL)
              print("killed", flush=True)

      if __name__ == "__main__":
          with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
              killer = threading.Thread(target=kill, args=[cluster], daemon=True)
              killer.start()
              status = dask_rows.main(cluster.scheduler_address, *sys.argv[1:])
              killer.join(10)
              sys.exit(status)

      """
    try writeRows(20_000)
    try script.write(toFile: "\(folder)/start.py", atomically: true, encoding: .utf8)
    let run = try run([Self.python, "start.py", "rows.ndjson", "out", "--mock", server.url])
    check(run, rows: 20_000)
    #expect(run.output.components(separatedBy: "killed\n").count == 4, "\(run.output)")
    // Each kill leaves at most the 16 rows that the part had in progress.
    let sent = server.requests.count
    #expect(20_000...20_048 ~= sent, "\(sent)")
  }

  @Test("Slurm", .enabled(if: variables["APICALL_SLURM"] != nil, "make scale starts Slurm"))
  func slurm() throws {
    try writeRows(2000)
    for name in ["slurm.sh", "job.yaml"] {
      try FileManager.default.copyItem(
        atPath: "\(Place.package)/examples/scale/\(name)", toPath: "\(folder)/\(name)")
    }
    let sent = try run([
      "/usr/bin/sbatch", "--wait", "--output=tasks", "slurm.sh", "rows.ndjson", "out", "--mock",
      server.url,
    ])
    #expect(sent.ending == .exit(0), "\(sent.error)")
    check(try run(["/usr/bin/env", "apicall", "results", "out"]), rows: 2000)
    #expect(server.requests.count == 2000)
  }

  @Test("Spark", .enabled(if: variables["APICALL_SPARK"] != nil, "make scale installs Spark"))
  func spark() throws {
    try writeRows(2000)
    let run = try run([
      Self.variables["APICALL_SPARK"] ?? "", "\(Place.package)/examples/scale/spark_rows.py",
      "rows.ndjson", "out", "--mock", server.url,
    ])
    #expect(run.ending == .exit(0), "\(run.error)")
    let parts = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/out")
    #expect(parts.contains("_SUCCESS"))
    let lines = try parts.filter { $0.hasPrefix("part-") }.flatMap { part in
      try String(contentsOfFile: "\(folder)/out/\(part)", encoding: .utf8).split(separator: "\n")
    }
    #expect(lines.count == 2000 && lines.allSatisfy { $0.contains(#""exit":0"#) })
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

import Foundation
import Testing

/// `apicall results` with files that are written by hand.
@Suite("Files of results")
struct ResultsFileTests {
  private func run(_ arguments: String..., files: [String: String]) throws -> CommandRun {
    let folder = "\(Place.scratch)/results-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    return CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "results"] + arguments, in: folder,
        environment: Surroundings.variables))
  }

  private static func header(
    _ part: String? = nil, of file: String = "a.yaml", job: Int = 1
  ) -> String {
    let part = part.map { ",\"part\":\"\($0)\",\"size\":10" } ?? ""
    return "{\"apicall_results\":1,\"file\":\"\(file)\",\"rows\":\"r\"\(part),\"job\":\"\(job)\"}\n"
  }

  private static func row(_ number: Int, _ rest: String = ",\"exit\":0", at: Int = 0) -> String {
    "{\"row\":\(number),\"at\":\(at),\"hash\":\"00000000\"\(rest)}\n"
  }

  private static func end(_ rows: Int) -> String {
    "{\"apicall_results_end\":{\"rows\":\(rows),\"offset\":10}}\n"
  }

  @Test("--html prints a page with rows and failures over time")
  func page() throws {
    let text =
      Self.header() + Self.row(1, ",\"exit\":0,\"ms\":5,\"time\":\"2026-11-30T12:00:00Z\"")
      + Self.row(
        2,
        ",\"exit\":4,\"time\":\"2026-11-30T12:00:01Z\",\"status\":404,\"error\":\"<b>no</b>\"")
      + Self.row(3, ",\"exit\":76,\"unknown\":true,\"time\":\"2026-11-30T12:00:02Z\"")
      + Self.row(4) + Self.end(4)
    let run = try run("out.ndjson", "--html", files: ["out.ndjson": text])
    #expect(run.ending == .exit(10) && run.error == "")
    for part in [
      "<h1>All rows are done, not all are good</h1>", "3 done, 2 good, 1 failed",
      "<td>1 with exit 4, status 404: &lt;b&gt;no&lt;/b&gt;</td>", "<h2>Rows in each second</h2>",
      "<td>1 row without a time</td>",
      "<th scope=\"row\">2026-11-30T12:00:02</th>",
    ] {
      #expect(run.output.contains(part), "\(part) is not in \(run.output)")
    }
  }

  @Test("A name of a value that is that of another column is told apart")
  func columns() throws {
    let row = Self.row(1, #","exit":0,"value":{"id":7,"status":"paid","error":null}"#)
    let run = try run("out", "--format", "csv", files: ["out": Self.header() + row + Self.end(1)])
    #expect(
      run
        == CommandRun(
          ending: .exit(0),
          output: """
            row,at,key,exit,status,attempts,ms,id,value.status,value.error,error
            1,0,,0,,,,7,paid,,

            """, error: ""))
  }

  @Test("The forms of the output exclude each other")
  func forms() throws {
    let run = try run("out.ndjson", "--json", "--html", files: ["out.ndjson": Self.header()])
    #expect(
      run
        == CommandRun(
          ending: .exit(64), output: "",
          error: """
            apicall: --json and --html exclude each other
              hint: call 'apicall results' once for each

            """))
  }

  @Test(
    "Results that cannot be are no success",
    arguments: [
      (
        ["a": header() + row(1) + end(2)],
        "'a' has 1 row, and its last line says that it has 2",
        "restore the file, or make its rows again with --results and another name"
      ),
      (
        ["a": header("x") + row(1) + end(1)], "'a' has part 'x', which is not a part",
        "restore the first line of the file"
      ),
      (
        ["a": header("1/2") + end(0), "b": header("1/2") + row(1) + end(1)],
        "'a' and 'b' both have part 1/2", "name one of them"
      ),
      (
        ["a": header("1/2") + end(0), "b": header("1/2", job: 2) + row(1) + end(1)],
        "'a' and 'b' both have part 1/2", "name one of them"
      ),
      (
        ["a": header("1/2") + end(0), "b": header("2/2", of: "b.yaml") + row(1) + end(1)],
        "'b' has rows of 'r' for 'b.yaml', and others of 'r' for 'a.yaml'",
        "sum up the parts of one file at a time"
      ),
      (
        ["a": header() + row(Int.max) + end(1)], "line 2 of 'a' is not a line of results",
        "'apicall run … --results FILE' writes such a file; name another one"
      ),
      (
        ["a": header() + row(1, at: -5) + end(1)], "line 2 of 'a' is not a line of results",
        "'apicall run … --results FILE' writes such a file; name another one"
      ),
    ])
  func impossible(_ files: [String: String], _ message: String, _ hint: String) throws {
    let run =
      files.count == 1
      ? try run("a", files: files) : try run("a", "b", files: files)
    #expect(
      run
        == CommandRun(
          ending: .exit(65), output: "", error: "apicall: \(message)\n  hint: \(hint)\n"))
  }
}

import Foundation
import Testing

@Suite("The page of results")
struct ResultsPageTests {
  @Test("apicall results --html prints a page with rows and failures over time")
  func page() throws {
    let folder = "\(Place.scratch)/results-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    {"apicall_results":1,"file":"a.yaml","rows":"r","job":"1"}
    {"row":1,"at":0,"hash":"00000000","exit":0,"ms":5,"time":"2026-11-30T12:00:00Z"}
    {"row":2,"at":5,"hash":"00000000","exit":4,"ms":5,"time":"2026-11-30T12:00:01Z","status":404,\
    "error":"<b>no</b>"}
    {"apicall_results_end":{"rows":2,"offset":10}}

    """.write(toFile: "\(folder)/out.ndjson", atomically: true, encoding: .utf8)
    let run = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "results", "out.ndjson", "--html"], in: folder,
        environment: Surroundings.variables))
    #expect(run.ending == .exit(10) && run.error == "")
    for part in [
      "<h1>All rows are done, not all are good</h1>", "2 done, 1 good, 1 failed",
      "<td>1 with exit 4, status 404: &lt;b&gt;no&lt;/b&gt;</td>", "<h2>Rows a second</h2>",
      "<h2>Failures a second</h2>", "<title>2026-11-30T12:00:01: 1.0</title>",
    ] {
      #expect(run.output.contains(part), "\(part) is not in \(run.output)")
    }
  }
}

import Foundation
import Glibc
import Synchronization
import TestServers
import Testing

/// Attempts that end early, parts, and their results together.
extension RowsCommandTests {
  @Test("SIGTERM with --grace ends after the rows in progress, without it at once")
  func terminates() throws {
    paths.slow.withLock { $0 = 50 }
    for (options, ending) in [
      (["--grace", "20s"], ChildProcess.Ending.exit(75)), ([], ChildProcess.Ending.signal(SIGTERM)),
    ] {
      try? FileManager.default.removeItem(atPath: "\(folder)/out")
      try FileManager.default.createDirectory(
        atPath: "\(folder)/out", withIntermediateDirectories: true)
      paths.value.withLock { $0 = [] }
      try write((1...500).map { "{\"id\":\($0)}\n" }.joined(), "rows.ndjson")
      let child = try start(
        ["run", "get.yaml", "--rows", "rows.ndjson", "--mock", server.url, "--results", "out/r"]
          + options)
      #expect(waits { paths.value.withLock { $0.count } > 1 })
      child.send(SIGTERM)
      #expect(CommandRun(child).ending == ending)
      let name = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/out").first ?? ""
      let done = text("out/\(name)")
      let sent = paths.value.withLock { $0.count }
      #expect(sent < 400)
      if !options.isEmpty { #expect(done.split(separator: "\n").count == sent + 1) }
    }
  }

  @Test("Parts are summed up, and printed in order")
  func parts() throws {
    try write("id,name\n" + (1...90).map { "\($0),n\($0)\n" }.joined(), "rows.csv")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/out", withIntermediateDirectories: true)
    for part in [3, 1] {
      let run = try apicall(
        "run", "get.yaml", "--rows", "rows.csv", "--mock", server.url, "--part", "\(part)/3",
        "--results", "out/\(part).ndjson", "-j", "8")
      #expect(run.ending == .exit(0), "\(run.error)")
    }
    let sums = try apicall("results", "out", "--json")
    #expect(sums.ending == .exit(75))
    #expect(sums.output.contains(#""finished":2,"running":[],"parts":3,"missing_parts":[2],"#))
    #expect(
      try apicall(
        "run", "get.yaml", "--rows", "rows.csv", "--mock", server.url, "--part", "2/3",
        "--results", "out/2.ndjson", "-j", "8"
      ).ending == .exit(0))
    let merged = try apicall("results", "out", "--format", "csv")
    #expect(merged.ending == .exit(0))
    let lines = merged.output.split(separator: "\n")
    #expect(lines.first == "row,at,key,exit,status,attempts,ms,path,error")
    #expect(
      lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[7] }
        == (1...90).map { "/\($0)" })
    #expect(paths.value.withLock { $0.count } == 90)
  }

  @Test("The results of several runs are printed one after the other")
  func severalRuns() throws {
    for (name, first) in [("a", 1), ("b", 3)] {
      try write((first...first + 1).map { "{\"id\":\($0)}\n" }.joined(), "\(name).ndjson")
      let run = try apicall(
        "run", "get.yaml", "--rows", "\(name).ndjson", "--mock", server.url, "--results",
        "\(name).out")
      #expect(run.ending == .exit(0), "\(run)")
    }
    let rows = try apicall("results", "a.out", "b.out", "--format", "ndjson").output
    #expect(
      rows.matches(of: /"path":"(.*?)"/).map { String($0.output.1) } == ["/1", "/2", "/3", "/4"])
  }

  @Test("Rows under other columns are changed rows")
  func otherColumns() throws {
    try write("id,more\n1,a\n2,b\n", "rows.csv")
    let job = ["run", "get.yaml", "--rows", "rows.csv", "--mock", server.url, "--results", "out"]
    #expect(CommandRun(try start(job)).ending == .exit(0))
    try write("more,id\n1,a\n2,b\n3,7\n", "rows.csv")
    let again = CommandRun(try start(job + ["--resume"]))
    #expect(again.ending == .exit(65) && paths.value.withLock { $0.count } == 2, "\(again)")
  }

  @Test("Processes share a rate")
  func rates() throws {
    try write((1...25).map { "{\"id\":\($0)}\n" }.joined(), "rows.ndjson")
    let start = ContinuousClock.now
    let children = try (1...2).map { part in
      try self.start([
        "run", "get.yaml", "--rows", "rows.ndjson", "--mock", server.url, "--part", "\(part)/2",
        "-j", "8", "--rate", "50/s", "--rate-file", "rate", "--results", "out\(part).ndjson",
      ])
    }
    for child in children { #expect(CommandRun(child).ending == .exit(0)) }
    // 25 requests have 24 pauses of 20 ms between them.
    #expect(ContinuousClock.now - start >= .milliseconds(480))
    #expect(paths.value.withLock { $0.count } == 25)
  }

  @Test("Results that are finished are of the rows as they were, and of all of them")
  func finishedResults() throws {
    let rows = "{\"id\":1}\n{\"id\":2}\n"
    try write(rows, "rows.ndjson")
    #expect(try run("get.yaml", "--results", "out").ending == .exit(0))
    let finished = text("out")
    #expect(
      finished.hasSuffix("\n{\"apicall_results_end\":{\"rows\":2,\"offset\":18}}\n"), "\(finished)")
    func again(file: String = "out") throws -> CommandRun {
      try run("get.yaml", "--results", file, "--resume")
    }
    #expect(try again() == CommandRun(ending: .exit(0), output: "", error: ""))
    // Other rows of the same size, and fewer of them.
    for text in ["{\"id\":1}\n{\"id\":3}\n", "{\"id\":1}\n"] {
      try write(text, "rows.ndjson")
      let changed = try again()
      #expect(changed.ending == .exit(65), "\(changed)")
      #expect(changed.error.contains(" of 'rows.ndjson' ha"), "\(changed.error)")
    }
    #expect(
      try apicall(
        "run", "get.yaml", "--rows", "none.ndjson", "--results", "out", "--resume", "--mock",
        server.url
      ).ending == .exit(66))
    #expect(paths.value.withLock { $0 } == ["/1", "/2"])
    // Rows that were added are made.
    try write(rows + "{\"id\":3}\n", "rows.ndjson")
    #expect(try again() == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(paths.value.withLock { $0 } == ["/1", "/2", "/3"])
    // A copy that was cut off, and the file of an attempt, are parts of results.
    let lines = text("out").split(separator: "\n").prefix(2)
    for name in ["cut", "out.part-123"] {
      try write(lines.joined(separator: "\n") + "\n", name)
      #expect(try apicall("results", name).ending == .exit(75))
      #expect(try again(file: name).ending == .exit(0))
      #expect(try apicall("results", name).ending == .exit(0))
    }
    #expect(paths.count("/2") == 3 && paths.count("/3") == 3 && paths.count("/1") == 1)
  }

  @Test("Parts of files of different sizes are no whole")
  func otherParts() throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/out", withIntermediateDirectories: true)
    #expect(try run("get.yaml", "--part", "1/2", "--results", "out/1.ndjson").ending == .exit(0))
    try write((1...9).map { "{\"id\":\($0)}\n" }.joined(), "rows.ndjson")
    #expect(try run("get.yaml", "--part", "2/2", "--results", "out/2.ndjson").ending == .exit(0))
    let summed = try apicall("results", "out")
    #expect(summed.ending == .exit(65), "\(summed)")
    #expect(summed.error.contains("' was cut from a file of 81 bytes, and others from one of 45\n"))
  }
}

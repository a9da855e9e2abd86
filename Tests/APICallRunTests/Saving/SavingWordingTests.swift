import APICallBase
import APICallResponses
import GoldenFiles
import TestWorlds
import Testing

@Suite("Messages about output files")
struct SavingWordingTests {
  @Test("Problems with the file have messages")
  func files() throws {
    let problems: [OutputFileProblem] = [
      .noFolder("no/x"), .notWritable("x", reason: "read-only file system"), .folderContinued("d/"),
      .specialContinued("/dev/null"), .exists("d/x", folder: "d/"), .foreignPart("x.part"),
      .partInUse("x.part"), .notKept("x", reason: "is a directory"),
      .shortOfWhole("x", has: 5, total: 10), .throughLink("logs/x", link: "logs"),
      .ownFolder("x"),
    ]
    try GoldenFile(path: "saving/files.txt").check(
      problems.map { Failure($0).report }.joined(separator: "\n"))
  }

  @Test("Problems with an existing file have messages")
  func parts() throws {
    let problems: [ContinuationProblem] = [
      .partUnasked, .encoded("gzip\u{1B}[31m"), .noRange, .otherStart(0, asked: 10), .changed,
      .unknownLength, .otherLength(5, before: 10), .tooLong(end: 10), .notSatisfied,
    ]
    let told = [Message(kept: 10, in: "x.part"), Message(nothingKeptOf: "x")]
    try GoldenFile(path: "saving/parts.txt").check(
      (problems.map { Failure($0, path: "x").report } + [told.map(\.text).joined()])
        .joined(separator: "\n"))
  }

  @Test("Calls that cannot be continued have messages")
  func calls() throws {
    let specs = [
      "host: a.example\nmethod: HEAD", "host: a.example\nform: {a: b}",
      "host: a.example\nmethod: GET\njson: {}", "host: a.example\nheaders: {range: bytes=0-}",
      "host: a.example\nheaders: {If-Range: x}", "host: a.example\nstop: {$.a: 1}",
      "host: a.example\npaginate: {link: next}",
    ]
    var reports: [String] = []
    for spec in specs {
      do throws(Failure) {
        try Continuation.check(SpecText.call(spec))
      } catch {
        reports.append(error.report)
      }
    }
    try GoldenFile(path: "saving/calls.txt").check(reports.joined(separator: "\n"))
  }

  @Test("A failed write names the file")
  func writing() {
    let error = DeliveryError.output(.fileFailed("x", reason: "no space left on device"))
    #expect(
      Failure(writing: error).report
        == "apicall: cannot write 'x': no space left on device\nexit status 74\n")
  }
}

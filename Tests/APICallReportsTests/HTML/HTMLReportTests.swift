import APICallBase
import APICallReports
import APICallText
import APICallSystem
import Testing

@Suite("The report as a page")
struct HTMLReportTests {
  @Test("The policy of the page allows its style sheet and nothing else")
  func policy() throws {
    let page = try MarkupReader.read(HTMLReport.text(of: SampleReport.rich), html: true)
    let sheet = try #require(page.all.first { $0.name == "style" }?.text)
    let digest = try #require(SHA256.digest(of: Array(sheet.utf8)))
    let policy = page.all.first { $0["http-equiv"] != nil }?["content"]
    #expect(
      policy == "default-src 'none'; style-src 'sha256-\(Base64.encode(digest))'; base-uri 'none'; "
        + "form-action 'none'")
  }

  @Test("Cases that failed are open, and the others are not")
  func open() throws {
    let page = try MarkupReader.read(HTMLReport.text(of: SampleReport.rich), html: true)
    let cases = page.all.filter { $0["class"]?.hasPrefix("case ") == true }
    #expect(
      cases.map { "\($0["class"] ?? "")\($0["open"] == nil ? "" : ", open")" } == [
        "case failed, open", "case broken, open", "case broken, open", "case passed",
        "case failed, open", "case failed, open", "case flaky", "case skipped",
      ])
  }

  @Test("Files with failed cases are open and marked, and the others are folded")
  func files() throws {
    var report = SampleReport.rich
    let passed = try #require(SampleReport.green.suites.first)
    let skipped = ReportCase("a", id: "c::a", at: nil, .skipped("no"), command: "apicall test c")
    report.suites += [passed, ReportSuite("c.yaml", [skipped])]
    func files(in report: Report) throws -> [String] {
      let page = try MarkupReader.read(HTMLReport.text(of: report), html: true)
      return page.all.filter { $0["class"] == "file" }.compactMap { file in
        file.children.first.map { "\(file["open"] == nil ? "-" : "+") \($0.text)" }
      }
    }
    #expect(
      try files(in: report) == [
        "+ checks/smoke.test.yaml failed 1 failed",
        "+ endpoints/bad.yaml broken 1 broken",
        "+ endpoints/orders.v2.yaml broken 1 broken",
        "+ endpoints/users.yaml failed 1 passed, 2 failed, 1 flaky, 1 skipped",
        "- endpoints/users.yaml passed 3 passed", "- c.yaml skipped 1 skipped",
      ])
    // An only file is what the page is about.
    #expect(try files(in: SampleReport.green) == ["+ endpoints/users.yaml passed 3 passed"])
  }

  @Test("The top says when the run was, how long it took, and what was typed")
  func run() throws {
    var report = SampleReport.rich
    report.arguments = ["--live", "endpoints"]
    let page = try MarkupReader.read(HTMLReport.text(of: report), html: true)
    #expect(page.all.first { $0["class"] == "command" }?.text == "apicall test --live endpoints")
    let facts = try #require(page.all.first { $0["class"] == "facts" }?.text)
    #expect(
      facts.hasPrefix("Started on 2026-01-31 at 12:00:00 UTC. Took 4.912 s. "), "\(facts)")
  }

  @Test("The top says what failed, why, and what to type")
  func top() throws {
    let page = try MarkupReader.read(HTMLReport.text(of: SampleReport.rich), html: true)
    #expect(
      page.all.first { $0.name == "h1" }?.text == "4 of 7 cases failed, 1 file cannot be read")
    let failures = try #require(page.all.first { $0["class"] == "failures" }).children
    #expect(failures.count == 5)
    #expect(
      failures[3].children.map(\.text) == [
        "endpoints/users.yaml::missing failed",
        "the response has the status 404, but 200 is expected: there is no user 404",
        "Hint: expect another status, or use the id of a user that exists",
        "Run again: apicall test endpoints/users.yaml::missing",
      ])
  }

  @Test(
    "The heading says what came of the run",
    arguments: [
      ([], "No case was run"), (["passed"], "The case passed"),
      (["passed", "flaky"], "All 2 cases passed"),
      (["passed", "skipped", "passed"], "All 2 cases passed"),
      (["skipped"], "No case was run"),
      (["passed", "failed"], "1 of 2 cases failed"),
      (["broken"], "1 of 1 case failed"),
    ])
  func headline(_ states: [String], _ headline: String) throws {
    let cases = states.map { state in
      var testCase = ReportCase("a", id: "a::a", at: nil, .passed, command: "apicall test a::a")
      switch state {
      case "failed": testCase.verdict = .failed([])
      case "broken": testCase.verdict = .broken(Failure(.badInput, []))
      case "skipped": testCase.verdict = .skipped("no server")
      case "flaky": testCase.earlier = [ReportAttempt(.failed([]))]
      default: break
      }
      #expect(testCase.state.rawValue == state)
      return testCase
    }
    let report = Report(.test, [ReportSuite("a.yaml", cases)], status: .success)
    let page = try MarkupReader.read(HTMLReport.text(of: report), html: true)
    #expect(page.all.first { $0.name == "h1" }?.text == headline)
  }
}

import APICallBase
import APICallReports
import Testing

@Suite("The counts of a report")
struct ReportCountsTests {
  @Test("Every case, file and problem is counted once")
  func rich() {
    let counts = ReportCounts(SampleReport.rich)
    #expect(
      counts.words
        == "1 passed, 3 failed, 1 broken, 1 flaky, 1 skipped, 1 file has errors, 1 problem")
    #expect(counts.cases == 7)
  }

  @Test("An empty report passed")
  func empty() {
    #expect(ReportCounts(Report(.test, [], status: .success)).words == "0 passed")
  }

  @Test("A file that cannot be read and a problem are cases for readers that know only cases")
  func judged() {
    let suites = SampleReport.rich.judgedSuites
    #expect(suites.map(\.file).last == "apicall test")
    #expect(
      suites.flatMap(\.cases).map { "\($0.id) \($0.state.rawValue)" } == [
        "checks/smoke.test.yaml::smoke failed", "endpoints/bad.yaml broken",
        "endpoints/orders.v2.yaml::list broken", "endpoints/users.yaml::ok passed",
        "endpoints/users.yaml::missing failed", "endpoints/users.yaml::role failed",
        "endpoints/users.yaml::slow flaky", "endpoints/users.yaml::old skipped",
        "apicall test::problem 1 failed",
      ])
  }

  @Test(
    "The kind of a failure is its matcher, or the name of its exit status",
    arguments: [
      (ReportCase.Verdict.failed([]), "failed"),
      (.failed([Message("x", status: .clientError)]), "client_error"),
      (.broken(Failure(.timeout, [])), "timeout"), (.passed, "passed"),
    ])
  func kind(_ verdict: ReportCase.Verdict, _ kind: String) {
    #expect(verdict.kind == kind)
  }
}

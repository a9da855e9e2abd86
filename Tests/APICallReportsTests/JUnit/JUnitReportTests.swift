import APICallBase
import APICallReports
import Foundation
import Testing

@Suite("The report in the XML of JUnit")
struct JUnitReportTests {
  /// The class and name of each case of files.
  private func names(_ files: [(String, [String])]) throws -> [String] {
    let suites = files.map { file, names in
      ReportSuite(
        file, names.map { ReportCase($0, id: "\(file)::\($0)", at: nil, .passed, command: "x") })
    }
    let report = Report(.test, suites, status: .success)
    let root = try MarkupReader.read(JUnitReport.text(of: report))
    return root.all.filter { $0.name == "testcase" }.map {
      "\($0["classname"] ?? "")|\($0["name"] ?? "")"
    }
  }

  @Test("A class name has a dot only for each folder")
  func classNames() throws {
    #expect(
      try names([
        ("users.yaml", ["ok"]), ("./a/b.yaml", ["ok"]), ("/tmp/x.yaml", ["ok"]),
        ("a/v1.2/smoke.test.yaml", ["s"]), (".yaml", ["ok"]), ("", ["ok"]), ("a/../b", ["ok"]),
        ("a/b.\u{301}c.yaml", ["ok"]),
      ]) == [
        "users|ok", "a.b|ok", "tmp.x|ok", "a.v1_2.smoke_test|s", "_yaml|ok", "apicall|ok",
        "a.__.b|ok", "a.b_\u{301}c|ok",
      ])
  }

  @Test("Equal class names and names become different names")
  func unique() throws {
    #expect(
      try names([("a.b/c.yaml", ["x", "x"]), ("a_b/c.yaml", ["x", "x (2)"])]) == [
        "a_b.c|x", "a_b.c|x (2)", "a_b.c|x (3)", "a_b.c|x (2) (2)",
      ])
  }

  private static let xmllint = "/usr/bin/xmllint"

  @Test(
    "Strict reports satisfy the schema",
    .enabled(if: FileManager.default.isExecutableFile(atPath: xmllint)))
  func schema() throws {
    let schema = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../junit.xsd")
    for report in [SampleReport.rich, SampleReport.green, HostileReport.fixed] {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(JUnitReport.text(of: report, .strict).utf8).write(to: file)
      let process = Process()
      process.executableURL = URL(filePath: Self.xmllint)
      process.arguments = ["--noout", "--schema", schema.path, file.path]
      let output = Pipe()
      process.standardError = output
      try process.run()
      let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(words == "\(file.path) validates\n")
    }
  }
}

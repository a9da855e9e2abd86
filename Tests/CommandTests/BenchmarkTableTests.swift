import Foundation
import Testing

/// `Benchmarks/table`, which puts the results into a README.
@Suite("The benchmark table")
struct BenchmarkTableTests {
  private static let begin = "<!-- benchmarks: begin -->"
  private static let end = "<!-- benchmarks: end -->"

  private static let results = """
    one GET\t0.65\t12\tcurl\t4.512\t1.000\t11.3\t
    one GET\t0.65\t12\tcurl | jq\t20.1\t4.454\t11.4\t
    one GET\t0.65\t12\tapicall\t2.301\t0.510\t9.1\tmeets
    one GET\t0.65\t12\tHTTPie\t190.0\t42.11\t37.3\t
    many\t\t16\tcurl\t2000\t1.000\t11.6\t
    many\t\t16\th2load\t800\t0.400\t10.0\t
    many\t\t16\tapicall\t4632.66\t2.316\t190.7\tmisses

    """

  /// Puts the results into a text.
  private static func table(into text: String) throws -> (
    run: CommandRun, text: String, folder: [String]
  ) {
    let folder = "\(Place.scratch)/table-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try results.write(toFile: "\(folder)/results", atomically: true, encoding: .utf8)
    try text.write(toFile: "\(folder)/README.md", atomically: true, encoding: .utf8)
    let run = CommandRun(
      try ChildProcess(
        ["\(Place.package)/Benchmarks/table", "today & \\1", "results", "README.md"], in: folder))
    return (
      run, try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8),
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    )
  }

  @Test("It is between the marks, lists what is slower, and changes nothing else")
  func between() throws {
    let (run, text, folder) = try Self.table(
      into: "# a & \\1\n\n\(Self.begin)\nwhat was there\n\(Self.end)\n\nlast line")
    #expect(run == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(folder == ["README.md", "results"])
    #expect(
      text == #"""
        # a & \1

        <!-- benchmarks: begin -->
        today & \1

        | work | curl | apicall | goal | | curl \| jq | HTTPie | h2load |
        |---|---|---|---|---|---|---|---|
        | one GET | 4.5 ms, 11.3 MB | **0.51**, 9.1 MB | 0.65, 12 MB | met | 4.45 | 42 |  |
        | many | 2000.0 ms, 11.6 MB | **2.32**, 190.7 MB | 16 MB | missed |  |  | 0.40 |

        Numbers alone are times relative to curl in the same iteration: below 1 is faster.
        Slower than curl: many (2.32).
        More memory than curl: many (190.7 MB).
        Faster than apicall: many (h2load, 0.40).
        <!-- benchmarks: end -->

        last line

        """#)
  }

  @Test(
    "It needs both marks, once each and in order",
    arguments: [
      "", begin, end, "\(end)\n\(begin)", "\(begin)\n\(begin)\n\(end)", "\(begin)\n\(end)\n\(end)",
      " \(begin)\n\(end)",
    ])
  func marks(_ text: String) throws {
    let (run, after, folder) = try Self.table(into: text)
    #expect(run.ending == .exit(65) && run.output.isEmpty)
    #expect(
      run.error == """
        Benchmarks/table: README.md must contain the lines '\(Self.begin)' and '\(Self.end)' once each, \
        in this order

        """)
    #expect(after == text)
    #expect(folder == ["README.md", "results"])
  }

  @Test("The README of the benchmarks has its marks")
  func readme() throws {
    let lines = try Place.text("Benchmarks/README.md").split(separator: "\n")
    #expect(lines.filter { $0 == Self.begin }.count == 1)
    #expect(lines.filter { $0 == Self.end }.count == 1)
  }
}

import APICallBase
import APICallReports
import APICallText
import JSONText
import SeededNumbers
import YAMLTree

/// Reports whose texts all come from a hostile server or file.
enum HostileReport {
  /// U+FDD0, which Swift does not take in a literal.
  private static let noncharacter = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)

  /// Pieces that have a meaning to some reader.
  static let pieces = [
    "a", " ", "é", "日本", "\n", "\r", "\r\n", "\t", "::error file=x::pwned\n", "\n::add-mask::x\n",
    "##[error]", "%0A", "%0D", "%", ",", ":", "]]>", "<![CDATA[", "\u{1B}[31m", "\u{0}", "\u{7}",
    "</script>", "<script>alert(1)</script>", "<!--", "-->", "--!>", "</pre>", "</title>",
    "</style>", "<img src=x onerror=alert(1)>", "&#27;", "&amp;", "&", "<", ">", "\"", "'",
    "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{9B}", "\u{FFFE}",
    "\u{FFFF}", noncharacter, "\u{1FFFE}", "\u{FFFD}", "👩‍👩‍👧", "e\u{301}", "\u{301}", "#", "# SKIP",
    "# TODO",
    "\\", "\\#", "\n...\n", "\n  ...\n", "\n---\n", "\n  ---\n", "\nok 2 - x\n", "\nnot ok 1\n",
    "\n1..9\n", "\nBail out!\n", "\nTAP version 14\n", "\npragma +strict\n", "!!js", "*a", "{a: b}",
    "- x", "? x", "|", ">", "`", "```", "\n```\n", "\n````` \n", "````\n", "~~~", "**b**", "_i_",
    "[a](http://x)",
    "![a](http://x)", "https://evil.example/", "www.evil.example", "@user", "<details>",
    "</details>", "</table>", "\n## h\n", "| a | b |", "[[ATTACHMENT|/etc/passwd]]", "${x}",
    "{{x}}", "javascript:alert(1)", "(1)", "=", "\u{FF}", "/", ".", "..", "./",
  ]

  /// Bytes that are not UTF-8: parts of a surrogate, of a long character, and an overlong one.
  static let bytes: [[UInt8]] = [
    [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xC0, 0xAF], [0xFF], [0x80], [0xE2, 0x80],
  ]

  /// A report made from pieces.
  struct Maker {
    var random: SeededGenerator

    mutating func text(below count: Int = 8) -> String {
      random.text(of: pieces, below: count)
    }

    mutating func body() -> ReportBody {
      var content: [UInt8] = random.below(2) == 0 ? Array("{\"a\":[".utf8) : []
      for _ in 0..<random.below(8) {
        content += random.below(4) == 0 ? random.pick(bytes) : Array(random.pick(pieces).utf8)
      }
      let types = [nil, "text/plain", "application/json", "image/png", text()]
      return ReportBody(
        content, mediaType: random.pick(types), size: random.below(3) == 0 ? 1 << 24 : nil)
    }

    mutating func fields() -> [ReportField] {
      (0..<random.below(3)).map { _ in ReportField(text(), text()) }
    }

    mutating func exchange() -> ReportExchange {
      var response: ReportResponse?
      if random.below(4) > 0 {
        response = ReportResponse(
          random.below(1_000), text(), version: text(), headers: fields(), body: body())
      }
      var exchange = ReportExchange(text(), text(), headers: fields(), body: body(), response)
      if random.below(3) == 0 { exchange.failure = text() }
      if random.below(3) == 0 { exchange.reason = text() }
      if random.below(2) == 0 {
        var timings = ExchangeTimings()
        timings.nameLookup = .microseconds(random.below(2_000))
        timings.connect = random.below(2) == 0 ? nil : .microseconds(random.below(9_000))
        timings.firstByte = .microseconds(random.below(90_000))
        timings.total = .microseconds(random.below(900_000) - 1_000)
        exchange.timings = timings
        if random.below(2) == 0 { exchange.start = .microseconds(random.below(1_000_000) - 10) }
      }
      return exchange
    }

    mutating func mark() -> Mark {
      let source = Source(name: text(), text: text(below: 12))
      let line = random.below(4) + 1
      let column = random.below(6) + 1
      return Mark(
        source: source, start: Mark.Position(line: line, column: column),
        end: Mark.Position(line: line + random.below(2), column: column + random.below(6)))
    }

    mutating func diagnostic() -> Message {
      var diagnostic = Message(
        text(), at: random.below(3) == 0 ? nil : mark(),
        hint: random.below(2) == 0 ? text() : nil)
      diagnostic.isTold = random.below(2) == 0
      if random.below(2) == 0 { diagnostic.quote = text() }
      diagnostic.details = (0..<random.below(3)).map { _ in text() }
      if random.below(3) == 0 { diagnostic.notes = [.init(text(), at: mark())] }
      if random.below(2) == 0 {
        let json = Array(JSONWriter.string(text()).utf8)
        diagnostic.mismatch = Mismatch(
          subject: text(), matcher: text(), expected: json, actual: json, actualType: text(),
          differences: random.below(2) == 0
            ? [.init(path: text(), expected: json, actual: nil)] : [], differenceCount: 7,
          value: 3)
      }
      return diagnostic
    }

    mutating func verdict() -> ReportCase.Verdict {
      let diagnostics = (0..<random.below(3)).map { _ in diagnostic() }
      switch random.below(4) {
      case 0: return .passed
      case 1: return .skipped(text())
      case 2: return .failed(diagnostics)
      default: return .broken(Failure(random.pick(ExitStatus.allCases), diagnostics))
      }
    }

    mutating func testCase() -> ReportCase {
      var testCase = ReportCase(
        text(), id: text(), at: random.below(3) == 0 ? nil : SourcePlace(mark()), verdict(),
        command: text())
      testCase.tags = [text()]
      testCase.changes = random.below(2) == 0 ? [text()] : []
      if random.below(3) == 0 {
        testCase.earlier = [
          ReportAttempt(.failed([diagnostic()]), [ReportStep(.failed, [exchange()])]),
          ReportAttempt(.broken(Failure(.timeout, [diagnostic()]))),
        ]
        testCase.warnings = [diagnostic().reported(as: .note), diagnostic()]
      }
      if random.below(2) == 0 { testCase.duration = .microseconds(random.below(10_000_000)) }
      testCase.steps = (0..<random.below(3)).map { _ in
        ReportStep(
          random.pick(ReportStep.Outcome.allCases), label: random.below(2) == 0 ? nil : text(),
          iteration: random.below(2) == 0 ? nil : 2, (0..<random.below(3)).map { _ in exchange() })
      }
      return testCase
    }

    mutating func report() -> Report {
      let suites = (0..<random.below(4)).map { _ in
        ReportSuite(
          text(), (0..<random.below(4)).map { _ in testCase() },
          failure: random.below(4) == 0 ? Failure(.badInput, [diagnostic()]) : nil)
      }
      var report = Report(
        random.pick(Report.Command.allCases), suites, status: random.pick(ExitStatus.allCases))
      report.version = text()
      report.problems = (0..<random.below(3)).map { _ in diagnostic() }
      report.changes = [text()]
      report.isOffline = random.below(2) == 0
      if random.below(2) == 0 { report.start = UTCTimestamp(seconds: random.below(2_000_000_000)) }
      if random.below(2) == 0 { report.duration = .milliseconds(random.below(100_000)) }
      return report
    }
  }

  /// A report that is always the same, in which every piece occurs.
  static var fixed: Report {
    let all = pieces.joined(separator: "·")
    let source = Source(name: "a\u{1B}[2J%0A,:b/c.d/e].yaml", text: "x: \u{202E}<b>\u{7}|`\n")
    let mark = Mark(
      source: source, start: Mark.Position(line: 1, column: 4),
      end: Mark.Position(line: 1, column: 7))
    var diagnostic = Message(all, at: mark, hint: all)
    diagnostic.quote = all
    diagnostic.details = [all]
    let json = Array(JSONWriter.string(all).utf8)
    diagnostic.mismatch = Mismatch(
      subject: all, matcher: all, expected: json, actual: json, actualType: "text")
    let content = Array(all.utf8) + bytes.joined()
    let body = ReportBody(Array(content), mediaType: "text/plain", size: 10 << 20)
    let exchange = ReportExchange(
      "GET", "https://a.example/\(all)", headers: [ReportField("X-\(all)", all)], body: body,
      ReportResponse(200, all, headers: [ReportField("x", all)], body: body))
    var failed = ReportCase(
      all, id: "a::\(all)", at: SourcePlace(mark), .failed([diagnostic]), command: all)
    failed.tags = [all]
    failed.steps = [ReportStep(.failed, label: all, [exchange])]
    let skipped = ReportCase(all, id: all, at: nil, .skipped(all), command: all)
    var report = Report(
      .run,
      [
        ReportSuite(source.name, [failed, failed, skipped]),
        ReportSuite(all, failure: Failure(.badInput, [diagnostic])),
      ], status: .badInput)
    report.version = "1.2.3"
    report.problems = [diagnostic]
    return report
  }
}

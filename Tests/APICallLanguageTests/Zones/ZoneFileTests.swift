import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Files of time zones")
struct ZoneFileTests {
  /// Returns the offset of a zone at a moment, or what is wrong with its file.
  private func offset(_ bytes: [UInt8], at moment: Int = 0) -> String {
    var files = MemoryFiles()
    files.add("/usr/share/zoneinfo/Test", bytes: bytes)
    var scope = Scope(World.fixed(files))
    scope["v"] = Scope.Binding(.number(String(moment)))
    do {
      return try Template("<v | date('%z %Z', 'Test')>", at: .nowhere).render(in: scope).revealed
    } catch {
      return (error as? TemplateProblem)?.diagnostic.message ?? "\(error)"
    }
  }

  private func changed(_ change: (inout ZoneFileBytes) -> Void) -> [UInt8] {
    var file = ZoneFileBytes()
    file.transitions = [(-1_000, 1), (1_000, 2)]
    file.offsets = [(3_208, 0), (3_600, 4), (7_200, 8)]
    file.names = "LMT\0CET\0CEST\0"
    change(&file)
    return file.bytes
  }

  @Test(
    "Each moment has the offset that began before it",
    arguments: [
      (-60_000_000_000, "+005328 LMT"), (-1_001, "+005328 LMT"), (-1_000, "+0100 CET"),
      (999, "+0100 CET"), (1_000, "+0200 CEST"), (99_999_999_999, "+0200 CEST"),
    ])
  func transitions(_ moment: Int, _ expected: String) {
    #expect(offset(changed { _ in }, at: moment) == expected)
  }

  @Test("The rule applies after the last transition only")
  func footer() {
    let bytes = changed { $0.rule = "<-03>3" }
    #expect(offset(bytes, at: 999) == "+0100 CET")
    #expect(offset(bytes, at: 1_000) == "-0300 -03")
  }

  @Test(
    "A rule has the changes that POSIX describes",
    arguments: [
      ("UTC0", "2026-01-01", "+0000 UTC"), ("<+0545>-5:45", "2026-01-01", "+0545 +0545"),
      ("AAA-24:59:59", "2026-01-01", "+245959 AAA"),
      ("AAA+3BBB2,J60,J61", "2024-03-01T04:59:59Z", "-0300 AAA"),
      ("AAA+3BBB2,J60,J61", "2024-03-01T05:00:00Z", "-0200 BBB"),
      ("AAA+3BBB,59,60", "2024-02-29T05:00:00Z", "-0200 BBB"),
      ("AAA0BBB,0/0,J365/25", "2024-12-31T23:59:59Z", "+0100 BBB"),
      ("AAA0BBB,0/0,J365/25", "2024-06-01", "+0100 BBB"),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", "+0300 EEST"),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", "-0200 -02"),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", "-0100 -01"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "0001-01-01", "+0100 CET"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-07-01", "+0200 CEST"),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "0001-01-02", "+1100 AEDT"),
    ])
  func rules(_ rule: String, _ moment: String, _ expected: String) throws {
    var files = MemoryFiles()
    files.add(zone: "Test", ZoneFileBytes(rule: rule))
    var scope = Scope(World.fixed(files))
    scope["v"] = Scope.Binding(.text(moment))
    let template = try Template("<v | date('%z %Z', 'Test')>", at: .nowhere)
    #expect(try template.render(in: scope).revealed == expected)
  }

  @Test(
    "A rule that is not valid is refused",
    arguments: [
      "X0", "AB0", "ABC", "ABC25", "ABC0DEF", "ABC0DEF,", "ABC0DEF,M3.5.0", "ABC0DEF,M3.5.0,",
      "ABC0DEF,M13.1.0,M4.1.0", "ABC0DEF,M3.6.0,M4.1.0", "ABC0DEF,M3.1.7,M4.1.0",
      "ABC0DEF,J0,J1", "ABC0DEF,366,1", "ABC0DEF,1/168,2", "ABC0DEF,1,2,", "ABC0x", "<AB>0",
      "<ABC0", "<A B>0", "ABC0:60", "ABC--1", "\0\0\0", "ABC0DEF,M3.5.0/,M10.5.0", "ABC 0",
      "ABC99999999999999999999", "ABC0DEF,99999999999999999999,1",
    ])
  func invalidRules(_ rule: String) {
    #expect(
      offset(ZoneFileBytes(rule: rule).bytes)
        == "cannot read the time zone 'Test': its rule for later times is not valid")
  }

  @Test("A file with contradictions is refused")
  func contradictions() {
    let cases: [(String, [UInt8])] = [
      ("its times are not in order", changed { $0.transitions = [(5, 1), (5, 2)] }),
      ("its times are not in order", changed { $0.transitions = [(.min, 1), (5, 2)] }),
      ("it lacks an offset", changed { $0.transitions = [(5, 3)] }),
      ("an offset is not valid", changed { $0.offsets[0].seconds = 100_000 }),
      ("an offset is not valid", changed { $0.offsets[0].seconds = Int(Int32.min) }),
      ("an abbreviation is not valid", changed { $0.offsets[0].name = 200 }),
      ("an abbreviation is not valid", changed { $0.names = "LMTCETCEST" }),
      ("an abbreviation is not valid", changed { $0.names = "L<T\0CET\0CEST\0" }),
      ("an abbreviation is not valid", changed { $0.names = "\0MT\0CET\0CEST\0" }),
      ("its times count leap seconds", changed { $0.leapSeconds = 1 }),
      ("its header is not valid", changed { $0.offsets = [] }),
      ("its header is not valid", changed { $0.offsets = Array(repeating: (0, 0), count: 257) }),
      ("its header is not valid", changed { $0.names = "" }),
      ("it has version 1, which is too old", changed { $0.version = "\0" }),
      (
        "it is longer than 262144 bytes",
        ZoneFileBytes().bytes + [UInt8](repeating: 0, count: 262_144)
      ),
    ]
    for (reason, bytes) in cases {
      #expect(offset(bytes) == "cannot read the time zone 'Test': \(reason)")
    }
    #expect(offset(Array("TZDB".utf8)) == "unknown time zone 'Test'")
    #expect(offset([]) == "unknown time zone 'Test'")
  }

  @Test("A file that is cut off anywhere is refused")
  func truncated() {
    let bytes = changed { $0.rule = "CET-1CEST,M3.5.0,M10.5.0/3" }
    for count in 4..<bytes.count {
      #expect(
        offset(Array(bytes[..<count])) == "cannot read the time zone 'Test': it is incomplete")
    }
  }

  @Test("Thousands of damaged files neither crash nor give more than an offset")
  func damaged() {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let whole = changed { $0.rule = "CET-1CEST,M3.5.0,M10.5.0/3" }
    for _ in 0..<CaseCount.picked(2_000) {
      var bytes = whole
      for _ in 0...numbers.below(4) {
        let place = 4 + numbers.below(bytes.count - 4)
        bytes[place] = numbers.pick([0, 1, 0x7F, 0x80, 0xFF, UInt8(numbers.below(256))])
      }
      let moment = Int(numbers.below(300_000_000)) * 1_000 - 60_000_000_000
      let text = offset(bytes, at: moment)
      let isOffset = text.hasPrefix("+") || text.hasPrefix("-")
      let isRefusal =
        text.hasPrefix("cannot read the time zone 'Test': ") || text.contains("would exceed")
      #expect(isOffset || isRefusal, "\(text); APICALL_SEED=\(seed)")
    }
  }
}

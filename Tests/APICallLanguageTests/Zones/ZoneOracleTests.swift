import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import Foundation
import PythonOracle
import SeededNumbers
import TestWorlds
import Testing

/// The time zone database of the machine.
private enum SystemZones {
  static let folder = "/usr/share/zoneinfo"
  static let exist = FileManager.default.fileExists(atPath: folder + "/Europe/Berlin")

  static func names() throws -> [String] {
    let all = try #require(FileManager.default.enumerator(atPath: folder)?.allObjects as? [String])
    let zones = all.filter { path in
      guard path.first?.isUppercase == true, !path.contains(".") else { return false }
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)")
      return bytes?.starts(with: Array("TZif".utf8)) == true
    }
    // UTC needs no database.
    return zones.filter { $0 != "UTC" }.sorted()
  }
}

/// Compares thousands of local times with those of Python's zoneinfo.
@Suite("Time zones beside Python", .enabled(if: SystemZones.exist))
struct ZoneOracleTests {
  /// Computes one case a line: the zone, and a number of seconds since 1970, which is a moment, and
  /// also what clocks show as if they were in UTC.
  private static let program = #"""
    import datetime as d, sys, zoneinfo
    zoneinfo.reset_tzpath(['/usr/share/zoneinfo'])
    utc, start = d.timezone.utc, d.datetime(1970, 1, 1)
    def two(n): return '%02d' % n
    def written(t):
        # Python leaves out the zeros of early years in %Y.
        return '%04d' % t.year + t.strftime('-%m-%d %H:%M:%S %z %Z %a %j %U %W %V %u %I %p ') + '%02d' % (t.isocalendar()[0] % 100)
    def iso(t):
        offset = int(t.utcoffset().total_seconds())
        whole = (abs(offset) // 60 * 60) * (1 if offset >= 0 else -1)
        return t.astimezone(d.timezone(d.timedelta(seconds=whole))).isoformat()
    for line in sys.stdin:
        name, seconds = line.split()
        zone, plain = zoneinfo.ZoneInfo(name), start + d.timedelta(seconds=int(seconds))
        there = plain.replace(tzinfo=utc).astimezone(zone)
        first = plain.replace(tzinfo=zone, fold=0)
        moment = first.astimezone(utc)
        exists = moment.astimezone(zone).replace(tzinfo=None) == plain
        print(written(there), iso(there), moment.strftime('%s') and int((moment.replace(tzinfo=None) - start).total_seconds()) if exists else 'skipped', sep='|')
    """#

  /// Moments in all times, and near changes of clocks: of the last transition Sundays, and of the
  /// whole hours and half hours in a night.
  private static func moment(_ numbers: inout SeededGenerator) -> Int {
    switch numbers.below(4) {
    case 0: return numbers.below(8_000_000_000) - 5_000_000_000
    case 1: return numbers.below(250_000_000_000)
    case 2:
      // Half hours of March, April, September, October and November, 1916 to 2099.
      let year = (1_916 + numbers.below(184) - 1_970) * 31_556_952
      let day = numbers.pick([70, 80, 90, 100, 250, 270, 300, 310]) + numbers.below(10)
      return year / 86_400 * 86_400 + day * 86_400 + numbers.below(12) * 1_800
    default:
      let years = (1_970 + numbers.below(130) - 1_970) * 31_556_952
      return years + numbers.below(31_556_952) / 900 * 900
    }
  }

  @Test("Each local time is the same")
  func localTimes() async throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let zones = try SystemZones.names()
    try #require(zones.count > 100)
    let common = [
      "Europe/Berlin", "Europe/Dublin", "America/New_York", "Australia/Lord_Howe",
      "Africa/Casablanca",
    ]
    let cases = (0..<CaseCount.picked(2_000)).map { index in
      (index % 3 == 0 ? numbers.pick(common) : numbers.pick(zones), Self.moment(&numbers))
    }
    let input = cases.map { "\($0.0) \($0.1)\n" }.joined()
    let expected = try await PythonOracle.output(of: Self.program, given: input)
      .split(separator: "\n").map(String.init)
    try #require(expected.count == cases.count, "\(expected.first ?? "")")
    var files = MemoryFiles()
    for zone in Set(cases.map(\.0)) {
      let path = "\(SystemZones.folder)/\(zone)"
      files.add(path, bytes: Array(try #require(FileManager.default.contents(atPath: path))))
    }
    let template = try Template(
      "<v | date('%Y-%m-%d %H:%M:%S %z %Z %a %j %U %W %V %u %I %p %g', z)>|<v | date('iso8601', z)>|",
      at: .nowhere)
    let reading = try Template(
      "<v | date('%F %T') | strptime('%F %T', z) | date('unix')>", at: .nowhere)
    for ((zone, moment), wanted) in zip(cases, expected) {
      var scope = Scope(World.fixed(files))
      scope["v"] = Scope.Binding(.number(String(moment)))
      scope["z"] = Scope.Binding(.text(zone))
      var found = try template.render(in: scope).revealed
      found += (try? reading.render(in: scope).revealed) ?? "skipped"
      guard found == wanted else {
        Issue.record("\(zone) \(moment): \(found), not \(wanted); APICALL_SEED=\(seed)")
        return
      }
    }
    #expect(expected.contains { $0.hasSuffix("|skipped") })
  }
}

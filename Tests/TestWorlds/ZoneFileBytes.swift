/// Writes files of the time zone database (TZif, RFC 9636).
package struct ZoneFileBytes {
  /// The version in both headers.
  package var version = "2"
  /// The transitions: the moment, and the index of the offset that it begins.
  package var transitions: [(moment: Int, kind: UInt8)] = []
  /// The offsets: the seconds, and the place of the abbreviation.
  package var offsets: [(seconds: Int, name: UInt8)] = [(0, 0)]
  /// The abbreviations, each with a NUL at its end.
  package var names = "UTC\0"
  /// The number of leap seconds.
  package var leapSeconds = 0
  /// The rule for later times.
  package var rule = ""

  /// Creates a file, of a zone that is always UTC until it is changed.
  package init() {}

  /// Creates a file with a rule alone.
  package init(rule: String) { self.rule = rule }

  /// The file.
  package var bytes: [UInt8] {
    var bytes = header([0, 0, 0, 0, 1, 4]) + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
    bytes += header([0, 0, leapSeconds, transitions.count, offsets.count, names.utf8.count])
    for transition in transitions { bytes += Self.big(transition.moment, 8) }
    bytes += transitions.map(\.kind)
    for offset in offsets { bytes += Self.big(offset.seconds, 4) + [0, offset.name] }
    bytes += Array(names.utf8) + [UInt8](repeating: 1, count: 12 * leapSeconds)
    return bytes + Array("\n\(rule)\n".utf8)
  }

  private func header(_ counts: [Int]) -> [UInt8] {
    var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
    for count in counts { bytes += Self.big(count, 4) }
    return bytes
  }

  private static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> ((size - 1 - $0) * 8)) }
  }
}

extension MemoryFiles {
  /// Adds the file of a time zone.
  package mutating func add(zone: String, _ file: ZoneFileBytes) {
    add("/usr/share/zoneinfo/\(zone)", bytes: file.bytes)
  }

  /// Files with the time zones of the examples in the manual and in tests, by their present rules.
  package static var withZones: MemoryFiles {
    var files = MemoryFiles()
    for (zone, rule) in [
      ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
      ("Europe/Dublin", "IST-1GMT0,M10.5.0,M3.5.0/1"),
      ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"),
      ("America/Santiago", "<-04>4<-03>,M9.1.6/24,M4.1.6/24"), ("Asia/Kolkata", "IST-5:30"),
      ("Australia/Lord_Howe", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"),
    ] {
      files.add(zone: zone, ZoneFileBytes(rule: rule))
    }
    return files
  }
}

/// Numbers of bytes with a unit.
enum ByteAmount {
  private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

  /// Formats an amount: `999 B`, `1.0 kB`, `34.1 MB`; a kB is 1000 bytes.
  static func text(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return "\(max(bytes, 0)) B" }
    var unit: Int64 = 1000
    for name in units {
      let tenths = bytes / (unit / 10) + (bytes % (unit / 10) >= unit / 20 ? 1 : 0)
      if tenths < 10_000 || name == units.last { return "\(tenths / 10).\(tenths % 10) \(name)" }
      unit *= 1000
    }
    return "\(bytes) B"
  }
}

/// A number of bytes as written: `500KB`, `10MiB`.
package enum WrittenSize {
  /// The units with their factors, largest first, those of 1024 before those of 1000.
  private static let units = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
    ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
  ]

  /// Reads a size: digits, with or without a unit.
  ///
  /// Returns the number of bytes; nil if the text is not a size, is zero, or exceeds an Int.
  package static func bytes(of text: String) -> Int? {
    let digits = text.utf8.prefix { 0x30...0x39 ~= $0 }
    let rest = text.dropFirst(digits.count)
    guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 else { return nil }
    guard !rest.isEmpty else { return number }
    guard let unit = units.first(where: { $0.0 == rest }) else { return nil }
    let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit.1)
    return isTooMuch ? nil : bytes
  }

  /// Writes a size in the largest unit that divides it.
  ///
  /// Returns such as `64 MiB`; `100 bytes` if no unit divides it.
  package static func text(of bytes: Int) -> String {
    guard let unit = units.first(where: { bytes >= $0.1 && bytes % $0.1 == 0 }) else {
      return bytes.counted("byte")
    }
    return "\(bytes / unit.1) \(unit.0)"
  }
}

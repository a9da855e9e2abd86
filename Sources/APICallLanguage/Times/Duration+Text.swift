import Decimals

extension Duration {
  /// Reads `500ms`, `2s`, `1.5s`, `3m` or `1h`; at least a millisecond and at most 1000 hours.
  package init?(written text: String) {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let unit = DurationUnit(rawValue: String(text.dropFirst(number.count))),
      DurationUnit.ofSettings.contains(unit)
    else { return nil }
    // Unlike in JSON, it may begin with zeros, and the digits on a side of the point may be missing.
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts[0].isEmpty ? 0 : Int(parts[0]),
      let fraction = try? Decimal("0.\(parts.dropFirst().joined())0"),
      let total = try? ((Decimal(whole) + fraction) * Decimal(unit.inMilliseconds)).rounded(),
      let milliseconds = Int(total.description), (1...3_600_000_000).contains(milliseconds)
    else { return nil }
    self = .milliseconds(milliseconds)
  }

  /// The duration as messages show it: `2s`, `1.5s`, `500ms`.
  package var written: String {
    let (seconds, attoseconds) = components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    if milliseconds < 1_000 { return "\(milliseconds)ms" }
    if milliseconds % 1_000 == 0 { return "\(milliseconds / 1_000)s" }
    return "\(Double(milliseconds) / 1_000)s"
  }
}

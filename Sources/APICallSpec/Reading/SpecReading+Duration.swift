import YAMLTree

extension SpecReading {
  /// Reads a length of time: a number with its unit.
  ///
  /// - Parameter entry: `500ms`, `2s`, `1.5s`, `3m` or `1h`.
  /// - Returns: the length; nil, with a problem, where it is none or not above zero.
  mutating func duration(_ entry: Node.Entry) -> Duration? {
    guard let scalar = entry.value.scalar, scalar.kind != .null else {
      refuse(entry, takes: "a length of time")
      return nil
    }
    let text = scalar.text
    if let duration = Duration(written: text) { return duration }
    let hint =
      Duration(written: text + "s") == nil || Duration(written: text + "ms") == nil
      ? "write a number and a unit, from 1ms to 1000h: 500ms, 2s, 1.5s, 3m or 1h"
      : "add the unit: '\(text)s' for seconds, '\(text)ms' for milliseconds"
    report("'\(text)' is not a length of time", at: entry.value.mark, hint: hint)
    return nil
  }
}

extension Duration {
  /// Reads `500ms`, `2s`, `1.5s`, `3m` or `1h`; at least a millisecond and at most 1000 hours.
  package init?(written text: String) {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let milliseconds: Double? =
      switch text.dropFirst(digits.count) {
      case "ms": 1
      case "s": 1_000
      case "m": 60_000
      case "h": 3_600_000
      default: nil
      }
    guard let milliseconds, let amount = Double(digits) else { return nil }
    let total = (amount * milliseconds).rounded()
    guard total >= 1, total <= 3_600_000_000 else { return nil }
    self = .milliseconds(Int(total))
  }

  /// The length as a person reads it: `2s`, `1.5s`, `500ms`.
  package var written: String {
    let (seconds, attoseconds) = components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    if milliseconds < 1_000 { return "\(milliseconds)ms" }
    if milliseconds % 1_000 == 0 { return "\(milliseconds / 1_000)s" }
    return "\(Double(milliseconds) / 1_000)s"
  }
}

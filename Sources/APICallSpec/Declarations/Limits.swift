package import APICallHTTP
package import YAMLTree

/// `timeout:` of a spec: how long the parts of an exchange may take, as far as it says.
package struct TimeoutDeclaration: Sendable {
  /// Until the connection stands, TLS included.
  package var connect: Limit?
  /// Between two signs of life from the other side.
  package var idle: Limit?
  /// The whole exchange.
  package var total: Limit?

  /// One limit, and where it is written.
  package struct Limit: Sendable {
    package var duration: Duration
    /// The place of the duration.
    package var mark: Mark
    /// The field in the words of messages: `timeout`, or `timeout.connect`.
    package var field: String
  }

  /// The limits of a request, the usual ones where nothing is said.
  package var limits: TimeLimits {
    var limits = TimeLimits(total: total?.duration)
    if let connect { limits.connect = connect.duration }
    if let idle { limits.idle = idle.duration }
    return limits
  }
}

/// How long something may be, as a file sets it.
package struct SizeLimit: Sendable {
  /// The limit, in bytes; at least 1.
  package var octets: Int
  /// Where it is written.
  package var mark: Mark
}

/// A number of bytes as people write it: `500KB`, `10MiB`.
package enum WrittenSize {
  /// The units with their factors, the greatest first, those of 1024 before those of 1000.
  private static let units = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
    ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
  ]

  /// Reads a size: digits alone, or with a unit behind them.
  ///
  /// - Parameter text: such as `1048576`, `500KB` or `10MiB`.
  /// - Returns: the number of bytes; nil if it is not one, nothing, or more than an Int holds.
  package static func octets(of text: String) -> Int? {
    let digits = text.utf8.prefix { 0x30...0x39 ~= $0 }
    let rest = text.dropFirst(digits.count)
    guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 else { return nil }
    guard !rest.isEmpty else { return number }
    guard let unit = units.first(where: { $0.0 == rest }) else { return nil }
    let (octets, isTooMuch) = number.multipliedReportingOverflow(by: unit.1)
    return isTooMuch ? nil : octets
  }

  /// Writes a size in the greatest unit that divides it.
  ///
  /// - Parameter octets: the number of bytes.
  /// - Returns: such as `64 MiB`; `100 octets` where no unit fits.
  package static func text(of octets: Int) -> String {
    guard let unit = units.first(where: { octets >= $0.1 && octets % $0.1 == 0 }) else {
      return octets == 1 ? "1 byte" : "\(octets) bytes"
    }
    return "\(octets / unit.1) \(unit.0)"
  }
}
